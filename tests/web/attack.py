#!/usr/bin/python3
"""Requests that the viewer must refuse: foreign names, no key, ways out of the folder, too much of anything,
frames that are none. Afterwards it still serves, listens on the loopback interface alone, and has
opened nothing outside its folders.   attack.py CATENARIA"""
import base64, json, os, re, shutil, signal, socket, subprocess, sys, tempfile, threading, time

program = sys.argv[1]
work = os.path.realpath(tempfile.mkdtemp())
results = os.path.join(work, "results", "one")
os.makedirs(results)
open(os.path.join(results, "summary.json"), "w").write('{"title": "one", "kind": "rest", "status": "ok"}')
open(os.path.join(work, "secret.txt"), "w").write("the secret")
open(os.path.join(work, "outside.yaml"), "w").write("hidden: 1234\n")
for name, text in [("deep", b'{"title": ' + b"[" * 900 + b"]" * 900 + b"}"), ("no json", b"{"), ("a list", b"[]"), (b"not \xff utf-8", b"{}")]:
    folder = os.path.join(os.fsencode(work), b"results", os.fsencode(name))
    os.makedirs(folder)
    open(os.path.join(folder, b"summary.json"), "wb").write(text)
os.symlink(os.path.join(work, "secret.txt"), os.path.join(results, "results.h5"))
os.symlink(work, os.path.join(work, "results", "out"))
os.symlink(os.path.join(work, "secret.txt"), os.path.join(work, "results", "link.yaml"))
traced = shutil.which("strace") is not None
trace = os.path.join(work, "trace")
command = [program, "view", os.path.join(work, "results"), "--json"]
if traced:
    command = ["strace", "-f", "-qq", "-y", "-e", "trace=%file", "-o", trace] + command
server = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
url = json.loads(server.stdout.readline())["url"]
port, token = re.fullmatch(r"http://127\.0\.0\.1:(\d+)/\?token=([A-Za-z0-9_-]{43})", url).groups()
port = int(port)
host, cookie = f"Host: 127.0.0.1:{port}", f"Cookie: catenaria-{port}={token}"
tried, wrong = 0, []


def send(data, wait=5.0, most=65536):
    s = socket.create_connection(("127.0.0.1", port), timeout=wait)
    try:
        s.sendall(data)
        got = b""
        while len(got) < most:
            more = s.recv(65536)
            if not more:
                break
            got += more
        return got
    except OSError:
        return b""
    finally:
        s.close()


def request(line, headers=(), body=b""):
    return send(("\r\n".join([line, *headers]) + "\r\n\r\n").encode("latin-1") + body)


def code(answer):
    m = re.match(rb"HTTP/1\.[01] (\d{3})", answer)
    return int(m.group(1)) if m else 0


def refused(name, answer):
    global tried
    tried += 1
    status = code(answer)
    if not (status == 0 or 400 <= status < 600) or b"secret" in answer:
        wrong.append(f"{name}: {answer[:120]!r}")


def post(path, body, wait=5.0):
    """The status and the JSON of the answer; body: an object, or bytes as they are."""
    body = body if isinstance(body, bytes) else json.dumps(body).encode()
    head = [f"POST /api/{path} HTTP/1.1", host, cookie, own, "Content-Type: application/json", f"Content-Length: {len(body)}"]
    answer = send(("\r\n".join(head) + "\r\n\r\n").encode() + body, wait, 1 << 24)
    text = answer.split(b"\r\n\r\n", 1)[-1]
    return code(answer), json.loads(text) if code(answer) == 200 else None


def get(path):
    answer = request(f"GET /api/{path} HTTP/1.1", [host, cookie])
    text = answer.split(b"\r\n\r\n", 1)[-1]
    return code(answer), json.loads(text) if answer.find(b"application/json") > 0 else text


def expect(name, got, wanted):
    global tried
    tried += 1
    if got != wanted:
        wrong.append(f"{name}: {got!r}, not {wanted!r}")


def serves():
    answer = request("GET /api/list HTTP/1.1", [host, cookie])
    return code(answer) == 200 and b'"one"' in answer


