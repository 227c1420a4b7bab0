// A cable's kernel works in the frame of the cable's first node; on a curve its second node has
// another one. These rotate the kernel's results into each node's own frame.
#ifndef CAT_ASSEMBLE_FRAMES_H
#define CAT_ASSEMBLE_FRAMES_H

// T' f and T' K T, where T turns the second node's components by `turn` [rad].
void cat_frame_turn_vector(double turn, double f[12]);
void cat_frame_turn_matrix(double turn, double K[144]);

#endif
