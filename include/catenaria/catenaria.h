// Catenaria: the public interface. Load a case, run it, write its results:
//
//   CatContext *ctx = cat_context_new(NULL);
//   CatCaseSource source = {.size = sizeof source, .path = "case.yaml"};
//   CatOutput output = {.size = sizeof output, .dir = "results"};
//   CatCase *c = NULL;
//   CatRecord *rec = NULL;
//   CatStatus status = cat_case_load(ctx, &source, &c);
//   if (status == CAT_OK) status = cat_case_run(ctx, c, &rec);
//   if (rec) status = cat_results_write(ctx, c, rec, &output);
//   cat_record_free(rec);
//   cat_case_free(c);
//   cat_context_free(ctx);
//
// For more than whole runs: catenaria/model.h, catenaria/simulation.h; docs/api.md and examples/.
//
// Every function that can fail returns a CatStatus and leaves the reasons in the context. SI units
// everywhere. Objects are freed by the function of their name; what a function returns without
// ownership says so. A context, and what was made with it, is used by one thread at a time; cases,
// models and records that do not change may be read in several. Structs that the caller fills begin
// with their size (catenaria/context.h). Unless said otherwise: since 0.1.
#ifndef CATENARIA_H
#define CATENARIA_H

#include "catenaria/context.h"
#include "catenaria/model.h"
#include "catenaria/record.h"
#include "catenaria/simulation.h"

