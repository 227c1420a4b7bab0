// results.h5 for reading: opened once, from memory, after its checksum has been verified.
#ifndef CAT_REPORT_HDF5_RESULTS_FILE_H
#define CAT_REPORT_HDF5_RESULTS_FILE_H

#include "record/record.h"

typedef struct CatResultsFile CatResultsFile;

// *out is NULL if there is no such file. A damaged one is CAT_ERR_INPUT.
CatStatus cat_results_file_open(CatContext *ctx, const char *path, CatResultsFile **out);
// The same from bytes that were checked already; they are copied. path is for messages.
CatStatus cat_results_file_image(CatContext *ctx, const char *path, void *bytes, size_t n,
                                 CatResultsFile **out);
// The same from bytes whose checksum is verified here.
CatStatus cat_results_file_parse(CatContext *ctx, const char *name, const void *bytes, size_t n,
                                 CatResultsFile **out);
// Reads a table into the record, under another name; *out is NULL if the file has none like that.
CatStatus cat_results_file_table(const CatResultsFile *file, CatRecord *rec, const char *table,
                                 const char *as, const CatTable **out);
// Reads all tables, each under its own name, and the frames.
CatStatus cat_results_file_all(const CatResultsFile *file, CatRecord *rec);
void cat_results_file_free(CatResultsFile *file);

#endif
