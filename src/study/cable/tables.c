// Tables of a run: energies over time, shapes, terms along the cable.
#include "run.h"

CatStatus cat_cable_tables(CatCableRun *r) {
  static const CatColumn columns[] = {
      {"t", "s", "time"},
      {"kinetic", "J", "kinetic energy"},
      {"Ep", "J", "energy of the tension at rest, P0 (u_x + v_x^2/2)"},
      {"Eb", "J", "bending energy; with shear of the timoshenko beam"},
      {"Enl", "J", "nonlinear stress energy, EA/2 (u_x + v_x^2/2)^2"},
      {"numerical", "J", "what the scheme keeps beside these"},
      {"work", "J", "done by the driven end"},
      {"K", "N", "mean rise of the tension, EA/(2L) int v_x^2 dx"}};
  size_t rows = (size_t)(r->steps / r->spec->record.every) + 3;
  r->table = cat_record_table(r->rec, "time", columns, 8, rows);
  return r->table ? CAT_OK : CAT_ERR_MEMORY;
}

void cat_cable_record_row(CatCableRun *r) {
  const CatCableEnergy *e = &r->energy;
  double row[8] = {
      r->stepper.x.t, e->kinetic,   e->Ep,           e->Eb,
      e->Enl,         r->numerical, r->stepper.work, cat_cable_tension_rise(r->m, r->stepper.x.q)};
  cat_table_append(r->table, row);
}

CatStatus cat_cable_record_shape(CatCableRun *r, int index) {
  static const CatColumn columns[] = {{"x", "m", "position along the cable"},
                                      {"v", "m", "vertical displacement"},
                                      {"u", "m", "longitudinal displacement"}};
  const CatCableModel *m = r->m;
  char *name = cat_record_textf(r->rec, "shape_%d", index + 1);
  CatArenaMark mark = cat_arena_mark(m->arena);
  double *u = CAT_ARENA(m->arena, m->nodes, double);
  if (!name || !u) return CAT_ERR_MEMORY;
  cat_cable_along(m, r->stepper.x.q, u);
  CatTable *table = cat_record_table(r->rec, name, columns, 3, (size_t)m->nodes);
  if (!table) return CAT_ERR_MEMORY;
  for (int i = 0; i < m->nodes; i++) {
    double row[3] = {m->h * i, r->stepper.x.q[m->v + i], u[i]};
    cat_table_append(table, row);
  }
  cat_arena_release(m->arena, mark);
  return CAT_OK;
}

CatStatus cat_cable_record_terms(CatCableRun *r, int index) {
  static const CatColumn columns[] = {{"x", "m", "position along the cable"},
                                      {"v", "m", "vertical displacement"},
                                      {"u", "m", "longitudinal displacement"},
                                      {"lt", "N/m", "linear term P0 v_xx"},
                                      {"bt", "N/m", "bending term -EI v_xxxx"},
                                      {"nlt1", "N/m", "coupling term EA v_x u_xx"},
                                      {"nlt2", "N/m", "coupling term EA v_xx u_x"},
                                      {"nlt3", "N/m", "geometrical term 3/2 EA v_x^2 v_xx"},
                                      {"sum", "N/m", "nlt1 + nlt2 + nlt3"},
                                      {"bias", "N/m", "K v_xx, their sum without axial inertia"},
                                      {"rest", "N/m", "sum - bias"},
                                      {"Ep", "J/m", "linear stress energy per length"},
                                      {"Eb", "J/m", "bending energy per length"},
                                      {"Enl", "J/m", "nonlinear stress energy per length"}};
  const CatCableModel *m = r->m;
  char *name = cat_record_textf(r->rec, "terms_%d", index + 1);
  CatArenaMark mark = cat_arena_mark(m->arena);
  CatCableTerms *terms = CAT_ARENA(m->arena, m->nodes, CatCableTerms);
  if (!name || !terms) return CAT_ERR_MEMORY;
  CAT_TRY(cat_cable_terms(m, r->stepper.x.q, terms));
  CatTable *table = cat_record_table(r->rec, name, columns, 14, (size_t)m->nodes);
  if (!table) return CAT_ERR_MEMORY;
  for (int i = 0; i < m->nodes; i++) {
    const CatCableTerms *t = &terms[i];
    double row[14] = {t->x,
                      t->v,
                      t->u,
                      t->lt,
                      t->bt,
                      t->nlt1,
                      t->nlt2,
                      t->nlt3,
                      t->sum,
                      t->bias,
                      t->sum - t->bias,
                      t->Ep,
                      t->Eb,
                      t->Enl};
    cat_table_append(table, row);
  }
  r->most[index] = cat_cable_terms_most(terms, m->nodes);
  cat_arena_release(m->arena, mark);
  return CAT_OK;
}
