// Tables of a run: channels over time, and the shape of both wires.
#include "run.h"

CatStatus cat_pdae_record_tables(CatPdaeRun *r) {
  const CatPdaeSpec *s = r->spec;
  int nd = s->ndropper, np = r->m->nbody, n = 3 + nd + np, k = 0;
  CatArena *a = cat_record_arena(r->rec);
  CatColumn *c = CAT_ARENA(a, n, CatColumn);
  r->row = CAT_ARENA(a, n, double);
  if (!c || !r->row) return CAT_ERR_MEMORY;
  c[k++] = (CatColumn){"t", "s", "time"};
  c[k++] = (CatColumn){"x_p", "m", "position of the pantograph"};
  c[k++] = (CatColumn){"lambda_p", "N", "contact force"};
  for (int i = 0; i < nd; i++, k++) {
    c[k] = (CatColumn){
        cat_record_textf(r->rec, "lambda_d%d", i + 1), "N",
        cat_record_textf(r->rec, "force of the dropper at %g m", s->droppers[i].position)};
  }
  for (int i = 0; i < np; i++, k++) {
    c[k] =
        (CatColumn){cat_record_textf(r->rec, "w_p%d", i + 1), "m",
                    i == 0 ? "height of the pantograph head" : "height of a body below the head"};
  }
  for (int i = 0; i < n; i++) {
    if (!c[i].name || !c[i].doc) return CAT_ERR_MEMORY;
  }
  double rows = (s->run.to - s->run.from) / s->run.speed / s->time.step / s->record.every;
  r->table = cat_record_table(r->rec, "time", c, n, (size_t)rows + 3);
  return r->table ? CAT_OK : CAT_ERR_MEMORY;
}

void cat_pdae_record_row(CatPdaeRun *r, const CatDaeState *x) {
  int nd = r->spec->ndropper, k = 0;
  r->row[k++] = x->t;
  r->row[k++] = r->spec->run.from + r->spec->run.speed * x->t;
  r->row[k++] = x->lambda[nd];
  for (int i = 0; i < nd; i++) r->row[k++] = x->lambda[i];
  for (int i = 0; i < r->m->nbody; i++) r->row[k++] = x->q[r->m->height[i]];
  cat_table_append(r->table, r->row);
}

CatStatus cat_pdae_record_shape(CatPdaeRun *r, const char *name, const CatDaeState *x) {
  enum { POINTS = 801 };
  static const CatColumn columns[] = {{"x", "m", "position along the span"},
                                      {"w_c", "m", "height of the carrier"},
                                      {"w_w", "m", "height of the contact wire"}};
  CatTable *table = cat_record_table(r->rec, name, columns, 3, POINTS);
  if (!table) return CAT_ERR_MEMORY;
  for (int i = 0; i < POINTS; i++) {
    double at = r->spec->length * i / (POINTS - 1);
    double row[3] = {at, cat_pdae_carrier_at(r->m, x->q, at), cat_pdae_wire_at(r->m, x->q, at, 0)};
    cat_table_append(table, row);
  }
  return CAT_OK;
}
