// The record of a run: channels with units, results, summary fields, and figures of them. Filled by
// the case kinds; read by everything that writes results.
#ifndef CAT_RECORD_RECORD_H
#define CAT_RECORD_RECORD_H

#include <cjson/cJSON.h>

#include "base/arena.h"
#include "base/snapshot.h"
#include "catenaria/record.h"

enum { CAT_MAX_SERIES = 12 };

typedef enum CatMarkType { CAT_MARK_LINE, CAT_MARK_BAND, CAT_MARK_TICK } CatMarkType;

// Something to point at in a figure: a vertical line at x0, a band from x0 to x1, or a short tick
// on the axis at x0.
typedef struct CatMark {
  CatMarkType type;
  double x0, x1;
  const char *text;
} CatMark;

// A horizontal band from low to high, or a line if they are equal, over a part of the abscissa.
typedef struct CatLevel {
  double low, high, x0, x1;
  const char *text;
} CatLevel;

typedef enum CatLook { CAT_LOOK_CURVES, CAT_LOOK_BARS } CatLook;

typedef struct CatFigure {
  const char *title, *caption;
  const char *table;  // whose channels are drawn
  const char *x;      // abscissa
  const char *y[CAT_MAX_SERIES];
  int ny;
  int nmark;
  const CatMark *mark;
  int nlevel;
  const CatLevel *level;
  CatLook look;
  bool logarithmic;      // abscissa by its logarithm: all of it above zero
  const char *group;     // adjacent figures of one group share a row and a scale; NULL: alone
  const char *segments;  // a table to be drawn over the curves, or NULL: in its first three
                         // channels the height of horizontal segments, their begins and ends
} CatFigure;

// A table that the report shows row by row.
typedef struct CatListing {
  const char *title, *caption, *table;
} CatListing;

typedef enum CatStrokeStyle {
  CAT_STROKE_WIRE,
  CAT_STROKE_CARRIER,
  CAT_STROKE_THIN,
  CAT_STROKE_JOINT  // dots at its points, no line
} CatStrokeStyle;

// A polyline of a drawing, with a label at its first point if it has one.
typedef struct CatStroke {
  CatStrokeStyle style;
  int n;
  const double *x, *y;  // [m] (n)
  const char *label;
} CatStroke;

// A drawing to scale along x, enlarged along y; or, with titles of its axes, one that fills its
// box, for curves that a figure cannot show because they turn back.
typedef struct CatDrawing {
  const char *title, *caption;
  double enlarge;  // y by this factor
  int nstroke;
  const CatStroke *stroke;
  const char *x, *y;  // titles of its axes, "x [m]", or NULL
} CatDrawing;

// A further file of the results, such as an export for another program.
typedef struct CatAttachment {
  const char *name;  // "line.vtk"
  const char *text;
  size_t n;
} CatAttachment;

CatRecord *cat_record_new(CatContext *ctx);
CatArena *cat_record_arena(CatRecord *rec);  // texts handed to the record live here or in constants
CatContext *cat_record_context(const CatRecord *rec);

// Tables: declared once with all their memory; appending allocates nothing.
typedef struct CatColumn {
  const char *name, *unit, *doc;
} CatColumn;
CatTable *cat_record_table(CatRecord *rec, const char *name, const CatColumn *columns, int ncolumn,
                           size_t capacity);
// More room than was declared; the arrays of its channels move.
CatStatus cat_record_table_extend(CatRecord *rec, CatTable *table, size_t capacity);
void cat_table_append(CatTable *table, const double *row);  // a row beyond capacity is dropped
void cat_table_snapshot(CatTable *table, CatSnapshot *to);  // its rows so far; there is room

// Frames: declared once with all their memory, a record has at most one set of them.
// NULL: no memory.
typedef struct CatFramesSetup {
  CatFramesKind kind;
  int npoint, nlink;
  size_t capacity;
  bool sideways;
} CatFramesSetup;
CatFrames *cat_record_frames_new(CatRecord *rec, const CatFramesSetup *setup);
CatStatus cat_record_frames_extend(CatRecord *rec, size_t capacity);  // their arrays move
void cat_frames_snapshot(CatFrames *f, CatSnapshot *to);              // those so far; there is room

