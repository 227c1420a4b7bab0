// The record of a run, read as values: tables of channels, results, verdicts, warnings.
//
// Everything that these functions return belongs to the record and lives as long as it. A record
// that is not changed may be read in several threads. NULL and indices that do not exist are
// allowed: they give 0, NULL or "".
#ifndef CATENARIA_RECORD_H
#define CATENARIA_RECORD_H

#include <stdbool.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct CatRecord CatRecord;  // results of a run

// One quantity over the rows of its table; SI units unless the unit says otherwise.
typedef struct CatChannel {
  const char *name;  // "p1.force"
  const char *unit;  // "N"; "" for a pure number
  const char *doc;   // one line
  double *data;      // as many as the table has rows; not to be written
} CatChannel;

// Channels of one length over a common first channel, such as time or position.
typedef struct CatTable {
  const char *name;  // "time", "supports", "droppers"
  int nchannel;
  CatChannel *channel;  // (nchannel)
  size_t n, capacity;   // rows; rows that there is room for
} CatTable;

// One row of the table of results.
typedef struct CatResult {
  const char *group, *label, *unit, *note;
  double value;
} CatResult;

typedef enum CatVerdictResult {
  CAT_VERDICT_FAIL,
  CAT_VERDICT_PASS,
  CAT_VERDICT_UNDECIDED
} CatVerdictResult;

typedef struct CatVerdict {
  const char *standard, *quantity, *unit;
  double value, low, high;  // NaN: no limit on that side
  bool pass;                // it is a pass: neither a failure nor undecided
  const char *note;         // what it means, in a sentence or two; ""
  double u_num;             // standard numerical uncertainty of the value; 0: not known
  CatVerdictResult result;  // undecided: a limit lies within twice that uncertainty
} CatVerdict;

// Motion of what a picture shows, for animations: of each point of the table scene_points and each
// link of scene_links, at so many times; or the shapes of natural modes. Decimated so that the
// frames of any run stay small (docs/results.md): numbers for evaluation are in the tables.
typedef enum CatFramesKind { CAT_FRAMES_TIME, CAT_FRAMES_MODES } CatFramesKind;
typedef struct CatFrames {
  CatFramesKind kind;
  size_t n, capacity;  // frames; frames that there is room for
  int npoint, nlink;
  double *at;       // time [s], or frequency of a mode [Hz] (n)
  float *up;        // displacement upwards of points [m]; modes: of the largest 1 (n x npoint)
  float *sideways;  // the same to the left of the track; NULL: not kept (n x npoint)
  float *force;     // tension of links [N]; NULL: not kept (n x nlink)
} CatFrames;

// How the run ended. Results of a run that failed or was interrupted cover what there is of it.
typedef enum CatRunStatus { CAT_RUN_OK, CAT_RUN_FAILED, CAT_RUN_INTERRUPTED } CatRunStatus;

// Frees the record; its context must still be there. Since 0.1.
void cat_record_free(CatRecord *rec);

// All since 0.1:
CatRunStatus cat_record_status(const CatRecord *rec);
const char *cat_record_message(const CatRecord *rec);  // why it ended early; ""

int cat_record_tables(const CatRecord *rec);
const CatTable *cat_record_table_at(const CatRecord *rec, int i);
const CatTable *cat_record_find(const CatRecord *rec, const char *name);       // by name
const CatChannel *cat_table_channel(const CatTable *table, const char *name);  // by name

const CatFrames *cat_record_frames(const CatRecord *rec);  // NULL: there are none

int cat_record_results(const CatRecord *rec);
const CatResult *cat_record_result_at(const CatRecord *rec, int i);
// The first with this label in a group whose name begins like this one; group NULL: in any.
const CatResult *cat_record_result_find(const CatRecord *rec, const char *group, const char *label);

int cat_record_verdicts(const CatRecord *rec);
const CatVerdict *cat_record_verdict_at(const CatRecord *rec, int i);
int cat_record_failed_verdicts(const CatRecord *rec);

int cat_record_warnings(const CatRecord *rec);
const char *cat_record_warning_at(const CatRecord *rec, int i);

#ifdef __cplusplus
}
#endif

#endif
