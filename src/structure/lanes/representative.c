#include "representative.h"

#include <math.h>
#include <string.h>

void cat_bay_end_nodes(const CatBayMatter *b, const double R[2][9], double out[2][CAT_BB]) {
  for (int e = 0; e < 2; e++) {
    const double *K = b->K + 144 * (e ? b->count : 0) + (e ? 78 : 0);  // 78: the second node
    for (int i = 0; i < CAT_BB; i++) {
      int r = i / CAT_B, c = i % CAT_B;
      double sum = 0;
      for (int k = 0; k < 9; k++) {
        double by = R[e][3 * (k / 3) + r % 3] * R[e][3 * (k % 3) + c % 3];
        sum += by * K[12 * (r / 3 * 3 + k / 3) + c / 3 * 3 + k % 3];
      }
      out[e][i] = sum;
    }
  }
}

//------------------------------------------------------------------------------- blocks

// A block between two ghosts in the cell's own orientation; a representative's block is mirrored.
typedef struct Block {
  int row, column;  // ghosts, counted from the first
  double by;
  bool own;
  const double *value;
} Block;

static const int *ghost_dofs(const CatRepresentative *s, int cell, int ghost) {
  const CatCell *c = &s->cells->cell[cell];
  return s->cells->dof[c->node[s->cells->plan[c->plan].nnode + ghost]];
}

static void add_block(const CatRepresentative *s, const Block *b, CatBand *out) {
  const CatCell *cell = &s->cells->cell[s->cell];
  const int *row = ghost_dofs(s, s->cell, b->row), *column = ghost_dofs(s, s->cell, b->column);
  for (int i = 0; i < CAT_BB; i++) {
    int r = row[i / CAT_B], c = column[i % CAT_B];
    double sign = b->own ? 1 : cat_cell_sign(cell, i / CAT_B) * cat_cell_sign(cell, i % CAT_B);
    if (r < 0 || c < 0 || (b->row == b->column && i % CAT_B < i / CAT_B)) continue;
    cat_band_add(out, s->cells->border[r], s->cells->border[c], b->by * sign * b->value[i]);
  }
}

//------------------------------------------------------------------------------- ends

// At bays that end at a separator: adds the representative's end node, removes the cell's own; in
// the matrix of the step, or in K.
static void replace_ends(const CatRepresentative *s, const CatPlan *p, bool factor, CatBand *out) {
  for (int k = 0; k < p->nbay; k++) {
    for (int e = 0; e < 2; e++) {
      int ghost = (e ? p->bay[k].right : p->bay[k].left) - p->nnode;
      double kk = factor ? s->bays[s->as].kind[k]->made_of.kk : 1;
      if (ghost < 0) continue;
      add_block(s, &(Block){ghost, ghost, kk, false, s->bays[s->as].end[k][e]}, out);
      add_block(s, &(Block){ghost, ghost, -kk, true, s->bays[s->cell].end[k][e]}, out);
    }
  }
}

static void add_schur(const CatRepresentative *s, const CatPlan *p, const double *schur,
                      CatBand *out) {
  int n = CAT_B * p->nghost;
  for (int k = 0; k < p->nghost * p->nghost; k++) {
    double B[CAT_BB];
    int row = k / p->nghost, column = k % p->nghost;
    if (column < row) continue;
    for (int i = 0; i < CAT_BB; i++) {
      B[i] = schur[(CAT_B * row + i / CAT_B) * n + CAT_B * column + i % CAT_B];
    }
    add_block(s, &(Block){row, column, 1, false, B}, out);
  }
}

void cat_representative_add(const CatRepresentative *s, const double *schur, CatBand *out) {
  const CatPlan *p = &s->cells->plan[s->cells->cell[s->cell].plan];
  add_schur(s, p, schur, out);
  if (s->as == s->cell) return;
  replace_ends(s, p, true, out);
}

void cat_representative_ends(const CatRepresentative *s, CatBand *K) {
  const CatPlan *p = &s->cells->plan[s->cells->cell[s->cell].plan];
  if (s->as != s->cell) replace_ends(s, p, false, K);
}

//------------------------------------------------------------------------------- droppers

// The cell that contains all coordinates of a tie, or -1.
static int cell_of_tie(const CatLanes *s, const CatPort *b) {
  int cell = b->n > 0 ? s->dof[b->dof[0]].cell : -1;
  for (int k = 1; k < b->n; k++) {
    if (s->dof[b->dof[k]].cell != cell) return -1;
  }
  return cell;
}

static bool same_place(const CatLanes *s, const CatPort *a, const CatPort *b) {
  if (a->n != b->n) return false;
  for (int k = 0; k < a->n; k++) {
    if (s->dof[a->dof[k]].number != s->dof[b->dof[k]].number) return false;
  }
  return true;
}

// Its stiffness: twice that between its two nodes.
static double stiffness(const CatLanes *s, const CatPort *b) {
  double sum = 0;
  for (int k = 0; k < b->n * b->n; k++) {
    int i = k / b->n, j = k % b->n;
    bool other = s->dof[b->dof[i]].number / CAT_B != s->dof[b->dof[j]].number / CAT_B;
    if (other) sum += b->b[i] * b->b[j] * cat_band_get(&s->t->K, b->dof[i], b->dof[j]);
  }
  return sum;
}

static void replace_tie(const CatLanes *s, const CatPort *of, CatPort *out) {
  double scale = sqrt(stiffness(s, of) / stiffness(s, out));
  for (int k = 0; k < of->n; k++) {
    out->b[k] = scale * s->dof[of->dof[k]].sign * s->dof[out->dof[k]].sign * of->b[k];
  }
}

CatStatus cat_representative_ties(CatArena *a, CatLanes *s) {
  const CatPort *own = s->model_tie;
  CatPort *out = CAT_ARENA(a, s->base.ntie + 1, CatPort);
  if (!out) return CAT_ERR_MEMORY;
  memcpy(out, own, (size_t)s->base.ntie * sizeof *out);
  for (int i = 0; i < s->base.ntie; i++) {
    int cell = cell_of_tie(s, &own[i]);
    if (cell < 0) continue;
    const CatLaneGroup *g = &s->groups.group[s->cells.cell[cell].group];
    for (int j = 0; j < s->base.ntie && g->shared && g->as != cell; j++) {
      if (cell_of_tie(s, &own[j]) != g->as || !same_place(s, &own[i], &own[j])) continue;
      replace_tie(s, &own[j], &out[i]);
    }
  }
  s->model_tie = out;
  return CAT_OK;
}
