// catenaria rt: the line as a real-time partner of a rig.
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "app/command.h"
#include "app/failure.h"
#include "app/heap.h"
#include "app/job.h"
#include "app/key.h"
#include "app/number.h"
#include "app/options.h"
#include "app/session.h"
#include "dashboard.h"

static const Option options[] = {
    {"output", 'o', "DIR", "folder for the results; default: results/<name of the case>-rt"},
    OPTION_SET,
    {"seconds", 0, "S", "length of the run [s]; 0: until stopped; default: 10"},
    {"partner", 0, "WHO", "external (default): a rig; simulated: a pantograph of ours"},
    {"link", 0, "WAY", "udp (default) or shm: shared memory with futex"},
    {"bind", 0, "ADDRESS:PORT", "where to listen; default: 127.0.0.1:45318"},
    {"name", 0, "NAME", "of the shared memory; default: /catenaria-rt"},
    {"key", 0, "FILE", "secret of 32 hexadecimal digits that authenticates packets both ways"},
    {"rebind", 0, NULL, "another sender may take over from a silent partner"},
    {"wait", 0, "S", "for the partner's first packet [s]; default: 30"},
    {"input", 0, "WHAT", "the simulated partner sends its force (default) or its position"},
    {"paced", 0, "on|off", "off: no clock, a step whenever a packet is there"},
    {"overrun", 0, "POLICY", "slip (default), drop or stop after a missed deadline"},
    {"shift", 0, "on|off|X", "repeat the line under the pantograph, at place X [m]; default: auto"},
    {"delay", 0, "STEPS", "of the rig, made up for by extrapolation; or: measured"},
    {"max-force", 0, "N", "beyond it the rig is brought to its safe state; default: 1000"},
    {"max-uplift", 0, "M", "likewise of the wire [m]; default: 0.5"},
    {"silence", 0, "MS", "likewise without a packet [ms]; default: 20"},
    {"priority", 0, "P", "of SCHED_FIFO; 0: not asked for; default: 80"},
    {"cpu", 0, "N", "processor to run on; default: any"},
    {"no-lock", 0, NULL, "memory may be paged out"},
    {"no-awake", 0, NULL, "processors may fall asleep: /dev/cpu_dma_latency is left alone"},
    {"dashboard", 0, NULL, "show the loop at work, on a terminal"},
    {"live", 0, NULL, "watch the line in a browser; the address is printed"},
    {"no-open", 0, NULL, "with --live: do not open a browser"},
    {"csv", 0, NULL, "write channels.csv as well"},
    {"strict", 0, NULL, "exit with 1 if a verdict fails"},
    {"quiet", 'q', NULL, "no table"},
    {0},
};

//------------------------------------------------------------------------------- options

static int refuse(const Args *args, const char *option, const char *expected) {
  char text[256];
  snprintf(text, sizeof text, "catenaria rt: --%s %.60s: expected %s", option,
           args_value(args, option), expected);
  return failure_plain(EXIT_USAGE, args_has(args, "json"), text);
}

// A number from least to most, times unit, if the option was given.
typedef struct Number {
  const char *name;
  double least, most, unit;
  double *out;
} Number;

static int read_number(const Args *args, const Number *n) {
  const char *value = args_value(args, n->name), *rest = NULL;
  double got;
  if (!value) return 0;
  if (number_read(value, &got, &rest) && !*rest && got >= n->least && got <= n->most) {
    *n->out = got * n->unit;
    return 0;
  }
  char expected[80];
  snprintf(expected, sizeof expected, "a number from %g to %g", n->least, n->most);
  return refuse(args, n->name, expected);
}

// One of the words, if the option was given; its number goes to out.
static int read_word(const Args *args, const char *name, const char *const *words, int *out) {
  const char *value = args_value(args, name);
  char expected[80] = "";
  if (!value) return 0;
  for (int i = 0; words[i]; i++) {
    if (strcmp(words[i], value) == 0) {
      *out = i;
      return 0;
    }
    size_t n = strlen(expected);
    snprintf(expected + n, sizeof expected - n, "%s%s", i > 0 ? " or " : "", words[i]);
  }
  return refuse(args, name, expected);
}

static int read_words(const Args *args, CatRtOptions *o) {
  static const char *const partners[] = {"external", "simulated", NULL};
  static const char *const links[] = {"udp", "shm", NULL};
  static const char *const inputs[] = {"force", "position", NULL};
  static const char *const paces[] = {"on", "off", NULL};
  static const char *const policies[] = {"slip", "drop", "stop", NULL};
  int partner = (int)o->partner, link = (int)o->way, input = (int)o->input, pace = 0;
  int policy = (int)o->overrun;
  int code = read_word(args, "partner", partners, &partner);
  if (!code) code = read_word(args, "link", links, &link);
  if (!code) code = read_word(args, "input", inputs, &input);
  if (!code) code = read_word(args, "paced", paces, &pace);
  if (!code) code = read_word(args, "overrun", policies, &policy);
  o->partner = (CatRtPartnerType)partner;
  o->way = (CatRtWay)link;
  o->input = (CatRtInput)input;
  o->unpaced = pace == 1;
  o->overrun = (CatRtOverrun)policy;
  return code;
}

