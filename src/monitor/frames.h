// Frames of a run (catenaria/record.h): every so many steps the displacements of points of a
// structure and the tensions of its ties are kept. Only reads the simulation; all memory is taken
// before the first step.
#ifndef CAT_MONITOR_FRAMES_H
#define CAT_MONITOR_FRAMES_H

#include "couple/sim.h"
#include "record/record.h"

typedef struct CatFrameMonitor {
  CatContext *ctx;
  const CatRecord *rec;
  CatFrames *frames;  // NULL: none are kept
  const CatStructure *structure;
  const int *dof;              // upwards, of each point; -1: does not move (frames->npoint)
  const CatPortVector *point;  // or what each point is in the structure's coordinates; NULL: dof
  double *room;                // a frame in double precision [m], or all coordinates
  long stride;                 // steps from one frame to the next
  long seen;                   // steps so far
} CatFrameMonitor;

// For a run of so many steps. The first links are the ties of the simulation, in their order; the
// others keep no force. dof and point outlive it.
typedef struct CatFramePlan {
  int structure;
  int npoint, nlink;
  const int *dof;
  const CatPortVector *point;
  long steps;
} CatFramePlan;

CatStatus cat_frame_monitor_new(CatRecord *rec, const CatSim *sim, const CatFramePlan *plan,
                                CatFrameMonitor *out);
CatStatus cat_frame_monitor_extend(CatFrameMonitor *m, CatRecord *rec, long steps);
void cat_frame_monitor_begin(CatFrameMonitor *m, const CatSim *sim);  // the first frame, anew
void cat_frame_monitor_step(CatFrameMonitor *m, const CatSim *sim);   // after each step
void cat_frame_monitor_snapshot(CatFrameMonitor *m, CatSnapshot *to);

#endif
