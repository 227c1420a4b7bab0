// A run that is going on: its frames as they come, and what to do when the program is gone.
"use strict";

const Live = (() => {
  const { byId } = Viewer;
  let shift = null, on = false, now = null, wanted = false, timer = 0;

  //---------------------------------- frames ------------------------------------------------------

  // As live_take in src/web/live.h packs them.
  function unpack(buffer) {
    const [seq, t, dropped, points, links, n] = new Float64Array(buffer, 0, 6);
    const more = new Float64Array(buffer, 48, 3 * n), at = 48 + 24 * n;
    return { seq, t, dropped, frame: { up: new Float32Array(buffer, at, points),
      force: new Float32Array(buffer, at + 4 * points, links) },
      pantographs: Array.from({ length: n }, (_, k) => ({ x: more[3 * k], force: more[3 * k + 2] })) };
  }

  function take(buffer) {
    const before = now;
    now = Object.assign(unpack(buffer), { count: before ? before.count + 1 : 1 });
    now.skipped = before && now.seq > before.seq ? before.skipped + now.seq - before.seq - 1 : 0;
    now.scene = Boolean(before && before.scene && before.frame.up.length === now.frame.up.length);
    document.body.dataset.live = now.count;
    byId("follow").hidden = on;
    clearTimeout(timer);
    timer = setTimeout(ended, 1500);
    if (wanted && !on) follow();
    if (!on) return;
    if (!now.scene) openScene();
    Plots.followed(now.t, now.pantographs.map((p) => p.force));
    Viewer.redraw();
  }

  let asking = false;
  async function openScene() {
    if (asking || !Scene.ready()) return;
    asking = true;
    const scene = await Viewer.get("/api/live").catch(() => null);
    asking = false;
    if (!scene || !on || scene.scene_points.s.length !== now.frame.up.length) return;
    Scene.range({});
    Scene.open(scene);
    shift = scene.scene_shift || null;
    now.scene = true;
    byId("empty").hidden = true;
  }

  // A line that repeats under its pantographs (catenaria rt): where on it they are.
  function onLine(list) {
    if (!shift || !list.length) return list;
    const times = Math.max(0, Math.ceil((list[0].x - shift.at[0]) / shift.length[0]));
    return list.map((p) => Object.assign({}, p, { x: p.x - times * shift.length[0] }));
  }

  function follow() {
    on = true;
    wanted = false;
    byId("follow").hidden = true;
    document.body.dataset.state = "following";
    Viewer.select("view");
    if (now) now.scene = false;
  }

  function leave() {
    if (!on) return;
    on = false;
    Plots.unfollow();
    document.body.dataset.state = "paused";
  }

  // No frame for a while: is the run over?
  async function ended() {
    const job = await Viewer.get("/api/job").catch(() => null);
    if (job && job.state === "running") return void (timer = setTimeout(ended, 1500));
    byId("follow").hidden = true;
    const following = on;
    leave();
    now = null;
    if (job && following) await finished(job);
  }

  async function finished(job) {
    leave();
    now = null;
    clearTimeout(timer);
    byId("follow").hidden = true;
    if (job.result >= 0) await Viewer.finished(job.result);
    else await Viewer.again().then(Viewer.reopen);
  }

  //---------------------------------- the connection ----------------------------------------------

  function connect() {
    const socket = new WebSocket("ws://" + location.host + "/live");
    socket.binaryType = "arraybuffer";
    socket.onmessage = (event) => take(event.data);
    socket.onopen = async () => {
      if (!document.body.dataset.lost) return;
      delete document.body.dataset.lost;
      await Viewer.again();
      Viewer.note("connected again");
    };
    socket.onclose = lost;
  }

  // Without an answer: wait. Refused: the program was started anew and has another token.
  async function lost() {
    document.body.dataset.lost = "true";
    const code = await Viewer.get("/api/job").then(() => 200, (error) => error.code || 0);
    if (code === 403) Viewer.note("the program was started anew: open the address that it printed", true);
    else Viewer.note("the program does not answer; trying again", true);
    setTimeout(connect, 1500);
  }

  byId("follow").addEventListener("click", follow);

  return { connect, leave, finished, following: () => on && now !== null,
    moment: () => now,
    want: () => { wanted = true; },  // the next run is followed
    text: () => "following: " + now.pantographs.map((p) => p.force.toFixed(0) + " N").join(", ") +
      ", " + (now.dropped + now.skipped) + " frames dropped",
    draw: () => { if (now.scene) Scene.move(now.frame), Scene.drive(onLine(now.pantographs), now.t); } };
})();
