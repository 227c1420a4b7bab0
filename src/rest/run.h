// The kind "rest": finds the shape of a line and records it.
#ifndef CAT_REST_RUN_H
#define CAT_REST_RUN_H

#include "record/record.h"
#include "rest.h"

CatStatus cat_rest_run(CatContext *ctx, const CatSpec *spec, CatRecord *rec);
// The same for the line of any case.
CatStatus cat_rest_line(CatContext *ctx, const CatSpec *input, const CatLineSpec *line,
                        CatRecord *rec);

// Parts of the record that describe a line at rest, for other kinds that start from one: tables,
// results, drawings, plots and summary fields.
CatStatus cat_rest_results(const CatLineModel *m, const CatConfiguration *rest,
                           const CatRestReport *report, CatRecord *rec);

void cat_rest_summary_fields(const CatLineModel *m, const CatConfiguration *rest,
                             const CatRestReport *report,
                             CatRecord *rec);  // of summary.json: model, rest

// Place [m] across and up, and axial force [N], of a wire at s [m]; false beyond its ends.
typedef struct CatWirePoint {
  double across, up, axial;
} CatWirePoint;
bool cat_rest_wire_at(const CatLineModel *m, const CatConfiguration *rest, int wire, double s,
                      CatWirePoint *out);

// draw.c: side and plan view; vtk.c: line.vtk for ParaView
CatStatus cat_rest_draw(const CatLineModel *m, const CatConfiguration *rest, CatRecord *rec);
CatStatus cat_rest_vtk(const CatLineModel *m, const CatConfiguration *rest, CatRecord *rec);

#endif
