// report.html, and the parts of it that comparisons use as well.
#ifndef CAT_REPORT_HTML_HTML_H
#define CAT_REPORT_HTML_HTML_H

#include "report/common/report_source.h"

CatStatus cat_html_write(const CatReportSource *m, CatText *out);

enum { CAT_FIGURE_POINTS = 8000 };  // at most so many per curve

// The frame of a page: everything up to <body>, and its end.
void cat_html_head(const char *title, CatText *out);
void cat_html_licences(CatText *out);
CatStatus cat_html_end(const CatRecord *rec, CatText *out);
void cat_html_figures(const CatRecord *rec, CatText *out);
// The curves of all figures as JSON that may stand inside <script>.
CatStatus cat_html_data(const CatRecord *rec, CatText *out);
void cat_html_results(const CatRecord *rec, CatText *out);
void cat_html_verdicts(const CatRecord *rec, CatText *out);
void cat_html_listings(const CatRecord *rec, CatText *out);
// The animation of frames, if there are any, with its data.
void cat_html_passage(const CatRecord *rec, CatText *out);
bool cat_html_has_passage(const CatRecord *rec);
void cat_html_drawings(const CatRecord *rec, CatText *out);

// Text embedded at build time (cmake/embed.cmake); each ends with a NUL.
extern const unsigned char cat_asset_dygraphs_js[], cat_asset_dygraphs_css[];
extern const unsigned char cat_asset_dygraphs_licence[];
extern const unsigned char cat_asset_report_js[], cat_asset_report_css[], cat_asset_passage_js[];
extern const size_t cat_asset_dygraphs_js_size, cat_asset_dygraphs_css_size;
extern const size_t cat_asset_dygraphs_licence_size;
extern const size_t cat_asset_report_js_size, cat_asset_report_css_size, cat_asset_passage_js_size;

#endif