static int read_numbers(const Args *args, CatRtOptions *o) {
  double priority = o->priority, cpu = o->cpu;
  const Number numbers[] = {
      {"seconds", 0, 1e7, 1, &o->seconds},
      {"wait", 0, 1e6, 1, &o->wait},
      {"max-force", 1, 1e6, 1, &o->max_force},
      {"max-uplift", 1e-3, 10, 1, &o->max_uplift},
      {"silence", 1, 1e6, 1e-3, &o->silence},
      {"priority", 0, 99, 1, &priority},
      {"cpu", 0, 1023, 1, &cpu},
  };
  for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
    int code = read_number(args, &numbers[i]);
    if (code) return code;
  }
  o->priority = (int)priority;
  o->cpu = (int)cpu;
  return 0;
}

// A word, or else a number.
static int read_shift(const Args *args, CatRtOptions *o) {
  const char *shift = args_value(args, "shift"), *delay = args_value(args, "delay");
  int code = 0;
  if (delay && strcmp(delay, "measured") == 0) {
    o->delay = CAT_RT_MEASURED;
  } else {
    code = read_number(args, &(Number){"delay", 0, 100, 1, &o->delay});
  }
  if (code || !shift) return code;
  o->shift = strcmp(shift, "off") == 0 ? CAT_RT_SHIFT_OFF : CAT_RT_SHIFT_ON;
  if (o->shift == CAT_RT_SHIFT_OFF || strcmp(shift, "on") == 0) return 0;
  return read_number(args, &(Number){"shift", 1e-3, 1e6, 1, &o->shift_at});
}

static int read_key(const Args *args, unsigned char *key, CatRtOptions *o) {
  const char *path = args_value(args, "key");
  char why[128], text[512];
  if (!path) return 0;
  o->key = key;
  if (key_read(path, key, why, sizeof why)) return 0;
  snprintf(text, sizeof text, "catenaria rt: --key %.200s: %s", path, why);
  return failure_plain(EXIT_USAGE, args_has(args, "json"), text);
}

int rt_options(const Args *args, CatRtOptions *o) {
  *o = cat_rt_options_default();
  o->address = args_value(args, "bind");
  o->name = args_value(args, "name");
  o->lock = !args_has(args, "no-lock");
  o->awake = !args_has(args, "no-awake");
  o->rebind = args_has(args, "rebind");
  o->frames = args_has(args, "live");
  o->allocations = heap_is_seen() ? heap_calls : NULL;
  o->plant = getenv("CATENARIA_RT_PLANT");
  int code = read_words(args, o);
  if (!code) code = read_numbers(args, o);
  return code ? code : read_shift(args, o);
}

//------------------------------------------------------------------------------- run

static int run_loop(const Args *args, CatRtOptions o) {
  CatRtLive *live = args_has(args, "dashboard") ? cat_rt_live_new() : NULL;
  pid_t watcher = dashboard_start(live);
  o.live = live;
  Job job = {.suffix = "-rt", .rt = &o};
  int code = job_run(&job, args);
  dashboard_end(watcher);
  cat_rt_live_free(live);
  return code;
}

static int run(const Args *args) {
  CatRtOptions o;
  unsigned char key[KEY_BYTES] = {0};
  int code = rt_options(args, &o);
  if (!code) code = read_key(args, key, &o);
  if (!code) code = run_loop(args, o);
  explicit_bzero(key, sizeof key);
  return code;
}

const Command command_rt = {
    .name = "rt",
    .operands = "CASE",
    .noperand_min = 1,
    .noperand_max = 1,
    .summary = "the line in real time, for a rig",
    .details =
        "  CASE is of the kind 'train'. Every period (time.step) the line receives the contact\n"
        "  force of a rig, or the position of its strip, and answers with the height of the wire\n"
        "  over it. Packets, counters and limits are described in docs/rt.md.\n\n"
        "Examples\n"
        "  catenaria rt my-line.yaml --partner simulated --seconds 60 --dashboard\n"
        "  catenaria rt my-line.yaml --bind 192.168.7.1:45318 --key rig.key --cpu 3\n"
        "  catenaria rt my-line.yaml --partner simulated --seconds 600 --live\n"
        "  catenaria rt my-line.yaml --partner simulated --json --quiet | jq .rt\n",
    .options = options,
    .run = run,
};