#ifdef __cplusplus
extern "C" {
#endif

// A text in memory, with the name of the file that it stands for.
typedef struct CatCaseText {
  const char *name;
  const char *text;
  size_t n;  // bytes; 0: up to its NUL
} CatCaseText;

// Where a case comes from: a file, or a text. Nothing of it is needed after it was loaded.
typedef struct CatCaseSource {
  size_t size;              // sizeof(CatCaseSource)
  const char *path;         // the case file, or the name of a shipped case: "ac-simple/320"
  const char *const *sets;  // overrides, each "key.path=value"; may be NULL
  int nset;
  const char *library;  // folder of shipped cases and parts; NULL: where they were installed or,
                        // for a text, none
  const CatCaseText *text;   // in place of path. Only the library is then looked for on a disk
  const CatCaseText *parts;  // texts that `use:` finds by their names, before any file; may be NULL
  int npart;
} CatCaseSource;

// A measured contact force, or accelerations: a CSV file with names and units in its first row.
typedef struct CatMeasureOptions {
  size_t size;  // sizeof(CatMeasureOptions)
  const char *path;
  const char *column;  // of the force; NULL: the first with "force" in its name. Comfort: upwards
  double speed;        // [m/s]; 0: by the positions in the file
  double cutoff;       // of the low-pass [Hz]; 0: 20 Hz
  double window[2];    // of the statistics [m]; equal: not in metres
  double window_time[2];  // likewise [s]; neither: all of the signal
  const char *filter;     // "butterworth" or "brick-wall"; NULL: the former
  const char *system;     // supply of the line: "ac", "dc-3kv", "dc-1.5kv" or "none"; NULL: "ac"
  bool comfort;           // of accelerations ax, ay, az, in place of the statistics of a force
} CatMeasureOptions;

// Two results: folders, or their summary.json.
typedef struct CatCompareOptions {
  size_t size;  // sizeof(CatCompareOptions)
  const char *a, *b;
  double tolerance;  // relative; negative: none
  bool json;         // a JSON text instead of a table
  const char *page;  // HTML file with the curves of both, one over the other; NULL: none
} CatCompareOptions;

// Checkpoints of a run.
typedef struct CatRunOptions {
  size_t size;             // sizeof(CatRunOptions)
  const char *checkpoint;  // folder in which checkpoint.bin is kept; NULL: none is
  double every;            // time from one to the next [s]; 0: 60 s
  bool resume;             // goes on from the one that is there, if there is one
} CatRunOptions;

typedef struct CatOutput {
  size_t size;      // sizeof(CatOutput)
  const char *dir;  // created if missing
  bool csv;         // channels.csv as well
} CatOutput;

//------------------------------------------------------------------------------ cases
// Reads and checks. *out has memory of its own, by the allocator of the context's host: ctx may be
// freed before it. Errors: CAT_ERR_INPUT (up to CAT_MAX_ERRORS of them, with file, line, column and
// key), CAT_ERR_ARG, CAT_ERR_MEMORY; *out is NULL then.
CatStatus cat_case_load(CatContext *ctx, const CatCaseSource *source, CatCase **out);
void cat_case_free(CatCase *c);  // models of it live on
const char *cat_case_kind(const CatCase *c);
const char *cat_case_title(const CatCase *c);
const char *cat_case_file(const CatCase *c);  // that it was read from, or the name of its text
int cat_case_warnings(const CatCase *c);      // values that are possible but unusual
const char *cat_case_warning(const CatCase *c, int i);  // "case.yaml:3:10: run.speed: ..."
// The complete input as understood, defaults included, as YAML text.
CatStatus cat_case_print(CatContext *ctx, const CatCase *c, char **text);

//------------------------------------------------------------------------------ runs
// Runs the case. *out is set also when the run failed or was stopped half-way: it then holds
// partial results, marked as such, and may be written. It is NULL only if nothing was computed.
CatStatus cat_case_run(CatContext *ctx, const CatCase *c, CatRecord **out);
// The same with checkpoints: a run that was killed goes on from its last one, by the same program,
// and ends with the same results, bit for bit. One that is stopped writes a checkpoint, too;
// cat_results_write removes it with the results of a run that ended. CAT_ERR_ARG: this kind has
// none (cat_case_keeps), or the checkpoint is not of this case or this build.
CatStatus cat_case_run_kept(CatContext *ctx, const CatCase *c, const CatRunOptions *options,
                            CatRecord **out);
bool cat_case_keeps(const CatCase *c);  // its runs can have checkpoints
// Natural frequencies of the case's line; CAT_ERR_ARG if its kind has none.
CatStatus cat_case_modes(CatContext *ctx, const CatCase *c, CatRecord **out);
// Shape at rest of the line in the case; CAT_ERR_ARG if it holds none.
CatStatus cat_case_rest(CatContext *ctx, const CatCase *c, CatRecord **out);
// Statistics and verdicts of a measured signal. *c represents the request, for
// cat_results_write; both are NULL after an error.
CatStatus cat_measure_file(CatContext *ctx, const CatMeasureOptions *options, CatCase **c,
                           CatRecord **out);

//------------------------------------------------------------------------------ results
// summary.json, results.h5, report.html and, if asked for, channels.csv: all of them or none.
// CAT_ERR_ARG: the record is of another case, by its input.
CatStatus cat_results_write(CatContext *ctx, const CatCase *c, CatRecord *rec,
                            const CatOutput *out);
CatStatus cat_results_table(CatContext *ctx, CatRecord *rec, char **text);  // for a terminal
CatStatus cat_results_summary(CatContext *ctx, const CatCase *c, CatRecord *rec, char **json);
// One of the files as it would be written, in memory: to be freed by cat_string_free, and n bytes
// long (a NUL follows that they do not count; n may be NULL for texts). CAT_ERR_ARG: there are no
// channels.
typedef enum CatOutputFile {
  CAT_OUTPUT_SUMMARY,   // summary.json
  CAT_OUTPUT_REPORT,    // report.html
  CAT_OUTPUT_CHANNELS,  // channels.csv
  CAT_OUTPUT_HDF5,      // results.h5
} CatOutputFile;
CatStatus cat_results_bytes(CatContext *ctx, const CatCase *c, CatRecord *rec, CatOutputFile file,
                            char **bytes, size_t *n);
// The bytes of a results.h5, read back: its tables and frames, as a record without results,
// verdicts and warnings. Channels of a table are in the order of their names. name is for messages
// (NULL: "results.h5"). Errors: CAT_ERR_INPUT (no such file, or a damaged one: its checksum is
// verified first), CAT_ERR_ARG (a build without HDF5), CAT_ERR_MEMORY; *out is NULL then.
CatStatus cat_results_parse(CatContext *ctx, const char *name, const void *bytes, size_t n,
                            CatRecord **out);
// Every number of two summaries side by side; *beyond counts those beyond the tolerance.
CatStatus cat_results_compare(CatContext *ctx, const CatCompareOptions *options, char **text,
                              int *beyond);

//------------------------------------------------------------------------------ help
// One input key in full by its path ("run.speed"), those that speak of a word that is no key
// ("linearised"), or all of them in short (NULL or "").
CatStatus cat_manual_key(CatContext *ctx, const char *path, char **text);
CatStatus cat_manual_json(CatContext *ctx, const char *path, char **json);
CatStatus cat_manual_markdown(CatContext *ctx, char **text);  // the reference, docs/input.md

const char *cat_version(void);  // "0.1.0"
const char *cat_commit(void);   // it was built from: "0123456789ab", with "-dirty", or "unknown"
// Version, commit, compiler, build type, libraries with versions, licences of embedded components.
CatStatus cat_about(CatContext *ctx, char **json);

// Folder of the shipped cases: $CATENARIA_CASES, or beside the program, or where they were
// installed. *path is NULL if there is none.
CatStatus cat_library_find(CatContext *ctx, char **path);
// Of the names, the one that looks most like text; NULL if none is near. For "did you mean".
const char *cat_nearest_name(const char *text, const char *const *names, int n);

// Frees a text that one of the functions above made. NULL is allowed.
void cat_string_free(CatContext *ctx, char *text);

#ifdef __cplusplus
}
#endif

#endif
