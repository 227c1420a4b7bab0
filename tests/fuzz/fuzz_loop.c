// Any bytes as what a rig does: good and damaged packets, other senders, silence. The loop goes on,
// or ends with an error, and whatever it answers is a good packet.
#include "fuzz.h"

#include <math.h>
#include <string.h>

#include "rt/loop.h"
#include "support/scene.h"

enum { TURNS = 16 };

static FuzzBytes input;
static uint32_t sequence;

// A packet by its first byte: of the last sender or of another one, in order or not, damaged or
// not; or nothing more for this step.
static int receive(CatRtLink *l, unsigned char *packet) {
  enum { QUIET = 1, FOREIGN = 2, ORDERLY = 4, DAMAGED = 8, ONE_STRIP = 16 };
  if (input.left == 0) return -1;
  unsigned how = fuzz_byte(&input);
  if (how & QUIET) return -1;
  CatRtRequest q = {.session = 1, .sequence = ++sequence, .count = 1};
  q.kind = fuzz_byte(&input) & 1;
  q.flags = fuzz_byte(&input);
  if (!(how & ORDERLY)) fuzz_take(&input, &q.session, 3 * sizeof q.session);
  if (!(how & ONE_STRIP)) q.count = fuzz_byte(&input) % (CAT_RT_CONTACTS + 1);
  fuzz_take(&input, &q.value[0], sizeof q.value[0]);
  cat_rt_request_write(&q, packet);
  if (how & DAMAGED) packet[fuzz_byte(&input) % CAT_RT_REQUEST_BYTES] ^= 1;
  l->foreign = how & FOREIGN;
  return CAT_RT_REQUEST_BYTES;
}

static void send_answer(CatRtLink *l, const unsigned char *packet, int n) {
  CatRtAnswer a;
  (void)l;
  FUZZ_CHECK(cat_rt_answer_read(packet, n, &a) && a.count == 1);
}

static bool wait_packet(CatRtLink *l, double seconds) {
  (void)l, (void)seconds;
  return input.left > 0;
}

static void accept_sender(CatRtLink *l) {
  l->known = true;
}

static void close_link(CatRtLink *l) {
  (void)l;
}

static const CatRtLinkOps ops = {"bytes",     receive,       send_answer,
                                 wait_packet, accept_sender, close_link};

// Made once: finding the shape of a line takes longer than all packets.
static CatLineSim *coupled(void) {
  static CatSpanSpec span;
  static CatTrainSpec spec;
  static Scene scene;
  if (scene.c) return scene.c;
  span = (CatSpanSpec){.length = 60, .repeat = 1};
  spec = scene_string(&span, 8, 1e-3);
  spec.run.speed = 50;
  spec.contact.damping = 20;
  spec.contact.coupling = CAT_COUPLING_EXPLICIT;
  scene = scene_new(&spec);
  return scene.c;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static const double force[] = {150};
  CatLineSim *c = coupled();
  CatRtOptions options = cat_rt_options_default();
  options.unpaced = true;
  options.wait = 0;
  options.rebind = size & 1;
  options.priority = 0;
  options.lock = options.awake = false;
  CatRtLoop loop = {.ctx = c->ctx, .options = &options, .steps = TURNS, .end = 1e9};
  loop.link = (CatRtLink){.ops = &ops, .fd = -1, .known = false};
  loop.period = 1000000;
  loop.strip[0] = NAN;
  loop.safety = cat_rt_safety_new(&options, 1e-3);
  input = (FuzzBytes){data, size};
  sequence = 0;
  cat_context_clear(c->ctx);
  FUZZ_CHECK(cat_rt_loop_connect(&loop, c) == CAT_OK);
  FUZZ_CHECK(cat_rt_loop_start(&loop, force) == CAT_OK);
  CatStatus status = cat_rt_loop_run(&loop);
  FUZZ_CHECK(fabs(loop.force[0]) <= options.max_force);
  FUZZ_CHECK((status == CAT_OK) == (cat_context_errors(c->ctx) == 0));
  return 0;
}
