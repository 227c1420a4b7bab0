// Several files as one download: a ZIP archive without compression.
"use strict";

const Archive = (() => {
  const table = Uint32Array.from({ length: 256 }, (_, n) => {
    for (let k = 0; k < 8; k++) n = n & 1 ? 0xedb88320 ^ (n >>> 1) : n >>> 1;
    return n;
  });

  function checksum(bytes) {
    let c = 0xffffffff;
    for (let i = 0; i < bytes.length; i++) c = table[(c ^ bytes[i]) & 255] ^ (c >>> 8);
    return (c ^ 0xffffffff) >>> 0;
  }

  // A header: numbers of 2 or 4 bytes.
  function header(...fields) {
    const out = new DataView(new ArrayBuffer(fields.reduce((n, [size]) => n + size, 0)));
    let at = 0;
    for (const [size, value] of fields) {
      if (size === 2) out.setUint16(at, value, true); else out.setUint32(at, value, true);
      at += size;
    }
    return new Uint8Array(out.buffer);
  }

  const DAY = (1 << 5) | 1;  // 1 January 1980: equal content gives equal bytes

  // files: [{name, bytes}]
  function pack(files) {
    const parts = [], list = [];
    let at = 0, listed = 0;
    for (const { name, bytes } of files) {
      const text = new TextEncoder().encode(name), n = bytes.length;
      const common = [[2, 20], [2, 0x800], [2, 0], [2, 0], [2, DAY], [4, checksum(bytes)], [4, n], [4, n],
        [2, text.length], [2, 0]];
      const local = header([4, 0x04034b50], ...common);
      const entry = header([4, 0x02014b50], [2, 20], ...common, [2, 0], [2, 0], [2, 0], [4, 0], [4, at]);
      parts.push(local, text, bytes);
      list.push(entry, text);
      at += local.length + text.length + n;
      listed += entry.length + text.length;
    }
    const end = header([4, 0x06054b50], [2, 0], [2, 0], [2, files.length], [2, files.length], [4, listed],
      [4, at], [2, 0]);
    return new Blob([...parts, ...list, end], { type: "application/zip" });
  }

  // One file as it is, several as an archive.
  function save(name, type, files) {
    if (files.length === 1) Viewer.download(files[0].name, type, files[0].bytes);
    else if (files.length) Viewer.download(name + ".zip", "application/zip", pack(files));
  }

  return { save };
})();
