// A steady arm as seen from the contact wire: closed forms, for a straight arm of length l [m]
// whose hinge lies the heel setting h [m] above its clamp.
//
// C. N. Jensen: Nonlinear systems with discrete and continuous elements, thesis, Technical
// University of Denmark, section 4.4.2, eqs. (4.35)-(4.39).
#ifndef CAT_LINE_ARM_H
#define CAT_LINE_ARM_H

// T_R = 4 stag T / L: radial load of a wire under tension that zigzags by +- stagger [N]   (4.35)
double cat_arm_radial(double tension, double stagger, double span);

// T_REG = T_R / sqrt(1 - (h/l)^2): axial force [N]                                         (4.36)
double cat_arm_axial(double radial, double length, double heel);

// T_REG h/l: upward force on the wire [N]                                                  (4.37)
double cat_arm_lift(double radial, double length, double heel);

// k_a = T_R / (l (1 - (h/l)^2)^(3/2)): d lift / dh at constant radial load [N/m]           (4.38)
double cat_arm_stiffness(double radial, double length, double heel);

double cat_arm_static_mass(double mass);  // M/2: the part that the wire carries [kg]
double
cat_arm_dynamic_mass(double mass);  // M/3: the part that moves with the wire [kg]          (4.39)

#endif
