#!/usr/bin/python3
"""catenaria rt --live: who watches gets frames of the line and how many were left out; a reader that is
stuck and ten that come and go cost the loop nothing: it allocates nothing, and drops what nobody takes.
    rt_live.py CATENARIA CASE"""
import base64, json, os, re, shutil, socket, struct, subprocess, sys, tempfile, threading, time

program, case = sys.argv[1:]
out = tempfile.mkdtemp()
rig = subprocess.Popen([program, "rt", case, "--partner", "simulated", "--seconds", "4", "--priority", "0", "--no-awake",
                        "--live", "--no-open", "--json", "-o", out], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
url = json.loads(rig.stdout.readline())["url"]
port, token = re.fullmatch(r"http://127\.0\.0\.1:(\d+)/\?token=(\S+)", url).groups()
head = [f"Host: 127.0.0.1:{port}", f"Cookie: catenaria-{port}={token}", f"Origin: http://127.0.0.1:{port}"]
wrong = []


def get(path):
    s = socket.create_connection(("127.0.0.1", int(port)), timeout=20)
    s.sendall("\r\n".join([f"GET {path} HTTP/1.1", *head, "", ""]).encode())
    got = b""
    while more := s.recv(65536):
        got += more
    return got.split(b"\r\n\r\n", 1)[1]


def exactly(s, n):
    got = b""
    while len(got) < n:
        more = s.recv(n - len(got))
        if not more:
            raise EOFError
        got += more
    return got


def headers(s):
    got = b""
    while not got.endswith(b"\r\n\r\n"):
        got += exactly(s, 1)
    return got


def connect():
    s = socket.create_connection(("127.0.0.1", int(port)), timeout=20)
    key = base64.b64encode(b"0123456789abcdef").decode()
    s.sendall("\r\n".join(["GET /live HTTP/1.1", *head, "Upgrade: websocket", "Connection: Upgrade",
                           "Sec-WebSocket-Version: 13", f"Sec-WebSocket-Key: {key}", "", ""]).encode())
    return s, headers(s).startswith(b"HTTP/1.1 101")


def message(s):
    first, size = exactly(s, 2)
    if size == 126:
        size = struct.unpack(">H", exactly(s, 2))[0]
    elif size == 127:
        size = struct.unpack(">Q", exactly(s, 8))[0]
    return first & 15, exactly(s, size)


def come_and_go():
    for _ in range(10):
        s, _ = connect()
        time.sleep(0.05)
        s.close()


stuck, there = connect()  # never reads
reader, open_ = connect()
threading.Thread(target=come_and_go).start()
frames, last, lifts = 0, (0, -1.0), []
try:
    while frames < 60:
        kind, data = message(reader)
        if kind != 2:
            break
        seq, t, dropped, points, links, n = struct.unpack("<6d", data[:48])
        x, height, force = struct.unpack("<3d", data[48:72])
        up = struct.unpack(f"<{int(points)}f", data[72:72 + 4 * int(points)])
        if len(data) != 48 + 24 * n + 4 * (points + links) or seq <= last[0] or t < last[1]:
            wrong.append(f"frame {seq} at {t} of {len(data)} bytes")
        if frames == 0:
            scene = json.loads(get("/api/live"))
            if len(scene["scene_points"]["s"]) != points or not n == 1:
                wrong.append("another line than its frames")
        lifts.append(max(up))
        last, frames = (seq, t), frames + 1
except (EOFError, socket.timeout):
    pass
while not os.path.exists(out + "/summary.json") and rig.poll() is None:
    time.sleep(0.1)
reader.close()
stuck.close()  # the last browser has left
rig.stdout.read()
complaints = rig.stderr.read()
code = rig.wait(60)
summary = json.load(open(out + "/summary.json"))
live = summary["rt"].get("live", {})
if not (there and open_ and frames >= 20 and max(lifts) > 1e-3 and len(set(lifts)) > 10):
    wrong.append(f"{frames} frames, lifts up to {max(lifts, default=0)}")
if code != 0 or summary["status"] != "ok" or summary["rt"]["steps"] != 4000:
    wrong.append(f"exit code {code}, {summary['rt']['steps']} steps: {complaints}")
if live.get("frames", 0) + live.get("left_out", 0) != 100:
    wrong.append(f"of 100 frames: {live}")
if summary["rt"]["allocations"] != 0:
    wrong.append(f"{summary['rt']['allocations']} allocations in the loop")
shutil.rmtree(out)
for w in wrong:
    print("FAILED:", w)
print(f"{frames} frames read of {live}; overruns {summary['rt']['overruns']}")
sys.exit(1 if wrong else 0)