def names():
    for h in ["evil.example", f"evil.example:{port}", "127.0.0.1", "localhost", f"127.0.0.1:{port + 1}", "", "[::1]",
              f"127.0.0.1:{port}.evil.example", f"127.0.0.1:{port}@evil", "0.0.0.0", f"localhost.evil:{port}",
              f"0.0.0.0:{port}", f"127.0.0.2:{port}", f"[::1]:{port + 1}", f"LOCALHOST:{port}x", "127.0.0.1:"]:
        refused(f"host {h}", request("GET /api/list HTTP/1.1", [f"Host: {h}", cookie]))
        refused(f"host {h} with token", request(f"GET /?token={token} HTTP/1.1", [f"Host: {h}"]))
    refused("no host", request("GET / HTTP/1.1", [cookie]))
    for o in ["http://evil.example", "null", "https://127.0.0.1:%d" % port, "http://127.0.0.1", "http://localhost:%d" % port,
              "http://127.0.0.1:%d.evil" % port, "file://", "", "http://127.0.0.1:%d/" % port, "http://[::1]:%d" % port]:
        refused(f"origin {o}", request("GET /api/list HTTP/1.1", [host, cookie, f"Origin: {o}"]))
        refused(f"post {o}", request("POST /api/cancel HTTP/1.1", [host, cookie, f"Origin: {o}", "Content-Length: 2",
                                                                   "Content-Type: application/json"], b"{}"))
        refused(f"live {o}", request("GET /live HTTP/1.1", [host, cookie, f"Origin: {o}", *upgrade]))
    for site in ["cross-site", "same-site"]:
        refused(site, request("GET /api/list HTTP/1.1", [host, cookie, f"Sec-Fetch-Site: {site}"]))


upgrade = ["Upgrade: websocket", "Connection: Upgrade", "Sec-WebSocket-Version: 13",
           "Sec-WebSocket-Key: " + base64.b64encode(b"0123456789abcdef").decode()]
own = f"Origin: http://127.0.0.1:{port}"


def keys():
    paths = ["/", "/app.js", "/api/list", "/api/result/0/summary", "/api/schema", "/api/job", "/three.js", "/live"]
    for path in paths:
        for c in [None, "Cookie: ", "Cookie: catenaria=" + token, f"Cookie: catenaria-{port}=", f"Cookie: catenaria-{port}=" + "A" * 43,
                  f"Cookie: catenaria-{port}={token[:-1]}", f"Cookie: catenaria-{port}={token}x", f"Cookie: catenaria-{port + 1}={token}"]:
            refused(f"{path} {c}", request(f"GET {path} HTTP/1.1", [host] + ([c] if c else [])))
    for t in ["", "x", token[:-1], token + "x", token.swapcase(), "%41" * 43, "A" * 43, "A" * 5000]:
        refused(f"token {t[:50]}", request(f"GET /?token={t} HTTP/1.1", [host]))


def ways_out():
    dots = ["../", "..%2f", "%2e%2e/", "%2e%2e%2f", "..\\", "..%5c", "%252e%252e%252f", "..%c0%af", "%c0%ae%c0%ae/", "....//",
            "..;/", "..%00/", "%uff0e%uff0e/", "..%ef%bc%8f", "./../", "//../", ".%2e/", "%2e./", "..%u2215", "..%25c0%25af"]
    for d in dots:
        for base in ["/", "/api/result/0/", "/api/result/0/table/", "/api/case/", "/api/result/"]:
            refused(d, request(f"GET {base}{d * 6}{work.lstrip('/')}/secret.txt HTTP/1.1", [host, cookie]))
    for path in [work + "/secret.txt", "//etc/passwd", "/api/result/0/results.h5", "/api/result/0/tables", "/api/result/0/frames",
                 "/api/result/-1/summary", "/api/result/1/summary", "/api/result/99999999999999999999/summary", "/api/result/0x0/summary",
                 "/api/result//summary", "/api/result/0", "/api/case/-1", "/api/case/999999", "/api/case/0x1", "/api/case/", "/.git/config",
                 "/index.html", "/app.css/..", "*", "http://evil.example/", "/a b", "/\x01", "/%00", "/secret.txt%00.js"]:
        refused(path, request(f"GET {path} HTTP/1.1", [host, cookie]))


