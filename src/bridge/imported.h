// A bridge whose modes come from files: frequencies, modal masses and shapes at points of the deck
// (CSV or HDF5), or stiffness and mass matrix of a finite element model (Matrix Market), reduced
// here.
#ifndef CAT_BRIDGE_IMPORTED_H
#define CAT_BRIDGE_IMPORTED_H

#include "bridge.h"
#include "file_table.h"

// The points of the deck with displacements of each mode: all combinations of places along and
// across.
typedef struct CatDeckGrid {
  int nx, ny;
  double *x, *y;  // ascending [m]
  size_t *at;     // row of the table for each point (nx x ny)
} CatDeckGrid;

// Fills length, omega, zeta (if the files have it), shapes and what across needs; masses are 1.
CatStatus cat_bridge_import(CatContext *ctx, CatArena *a, const CatSpec *input,
                            const CatDeckSpec *spec, CatBridge *out);
// Reads the files of a case and says what is wrong with them; the input learns what is in them.
CatStatus cat_bridge_import_check(CatContext *ctx, CatSpec *input);

// Inside: modes of the matrices at the points (matrices.c).
typedef struct CatDeckMatrices {
  CatFileName file[2];  // K, M
  size_t npoint;
  const double *unknown;       // of each point, from 1; 0: it is held (npoint)
  const CatFileTable *points;  // where they come from
  int modes;                   // asked for
} CatDeckMatrices;
// Frequencies into out, displacements of all modes at the points into value (npoint x out->n).
CatStatus cat_bridge_reduce(CatArena *a, const CatDeckMatrices *of, CatBridge *out, double **value);
CatStatus cat_bridge_reduce_check(CatArena *scratch, const CatDeckMatrices *of);

#endif
