// Licences of the components embedded in the program and passed on with every report.
#ifndef CAT_REPORT_HTML_LICENCES_H
#define CAT_REPORT_HTML_LICENCES_H

typedef struct CatLicence {
  const char *name;     // "dygraphs"
  const char *licence;  // "MIT"
  const char *text;     // complete, with the lines of copyright
} CatLicence;

const CatLicence *cat_report_licences(int *n);  // constants

#endif
