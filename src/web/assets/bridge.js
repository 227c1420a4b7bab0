// A bridge in space: deck, piers, tracks, cars and wheels, as the tables of a crossing tell them.
"use strict";

const Bridge = (() => {
  const HALF = 0.75, EDGE = 2.6, DEEP = 1.9, APPROACH = 60;  // rails, deck, ground before it [m]
  const SIDES = 12, PIER = 9, RADIUS = 0.46, FLOOR = 1.1, BODY = 2.7;    // piers, wheels and cars [m]

  // A mesh of so many points in a row along the track: strips join one row of points to the next.
  function ribbon(rows, columns) {
    const g = new THREE.BufferGeometry(), index = [];
    const at = new THREE.BufferAttribute(new Float32Array(3 * rows * columns), 3);
    const ink = new THREE.BufferAttribute(new Float32Array(3 * rows * columns), 3);
    for (let i = 0; i + 1 < rows; i++) {
      for (let k = 0; k + 1 < columns; k++) {
        const a = i * columns + k, b = a + columns;
        index.push(a, b, a + 1, a + 1, b, b + 1);
      }
    }
    g.setAttribute("position", at);
    g.setAttribute("color", ink);
    g.setIndex(index);
    const mesh = new THREE.Mesh(g, new THREE.MeshBasicMaterial({ vertexColors: THREE.VertexColors,
      side: THREE.DoubleSide }));
    mesh.frustumCulled = false;
    return { mesh, at, ink };
  }

  // A box of which each side has a shade, for want of lamps: ends, top and bottom, sides.
  function shadedBox() {
    const g = new THREE.BoxBufferGeometry(1, 1, 1), side = [0.75, 0.75, 1.06, 0.6, 0.92, 0.92];
    const ink = side.flatMap((v) => Array(12).fill(v));
    g.setAttribute("color", new THREE.BufferAttribute(new Float32Array(ink), 3));
    return g;
  }

  // Each with a geometry of its own: this three.js binds places of instances by geometry.
  function many(shape, n, material) {
    const mesh = new THREE.InstancedMesh(shape.clone(), material, n);
    mesh.frustumCulled = false;
    return mesh;
  }

  // Lines of points along the deck: the first is its middle, others are its tracks.
  function lines(p) {
    const out = [];
    p.wire.forEach((w, i) => { (out[w] = out[w] || { first: i, n: 0, y: p.y[i] }).n++; });
    return out;
  }

  function open(tables, world) {
    const p = tables.scene_points, line = lines(p), x = p.x.slice(line[0].first, line[0].first + line[0].n);
    const n = x.length, axles = tables.scene_axles || { x: [], y: [], speed: [], train: [] };
    const cars = tables.scene_cars || trains(axles), up = new Float32Array(p.x.length);
    const tracks = Array.from(new Set(axles.y)), ys = [...tracks, 0];
    const left = Math.max(...ys) + EDGE, right = Math.min(...ys) - EDGE;
    const side = line.slice(1).reduce((a, b) => (Math.abs(b.y) > Math.abs(a) ? b.y : a), 0);
    const aside = side ? line.find((l) => l.y === side) : null;  // tells how the deck twists
    const deck = ribbon(n, SIDES), ends = [x[0] - APPROACH, ...x, x[n - 1] + APPROACH];
    // its section, each face with its own points so that edges are seen
    const across = [[right + 1.4, -DEEP], [right, -0.45], [right, -0.45], [right, 0], [right, 0], [left, 0],
      [left, 0], [left, -0.45], [left, -0.45], [left - 1.4, -DEEP], [left - 1.4, -DEEP], [right + 1.4, -DEEP]];
    const shades = [0.7, 0.7, 0.85, 0.85, 1, 1, 0.85, 0.85, 0.7, 0.7, 0.6, 0.6];
    const rails = tracks.flatMap((y) => [y - HALF, y + HALF]).map((y) => rail(y, ends));
    const [ground, concrete, coach, roof] = [0, 1, 2, 3].map(() =>
      new THREE.MeshBasicMaterial({ vertexColors: THREE.VertexColors }));
    const steel = new THREE.LineBasicMaterial(), iron = new THREE.MeshBasicMaterial(), box = shadedBox();
    const bodies = many(box, cars.x.length, coach), tops = many(box, cars.x.length, roof);
    const tyre = new THREE.CylinderBufferGeometry(RADIUS, RADIUS, 2 * HALF + 0.14, 10);
    tyre.rotateX(Math.PI / 2);
    const wheels = many(tyre, axles.x.length, iron), matrix = new THREE.Matrix4();
    const turn = new THREE.Quaternion(), spot = new THREE.Vector3(), size = new THREE.Vector3();
    const axis = new THREE.Vector3(0, 0, 1);

    function rail(y, along) {
      const g = new THREE.BufferGeometry(), at = new THREE.BufferAttribute(new Float32Array(3 * along.length), 3);
      g.setAttribute("position", at);
      return { y, at, line: Object.assign(new THREE.Line(g), { frustumCulled: false }) };
    }

    // What stands still: piers below bearings, and the ground before and behind.
    function still() {
      const within = (at) => at > x[0] + 2 && at < x[n - 1] - 2;  // the ends stand on the ground
      const s = { x: (tables.scene_supports || { x: [] }).x.filter(within) };
      const piers = many(box, s.x.length + 2, concrete), banks = many(box, 2, ground);
      const put = (mesh, i, cx, cz, w, h, d) => mesh.setMatrixAt(i, matrix.compose(
        spot.set(cx, cz, -(left + right) / 2), turn.set(0, 0, 0, 1), size.set(w, h, d)));
      s.x.forEach((at, i) => put(piers, i, at, -DEEP - PIER / 2, 1.4, PIER, (left - right) * 0.7));
      [x[0] - 1.2, x[n - 1] + 1.2].forEach((at, i) =>
        put(piers, s.x.length + i, at, -0.1 - (PIER + DEEP) / 2, 2.2, PIER + DEEP - 0.2, left - right));
      [x[0] - APPROACH / 2 - 2.3, x[n - 1] + APPROACH / 2 + 2.3].forEach((at, i) =>
        put(banks, i, at, -0.6, APPROACH, 1, left - right + 2));
      return [piers, banks];
    }

    rails.forEach((r) => { r.line.material = steel; world.add(r.line); });
    world.add(deck.mesh, bodies, tops, wheels, ...still());

    // Displacement of the deck at a place, and 0 beside it.
    function height(at, y) {
      if (at <= x[0] || at >= x[n - 1]) return 0;
      const { low, high, part } = Viewer.between(x, at);
      const of = (l) => up[l.first + low] + part * (up[l.first + high] - up[l.first + low]);
      const middle = of(line[0]);
      return aside ? middle + (of(aside) - middle) * y / side : middle;
    }

    // shape: displacements of all points as drawn; paint(i, out, k) writes the colour of a point
    function move(shape, paint) {
      up.set(shape);
      for (let i = 0; i < n; i++) {
        const middle = up[line[0].first + i], slope = aside ? (up[aside.first + i] - middle) / side : 0;
        across.forEach(([y, z], k) => {
          deck.at.setXYZ(SIDES * i + k, x[i], z + middle + slope * y, -y);
          paint(line[0].first + i, deck.ink.array, SIDES * i + k, shades[k]);
        });
      }
      for (const r of rails) ends.forEach((at, i) => r.at.setXYZ(i, at, 0.16 + height(at, r.y), -r.y));
      deck.at.needsUpdate = deck.ink.needsUpdate = true;
      for (const r of rails) r.at.needsUpdate = true;
    }

    function box3(mesh, i, at, z, y, tilt, w, h, d) {
      mesh.setMatrixAt(i, matrix.compose(spot.set(at, z, -y), turn.setFromAxisAngle(axis, tilt), size.set(w, h, d)));
    }

    // Where the trains are at a time.
    function drive(t) {
      axles.x.forEach((x0, i) => {
        const at = x0 + axles.speed[i] * t;
        matrix.makeTranslation(at, 0.16 + RADIUS + height(at, axles.y[i]), -axles.y[i]);
        wheels.setMatrixAt(i, matrix);
      });
      cars.x.forEach((x0, i) => {
        const at = x0 + cars.speed[i] * t, half = cars.pivots[i] / 2, y = cars.y[i];
        const rear = height(at - half, y), front = height(at + half, y), mean = (rear + front) / 2;
        const tilt = half > 0 ? Math.atan2(front - rear, 2 * half) : 0, long = cars.length[i] - 0.5;
        box3(bodies, i, at, 0.16 + FLOOR + BODY / 2 + mean, y, tilt, long, BODY, 2.8);
        box3(tops, i, at, 0.16 + FLOOR + BODY + 0.2 + mean, y, tilt, long - 0.6, 0.4, 2.3);
      });
      for (const m of [wheels, bodies, tops]) m.instanceMatrix.needsUpdate = true;
    }

    function theme() {
      ground.color.set(Viewer.color("grid"));
      concrete.color.set(Viewer.color("line"));
      steel.color.set(Viewer.color("ink"));
      iron.color.set(Viewer.color("ink"));
      coach.color.set(Viewer.color("train"));
      roof.color.set(Viewer.color("axis"));
    }

    drive(0);
    return { move, drive, theme, length: x[n - 1] - x[0], middle: (x[0] + x[n - 1]) / 2, line };
  }

  // Trains of which only the axles are known: one box from the first to the last.
  function trains(axles) {
    const out = { x: [], y: [], speed: [], length: [], pivots: [] };
    for (const number of new Set(axles.train)) {
      const mine = axles.x.map((_, i) => i).filter((i) => axles.train[i] === number);
      const at = mine.map((i) => axles.x[i]), low = Math.min(...at), high = Math.max(...at);
      if (high - low < 1) continue;  // a single axle
      out.x.push((low + high) / 2), out.y.push(axles.y[mine[0]]), out.speed.push(axles.speed[mine[0]]);
      out.length.push(high - low + 4), out.pivots.push(high - low);
    }
    return out;
  }

  return { open };
})();
