#include "assets.h"

#include <string.h>

#define ASSET(name)                                                                                \
  extern const unsigned char web_##name[];                                                         \
  extern const size_t web_##name##_size;
ASSET(index_html)
ASSET(app_css)
ASSET(state_js)
ASSET(archive_js)
ASSET(bridge_js)
ASSET(scene_js)
ASSET(plots_js)
ASSET(live_js)
ASSET(outline_js)
ASSET(editor_js)
ASSET(app_js)
ASSET(three_js)
ASSET(orbit_js)
ASSET(dygraph_js)
ASSET(dygraph_css)
#undef ASSET

#define HTML "text/html; charset=utf-8"
#define SCRIPT "text/javascript; charset=utf-8"
#define STYLE "text/css; charset=utf-8"

static const Asset assets[] = {
    {"/", HTML, web_index_html, &web_index_html_size},
    {"/app.css", STYLE, web_app_css, &web_app_css_size},
    {"/state.js", SCRIPT, web_state_js, &web_state_js_size},
    {"/archive.js", SCRIPT, web_archive_js, &web_archive_js_size},
    {"/bridge.js", SCRIPT, web_bridge_js, &web_bridge_js_size},
    {"/scene.js", SCRIPT, web_scene_js, &web_scene_js_size},
    {"/plots.js", SCRIPT, web_plots_js, &web_plots_js_size},
    {"/live.js", SCRIPT, web_live_js, &web_live_js_size},
    {"/outline.js", SCRIPT, web_outline_js, &web_outline_js_size},
    {"/editor.js", SCRIPT, web_editor_js, &web_editor_js_size},
    {"/app.js", SCRIPT, web_app_js, &web_app_js_size},
    {"/three.js", SCRIPT, web_three_js, &web_three_js_size},
    {"/orbit.js", SCRIPT, web_orbit_js, &web_orbit_js_size},
    {"/dygraph.js", SCRIPT, web_dygraph_js, &web_dygraph_js_size},
    {"/dygraph.css", STYLE, web_dygraph_css, &web_dygraph_css_size},
};

const Asset *asset_find(const char *uri) {
  for (size_t i = 0; i < sizeof assets / sizeof *assets; i++) {
    if (strcmp(assets[i].uri, uri) == 0) return &assets[i];
  }
  return NULL;
}
