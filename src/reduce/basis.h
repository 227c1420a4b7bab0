// A reduced basis: few vectors in place of all coordinates of a line, u = Phi q + H x.
//
// Two kinds. Of components: some modes of each held component, one static shape per dropper, and
// the border's coordinates x (synthesis.h). Of the whole line: some of its modes and no border;
// only the requested rows of Phi are known. Either way M = 1 and K = diag(omega^2) for q.
//
// One static shape per dropper (attachment): the part of the static response to a unit force at the
// dropper's ends that the kept modes cannot represent. With it a slack dropper needs no more modes
// than a taut one. The residual is the same for the moving contact, as compliance in series with
// the contact.
#ifndef CAT_REDUCE_BASIS_H
#define CAT_REDUCE_BASIS_H

#include "synthesis.h"

typedef enum CatSelect {
  CAT_SELECT_VERTICAL,   // most vertical motion for their frequency first
  CAT_SELECT_FREQUENCY,  // lowest first
} CatSelect;

#define CAT_BASIS_ERROR 0.005  // default target

typedef struct CatBasisOptions {
  int vectors;  // in all, border included; 0: as many as CAT_BASIS_ERROR requires
  int select;   // CatSelect
  bool attachments, residual;
  double cutoff;  // of the contact force that is evaluated [Hz]
  int nport;
  const CatPort *port;  // droppers (nport)
} CatBasisOptions;

// Data that parts of one kind share; matrices by rows.
typedef struct CatBasisKind {
  int m, nborder, nrow;
  double *omega2;  // [1/s2] (m)
  double *phi;     // (nrow x m)
  double *hold;    // H (nrow x nborder)
  double *mass;    // M_bq (nborder x m)
  int nresidual;
  int *residual_row;  // number of a row in the residual, or -1 (nrow)
  double *residual;   // [m/N] (nresidual x nresidual)
} CatBasisKind;

typedef struct CatBasisPart {
  int kind, first;  // first: of its q
  int nborder;
  const int *border;   // (nborder)
  const double *flip;  // (nborder)
  bool mirrored;
} CatBasisPart;

typedef struct CatBasis {
  const CatLinearSystem *t;
  int nkind, npart, nborder;
  int n;  // vectors: all q, then the border
  CatBasisKind *kind;
  CatBasisPart *part;
  CatBand K, M;         // of the border
  const int *home;      // part of a coordinate, or -1: border (t->n)
  const int *row;       // its row there, its number in the border, or -1: not kept (t->n)
  const bool *across;   // (t->n)
  double highest;       // frequency of the highest mode kept [Hz]
  int modes, attached;  // of q: modes, static shapes
  double error;         // estimated, of the contact force over its mean [-]; 0: not known
  double wave;          // speed of waves in the contact wire [m/s]
} CatBasis;

CatStatus cat_basis_components(CatArena *a, const CatLineModel *m, const CatSynthesis *s,
                               const CatBasisOptions *o, CatBasis *out);

// Some modes of the whole line, and of each the rows that ports need; found once and then read from
// the cache (mode_cache.h). attachments and residual do not apply.
CatStatus cat_basis_whole(CatArena *a, const CatLineModel *m, const CatLinearSystem *t,
                          const CatBasisOptions *o, CatBasis *out);

double cat_basis_wave(const CatLineModel *m);  // of the first contact wire [m/s]

// A port in a basis: b'u = row'q + border'x, in the part's own view of the border.
typedef struct CatBasisPort {
  int part;        // -1: nowhere
  double *row;     // (m of its kind)
  double *border;  // (nborder)
} CatBasisPort;
int cat_basis_part(const CatBasis *s, const CatPort *b);  // where a port is, or -1
void cat_basis_port(const CatBasis *s, const CatPort *b, CatBasisPort *out);
double cat_basis_residual(const CatBasis *s,
                          const CatPort *b);  // static, of the modes left out [m/N]

#endif
