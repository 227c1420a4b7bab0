#include <string.h>

#include "catenaria/rt.h"

void cat_rt_options_init(CatRtOptions *options, size_t size) {
  const CatRtOptions defaults = {.size = size,
                                 .seconds = 10,
                                 .wait = 30,
                                 .max_force = 1000,
                                 .max_uplift = 0.5,
                                 .silence = 0.02,
                                 .priority = 80,
                                 .cpu = -1,
                                 .lock = true,
                                 .awake = true};
  if (options) memcpy(options, &defaults, size < sizeof defaults ? size : sizeof defaults);
}
