// A chain of masses fitted to a frequency response, computed or measured.
//
// The response is the receptance of the head, H = z/F. Of a chain, from the last body up,
//
//   Z_n = -w^2 m_n + s_n,   Z_j = -w^2 m_j + s_j Z_(j+1) / (s_j + Z_(j+1)),   H = 1/Z_1,
//
// with s_j = k_j + i w c_j. Sought are m, k, c for which sum |H_chain/H - 1|^2 is least.
#ifndef CAT_POST_CHAIN_FIT_H
#define CAT_POST_CHAIN_FIT_H

#include "base/arena.h"

enum { CAT_FIT_MASSES = 4 };

typedef struct CatResponse {
  int n;
  const double *frequency;          // [Hz] (n)
  const double *amplitude, *phase;  // [m/N] [rad] (n): H = amplitude e^(i phase)
} CatResponse;

// From the head down, as in spec/mass_chain.h.
typedef struct CatFittedChain {
  int n;
  double m[CAT_FIT_MASSES], k[CAT_FIT_MASSES], c[CAT_FIT_MASSES];  // [kg] [N/m] [N s/m]
  double rms;  // root mean square of |H_chain/H - 1|
} CatFittedChain;

// The receptance of a chain at a frequency [Hz]: amplitude [m/N] and phase [rad].
void cat_chain_receptance(const CatFittedChain *x, double frequency, double out[2]);
// The best chain of n masses that is found from many starts.
CatStatus cat_chain_fit(CatContext *ctx, const CatResponse *response, int n, CatFittedChain *out);

#endif
