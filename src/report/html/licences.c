#include "licences.h"

#include "html.h"

static const CatLicence licences[] = {
    {"dygraphs", "MIT", (const char *)cat_asset_dygraphs_licence},
};

const CatLicence *cat_report_licences(int *n) {
  *n = (int)(sizeof licences / sizeof *licences);
  return licences;
}