CatStatus cat_record_figure(CatRecord *rec, CatFigure figure);     // copied, texts too
CatStatus cat_record_result(CatRecord *rec, CatResult result);     // copied, texts too
CatStatus cat_record_verdict(CatRecord *rec, CatVerdict verdict);  // copied, texts too
// What the values themselves leave in doubt: all verdicts so far are undecided, with this reason.
CatStatus cat_record_doubt_verdicts(CatRecord *rec, const char *reason);
void cat_record_drop_verdicts(CatRecord *rec);  // of a run that failed or was stopped
CatStatus cat_record_drawing(CatRecord *rec, CatDrawing drawing);  // copied, points too
CatStatus cat_record_listing(CatRecord *rec, CatListing listing);  // copied, texts too
CatStatus cat_record_attach(CatRecord *rec, const char *name, const char *text, size_t n);
// The hash of the input that the run is of; "": not said.
void cat_record_set_origin(CatRecord *rec, const char *hash);
const char *cat_record_origin(const CatRecord *rec);
// What a program set that the input does not say; "": nothing.
void cat_record_alter(CatRecord *rec, const char *what);
const char *cat_record_altered(const CatRecord *rec);
// A warning in the results, and in the log as soon as it is known.
CatStatus cat_record_warn(CatRecord *rec, const char *fmt, ...) CAT_PRINTF(2, 3);
char *cat_record_textf(CatRecord *rec, const char *fmt, ...) CAT_PRINTF(2, 3);  // in its arena

void cat_record_set_status(CatRecord *rec, CatRunStatus status, const char *message);

// Fields of summary.json beside the general ones: the case kind adds its objects here.
cJSON *cat_record_summary(CatRecord *rec);

// Access for writers, beside that of catenaria/record.h.
int cat_record_figures(const CatRecord *rec);
const CatFigure *cat_record_figure_at(const CatRecord *rec, int i);
int cat_record_drawings(const CatRecord *rec);
const CatDrawing *cat_record_drawing_at(const CatRecord *rec, int i);
int cat_record_listings(const CatRecord *rec);
const CatListing *cat_record_listing_at(const CatRecord *rec, int i);
int cat_record_attachments(const CatRecord *rec);
const CatAttachment *cat_record_attachment_at(const CatRecord *rec, int i);

// The first value that is not finite, as "table.channel, row 12" (rows from 1), "summary.rest.x",
// "result ..." or "verdict ..."; NULL if all are. A record that holds one must not have status ok.
const char *cat_record_bad_value(CatRecord *rec);

// The size of a run's residual by its throughput; 0 if it keeps no account of its energy. Above
// CAT_IMBALANCE_MAX energy has appeared or vanished, and the record must not have status ok.
#define CAT_IMBALANCE_MAX 1e-4
double cat_record_imbalance(const CatRecord *rec);

// Adding summary fields without checking each call: the record remembers a failure, and a parent
// that is NULL because of one is allowed.
cJSON *cat_summary_object(CatRecord *rec, cJSON *parent,
                          const char *name);  // name NULL: array item
cJSON *cat_summary_array(CatRecord *rec, cJSON *parent, const char *name);
void cat_summary_number(CatRecord *rec, cJSON *parent, const char *name, double value);
void cat_summary_text(CatRecord *rec, cJSON *parent, const char *name, const char *value);
void cat_summary_bool(CatRecord *rec, cJSON *parent, const char *name, bool value);
// What is left over of the energy of a run, and the energy that passed through it [J]: adds
// residual_J and throughput_J, and keeps them for cat_record_imbalance.
void cat_summary_balance(CatRecord *rec, cJSON *energy, double residual, double throughput);
// Warns where the integration in time created more than a small part of that energy: its motion is
// not to be trusted though the account closes, which books what the scheme adds as `numerical`.
double cat_created_share(double numerical, double throughput);  // infinite: of no work at all
CatStatus cat_record_created(CatRecord *rec, double numerical, double throughput,
                             const char *remedy);
// What to try where that does not close, if it is not a smaller step; the text is copied.
void cat_record_set_remedy(CatRecord *rec, const char *text);
const char *cat_record_remedy(const CatRecord *rec);
CatStatus cat_record_ok(const CatRecord *rec);  // CAT_ERR_MEMORY if any of the above failed

#endif