def too_much():
    refused("long line", request("GET /" + "a" * 20000 + " HTTP/1.1", [host, cookie]))
    refused("long path", request("GET /" + "a" * 300 + " HTTP/1.1", [host, cookie]))
    refused("long header", request("GET / HTTP/1.1", [host, cookie, "X: " + "a" * 40000]))
    refused("many headers", request("GET / HTTP/1.1", [host, cookie] + [f"X{i}: a" for i in range(2000)]))
    for length in ["1048577", "99999999999999999999", "-1", "x", "4294967296"]:
        refused(f"length {length}", request("POST /api/check HTTP/1.1", [host, cookie, own, "Content-Type: application/json", f"Content-Length: {length}"]))
    for kind in ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data", "application/json; charset=x", ""]:
        refused(kind, request("POST /api/check HTTP/1.1", [host, cookie, own, f"Content-Type: {kind}", "Content-Length: 2"], b"{}"))
    for body in [b"{", b"[]", b'{"text": 1}', b"null", b"\xff\xfe", b'{"text": ["a"]}']:
        refused(f"{body}", request("POST /api/check HTTP/1.1", [host, cookie, own, "Content-Type: application/json", f"Content-Length: {len(body)}"], body))
    for method in ["PUT", "DELETE", "OPTIONS", "HEAD", "PATCH", "TRACE", "CONNECT", "PROPFIND", "FOO", "get"]:
        refused(method, request(f"{method} /api/list HTTP/1.1", [host, cookie, own]))
    refused("get with a body", request("GET / HTTP/1.1", [host, cookie, "Content-Length: 5"], b"hello"))
    for junk in [b"\x00" * 100, b"GET\r\n\r\n", b"\x16\x03\x01\x02\x00", b"GET / HTTP/9.9\r\n\r\n", b"\r\n" * 50 + b"X\r\n\r\n", b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", b"*1\r\n$4\r\nPING\r\n"]:
        refused(f"{junk[:20]}", send(junk, 2))


def frames():
    global tried
    for bad in [b"\x81\x85\x00\x00\x00\x00hello", b"\x81\x05hello", b"\xf1\x80\x00\x00\x00\x00", b"\x83\x80\x00\x00\x00\x00", b"\x8f\x80\x00\x00\x00\x00",
                b"\x82\xff" + b"\x7f" * 8 + b"\x00" * 4, b"\x81\xfe\x00\x05\x00\x00\x00\x00hello", b"\x00\x80\x00\x00\x00\x00", b"\x88\x81\x00\x00\x00\x00\x00"]:
        s = socket.create_connection(("127.0.0.1", port), timeout=8)
        s.sendall(("\r\n".join(["GET /live HTTP/1.1", host, cookie, own, *upgrade]) + "\r\n\r\n").encode())
        first = s.recv(4096)
        tried += 1
        if code(first) != 101:
            wrong.append(f"no live connection: {first[:80]!r}")
        s.sendall(bad)
        s.settimeout(2)
        try:
            while s.recv(4096):
                pass
        except socket.timeout:
            if bad[0] & 0x0F not in (0, 8):  # a first part waits for its rest
                wrong.append(f"frame {bad[:12]!r} was not answered by an end")
        except OSError:
            pass
        s.close()


def writing():
    def save(what, body):
        text = json.dumps(body).encode()
        return request(f"POST /api/{what} HTTP/1.1", [host, cookie, own, "Content-Type: application/json", f"Content-Length: {len(text)}"], text)

    for name in ["../out.yaml", "/tmp/out.yaml", "a/b.yaml", ".hidden.yaml", "a.txt", "", ".yaml", "..yaml", "a..yaml", "a\\b.yaml",
                 "a\u0000.yaml", "a\n.yaml", "%2e%2e%2fout.yaml", "x" * 300 + ".yaml", "~/out.yaml", 7, None, ["a.yaml"], {"a": 1}]:
        refused(f"save {name}", save("save", {"name": name, "text": "kind: rest", "replace": True}))
        refused(f"keep {name}", save("keep", {"name": name, "result": 100000}))
    refused("keep nothing", save("keep", {"name": "good", "result": 0}))
    refused("over a link", save("save", {"name": "link.yaml", "text": "x", "replace": True}))
    if code(save("save", {"name": "good.yaml", "text": "kind: rest"})) != 200:
        wrong.append("a good file was not saved")
    refused("over a file", save("save", {"name": "good.yaml", "text": "x"}))
    if open(os.path.join(work, "results", "good.yaml")).read() != "kind: rest" or open(os.path.join(work, "secret.txt")).read() != "the secret":
        wrong.append("a file was changed")


def json_of_others():
    expect("a good check", post("check", {"text": "kind: rest"})[0], 200)
    text = b'{"text": "kind: cable", "more": %s}'
    expect("63 levels more", post("check", text % (b"[" * 63 + b"]" * 63))[0], 200)
    for body in [b"[" * 900, b"[" * 900 + b"]" * 900, text % (b"[" * 64 + b"]" * 64), text % (b'{"a":' * 64 + b"1" + b"}" * 64),
                 b'{"text": "kind: rest"} more', b'{"text": "kind: rest"}{}', b'{"text": "kind\\u0000: rest"}', b'{"text": "\xff\xfe"}', b'{"text": "\xc0\xaf"}',
                 b'{"text": "\xed\xa0\x80"}', b'{"text": "\xf5\x80\x80\x80"}', b'{"text": "\xe2\x82"}', b'{"text": "a\0b"}', b'{"text": "kind: rest"}\0']:
        expect(f"{body[:60]!r}", post("check", body)[0], 400)
    expect("brackets in a string", post("check", {"text": "'" + "[" * 900 + "\"\\'"})[0], 200)
    listed = {os.path.basename(r["name"]): r["id"] for r in get("list")[1]["results"]}
    expect("a name that is not UTF-8", "not ? utf-8" in listed, True)
    for name in ["deep", "no json", "a list"]:
        expect(name, get(f"result/{listed[name]}/summary")[0], 422)


def library():
    """Texts of the editor name parts of the library and nothing else; its own files find each other."""
    root = os.path.realpath(os.path.join(os.path.dirname(os.path.realpath(program)), "cases"))
    out = os.path.relpath(os.path.join(work, "outside.yaml"), root)
    for name in [out, "ac-simple/../" + out, "./" + out, out[:-5], os.path.join(work, "outside.yaml"), "../" * 12 + "etc/passwd", "/etc/passwd", "lines/../../" + out]:
        for text in [f"use: {name}", f"use: ac-simple/320\npantograph:\n  - use: {name}"]:
            status, answer = post("check", {"text": text})
            said = " ".join(e["message"] for e in answer["errors"]) if answer else ""
            if status != 200 or "expected a file; looked for" not in said or "hidden" in said or "root:" in said:
                wrong.append(f"use {name}: {status} {said[:200]}")
    cases = {c["name"]: c["id"] for c in get("list")[1]["cases"]}
    for name in ["ac-simple/275.yaml", "danish/two-230.yaml", "pantograph/single-arm.yaml"]:
        for _ in range(3):
            expect(f"use {name}", post("check", {"text": f"use: {name}"}), (200, {"errors": []}))
            expect(f"case {name}", get(f"case/{cases[name]}")[0], 200)


LINE = """use: ac-simple/320
line:
  spans:
    - repeat: %d
      length: 55 m
      encumbrance: 1.2 m
      droppers: [4.5 m, 10.25 m, 16 m, 21.75 m, 27.5 m, 33.25 m, 39 m, 44.75 m, 50.5 m]
      sag: [55 mm]
pantograph:
  - use: pantographs/ac-simple.yaml
    static_force: 180 N
contact:
  coupling: explicit
measure:
  from: 10 m
  to: 150 m
  compare_with: none
"""


def drawings():
    """Those that nobody waits for are stopped by newer ones, and others are served meanwhile."""
    said = []

    def draw():
        status, answer = post("drawing", {"text": LINE % 30}, 60)
        said.append(answer["errors"][0]["message"] if status == 200 and "errors" in answer else "drawn" if status == 200 and "scene_points" in answer else status)

    threads = [threading.Thread(target=draw) for _ in range(12)]
    for t in threads:
        t.start()
        time.sleep(0.02)
    expect("served beside drawings", serves(), True)
    for t in threads:
        t.join()
    expect("what became of drawings", set(said), {"drawn", "stopped: newer lines at rest were asked for"})


def live():
    """Eight may watch; a frame is sent once; only what asks for a WebSocket, and says so once, gets one."""
    def connect(lines):
        s = socket.create_connection(("127.0.0.1", port), timeout=8)
        s.sendall(("\r\n".join(["GET /live HTTP/1.1", *lines]) + "\r\n\r\n").encode())
        return s

    def until_end(s, seconds):
        s.settimeout(seconds)
        got = b""
        try:
            while len(got) < 300000 and (more := s.recv(65536)):
                got += more
            if len(got) >= 300000:
                return got, False
        except socket.timeout:
            return got, False
        except OSError:
            pass
        return got, True

    for name, lines in [("no Upgrade", [host, cookie, own]), ("h2c", [host, cookie, own, "Upgrade: h2c", *upgrade[1:]]),
                        ("two Upgrades", [host, cookie, own, "Upgrade: websocket", *upgrade]),
                        ("no Origin", [host, cookie, *upgrade]), ("two Hosts", [host, host, cookie, own, *upgrade]),
                        ("a foreign Host behind ours", [host, "Host: evil.example", cookie, own, *upgrade]), ("two cookies", [host, cookie, cookie, own, *upgrade]),
                        ("two Origins", [host, cookie, own, "Origin: http://evil.example", *upgrade])]:
        s = connect(lines)
        got, ended = until_end(s, 3)
        s.close()
        expect(f"live: {name}", (400 <= code(got) < 500, ended), (True, True))
    begin = post("run", {"text": LINE % 6})
    expect("a run begins", begin[0], 200)
    for _ in range(300):
        if get("job")[1]["state"] != "running":
            break
        time.sleep(0.1)
    good = [connect([host, cookie, own, *upgrade]) for _ in range(8)]
    lengths = []
    for s in good:
        got, ended = until_end(s, 0.5)
        frames = got.split(b"\r\n\r\n", 1)[1]
        size = int.from_bytes(frames[2:4], "big") if frames[1:2] == b"\x7e" else -1
        lengths.append((code(got), ended, len(frames) - size))
    expect("eight watch, and get the last frame once", set(lengths), {(101, False, 4)})
    s = connect([host, cookie, own, *upgrade])
    expect("the ninth is ended", until_end(s, 3)[1], True)
    s.close()
    for s in good:
        s.close()


REST = """kind: rest
line:
  use: lines/ac-simple.yaml
  spans:
    - {repeat: 1, length: 55 m, encumbrance: 1.2 m, droppers: [4.5 m, 27.5 m, 50.5 m], sag: [55 mm]}
"""


def kept():
    """Twenty results stay in memory and no more; one is written into a new folder, whatever is there."""
    for i in range(21):
        status = post("run", {"text": REST})[0]
        if status == 409:
            break
        while get("job")[1]["state"] == "running":
            time.sleep(0.01)
    runs = [r["id"] for r in get("list")[1]["results"] if r["run"]]
    expect("runs in memory", (status, runs), (409, list(range(100000, 100020))))
    stale = os.path.join(work, "results", ".kept.part")
    os.mkdir(stale)
    expect("keep", post("keep", {"name": "kept", "result": 100019})[0], 200)
    expect("keep over one", post("keep", {"name": "kept", "result": 100018})[0], 409)
    expect("keep what is not there", post("keep", {"name": "other", "result": 100020})[0], 404)
    inside = os.path.join(work, "results", "kept")
    expect("what was kept", {"summary.json", "results.h5", "report.html"} >= set(os.listdir(inside)) >= {"summary.json"} and os.path.isdir(stale), True)
    expect("what is left", [n for n in os.listdir(os.path.join(work, "results")) if n.endswith(".part")], [".kept.part"])


def failed_start():
    """What was never opened is not closed: standard input stays."""
    trace = os.path.join(work, "start")
    ended = subprocess.run(["strace", "-f", "-qq", "-e", "trace=close", "-o", trace, program, "view", os.path.join(work, "absent")],
                           stdin=subprocess.PIPE, capture_output=True)
    expect("a failed start", (ended.returncode, re.findall(r"close\([012]\)", open(trace).read())), (2, []))


def cancelled():
    """A run that is only watched is stopped by Cancel as by Ctrl-C: its results are kept."""
    case, out = os.path.join(work, "long.yaml"), os.path.join(work, "long")
    open(case, "w").write(LINE % 6 + "time:\n  step: 0.02 ms\n")
    run = subprocess.Popen([program, "run", case, "-o", out, "--live", "--no-open"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    there, key = re.search(r":(\d+)/\?token=(\S+)", run.stdout.readline()).groups()
    mine = [f"Host: 127.0.0.1:{there}", f"Cookie: catenaria-{there}={key}", f"Origin: http://127.0.0.1:{there}"]

    def ask(line, lines=(), body=b""):
        s = socket.create_connection(("127.0.0.1", int(there)), timeout=10)
        s.sendall(("\r\n".join([line + " HTTP/1.1", *mine, *lines]) + "\r\n\r\n").encode() + body)
        got = b""
        while more := s.recv(65536):
            got += more
        s.close()
        return json.loads(got.split(b"\r\n\r\n", 1)[1])

    def wait_for(good):
        for _ in range(400):
            state = ask("GET /api/job")
            if good(state):
                return state
            time.sleep(0.05)
        return state

    expect("it runs", (wait_for(lambda j: (j["time"] or 0) > 0.02) or {})["state"], "running")
    ask("POST /api/cancel", ["Content-Type: application/json", "Content-Length: 2"], b"{}")
    expect("it ends", wait_for(lambda j: j["state"] != "running")["state"] != "running", True)
    expect("its results", [r["status"] for r in ask("GET /api/list")["results"]], ["interrupted"])
    run.send_signal(signal.SIGTERM)
    expect("its end", run.wait(30) != 0, True)


def held():
    """Nobody without the key holds a thread: the connection ends with the refusal, whatever is sent on."""
    def hold(lines, ended):
        s = socket.create_connection(("127.0.0.1", port), timeout=10)
        begin = time.time()
        try:
            s.sendall(("\r\n".join(lines) + "\r\n\r\n").encode())
            while time.time() - begin < 8:
                s.sendall(b"X")
                time.sleep(0.3)
        except OSError:
            pass
        ended.append(time.time() - begin)
        s.close()

    for lines in [["POST /api/check HTTP/1.1", "Host: evil.example", "Content-Length: 1000000"], ["POST /api/check HTTP/1.1", host, own, "Content-Length: 1000000"],
                  ["POST /api/check HTTP/1.1", host, "Transfer-Encoding: chunked"]]:
        ended = []
        threads = [threading.Thread(target=hold, args=(lines, ended)) for _ in range(20)]
        for t in threads:
            t.start()
        time.sleep(0.5)
        begin = time.time()
        expect("served beside those without a key", serves(), True)
        expect("served at once", time.time() - begin < 3, True)
        for t in threads:
            t.join()
        expect("held", max(ended) < 4, True)


def slow():
    """Headers that never end: closed after the server's time for a request, and others are served meanwhile."""
    def drip(seconds):
        s = socket.create_connection(("127.0.0.1", port), timeout=1)
        begin = time.time()
        try:
            s.sendall(b"GET /api/list HTTP/1.1\r\n")
            while time.time() - begin < 15:
                s.sendall(b"X")
                time.sleep(0.5)
                s.setblocking(False)
                try:
                    if s.recv(100) in (b"", None):
                        break
                except BlockingIOError:
                    pass
                s.settimeout(1)
        except OSError:
            pass
        seconds.append(time.time() - begin)
        s.close()

    global tried
    seconds = []
    threads = [threading.Thread(target=drip, args=(seconds,)) for _ in range(10)]
    for t in threads:
        t.start()
    time.sleep(1)
    if not serves():
        wrong.append("it does not serve beside slow requests")
    for t in threads:
        t.join()
    tried += len(threads)
    if max(seconds) > 10:
        wrong.append(f"a slow request lived for {max(seconds):.1f} s")


def disconnects():
    global tried
    for i in range(1000):
        s = socket.create_connection(("127.0.0.1", port), timeout=5)
        if i % 2:
            s.sendall(b"GET /api/list HTTP/1.1\r\n"[: i % 24])
        s.close()
    tried += 1000


try:
    assert serves(), "it does not serve"
    head = request("GET / HTTP/1.1", [host, cookie])
    policy = re.search(rb"Content-Security-Policy: ([^\r]*)", head).group(1)
    entrance = request(f"GET /?token={token} HTTP/1.1", [host])
    assert re.search(rb"Set-Cookie: catenaria-\d+=[^;]{43}; Path=/; HttpOnly; SameSite=Strict\r\n", entrance)
    for needed in [b"frame-ancestors 'none'", b"base-uri 'none'", b"form-action 'none'"]:
        assert needed in policy
    assert b"unsafe" not in policy and b"default-src 'none'" in policy and b"Access-Control" not in head
    for part in [names, keys, ways_out, too_much, json_of_others, library, writing, frames, drawings, live, kept, cancelled, held, slow, disconnects]:
        part()
        time.sleep(0.2)
        if not serves():
            wrong.append(f"it no longer serves after {part.__name__}")
    listening = [line.split() for line in open("/proc/net/tcp")][1:]
    at = [f[1] for f in listening if f[3] == "0A" and int(f[1].split(":")[1], 16) == port]
    assert at and all(a.startswith("0100007F") for a in at), at
    six = [line.split() for line in open("/proc/net/tcp6")][1:]
    assert not [f for f in six if f[3] == "0A" and int(f[1].split(":")[1], 16) == port]
finally:
    server.send_signal(signal.SIGTERM) if not traced else subprocess.run(["pkill", "-TERM", "-P", str(server.pid)])
    server.wait(10)


def touched():
    """Every path of the trace, with what was done to it, once the program has started to serve."""
    serving = False
    for line in open(trace, errors="replace"):
        serving = serving or "summary.json" in line
        m = re.match(r'\d+ +(\w+)\((?:(?:\d+|AT_FDCWD)<([^>]*)>, |AT_FDCWD, )?"((?:[^"\\]|\\.)*)"(.*)', line)
        if m and serving and m.group(3):  # else it is about an open file
            call, base, path, rest = m.groups()
            yield call, os.path.normpath(os.path.join(base or os.getcwd(), path)), rest, line.strip()


if traced:
    failed_start()
    inside = os.path.join(work, "results")
    link = os.path.join(os.path.dirname(os.path.realpath(program)), "cases")  # the shipped cases
    library = os.path.realpath(link)
    known = (inside + "/", link + "/", library + "/", "/usr/", "/lib/", "/etc/", "/proc/", "/sys/", "/dev/")
    paths = 0
    for call, path, rest, line in touched():
        paths += 1
        changing = re.search(r"O_(WRONLY|RDWR|CREAT|TRUNC)", rest) or not re.match(r"(open|openat|newfstatat|stat|lstat|access|readlink|statfs|getcwd|execve|faccessat2?)", call)
        if not (path in (inside, link, library) or path.startswith(known)) or (changing and not path.startswith((inside + "/", "/dev/"))):
            wrong.append("touched: " + line)
        if "secret" in path:
            wrong.append("touched: " + line)
    if paths < 100:
        wrong.append(f"the trace holds {paths} paths only")
for w in wrong[:20]:
    print("FAILED:", w)
print(f"{tried} requests tried, {len(wrong)} wrong; loopback only" + ("; files traced" if traced else ""))
shutil.rmtree(work)
sys.exit(1 if wrong or tried < 1350 else 0)
