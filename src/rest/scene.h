// What a picture in space needs of a line at rest, as tables of the record: points, wires, links,
// supports and the track. Frames (catenaria/record.h) say how the points move.
#ifndef CAT_REST_SCENE_H
#define CAT_REST_SCENE_H

#include "record/record.h"
#include "rest.h"

CatStatus cat_rest_scene(const CatLineModel *m, const CatConfiguration *rest, CatRecord *rec);
int cat_scene_points(const CatLineModel *m);  // nodes, then hinges of steady arms
int cat_scene_links(const CatLineModel *m);   // droppers, then steady arms
// The coordinate that moves each point in a direction (CAT_UP, CAT_ACROSS), -1: none; for a linear
// system with these numbers.
void cat_scene_coordinates(const CatLineModel *m, int (*const dof)[CAT_NODE_DOF], int direction,
                           int *out);

#endif
