#!/usr/bin/env python3
"""Opens a page of `iket view` in headless Chromium and uses it.

    browser.py CHROMIUM PAGE SCREENSHOT SCRIPT

SCRIPT is Python that uses the functions below and prints what it sees. Anything
that the page writes to the console as an error, each exception in it and each
dialog that it opens ends this with 1. Talks the DevTools protocol over a pipe.
"""

import base64
import itertools
import json
import os
import shutil
import subprocess
import sys
import tempfile
import threading


class Browser:
    def __init__(self, chromium):
        self.profile = tempfile.mkdtemp(prefix="iket-chromium-")
        to_browser, self.to = os.pipe()
        self.back, from_browser = os.pipe()

        def plumb():
            # The protocol's pipe is 3 for the browser's input and 4 for its
            # output. The copies keep clear of both.
            a, b = os.dup(to_browser), os.dup(from_browser)
            a, b = [fd if fd > 4 else os.dup(os.dup(fd)) for fd in (a, b)]
            os.dup2(a, 3)
            os.dup2(b, 4)

        self.process = subprocess.Popen(
            [chromium, "--headless", "--no-sandbox", "--disable-gpu", "--no-first-run",
             "--disable-dev-shm-usage", f"--user-data-dir={self.profile}",
             "--remote-debugging-pipe", "--window-size=1280,720", "about:blank"],
            close_fds=False, preexec_fn=plumb,
            # A sanitizer's runtime, preloaded for other programs, ends it.
            env={k: v for k, v in os.environ.items() if k != "LD_PRELOAD"},
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(to_browser)
        os.close(from_browser)
        self.watch = threading.Timer(120, self.process.kill)
        self.watch.start()
        self.ids, self.buffer, self.session, self.complaints = itertools.count(1), b"", None, []

    def receive(self):
        while b"\0" not in self.buffer:
            data = os.read(self.back, 1 << 16)
            if not data:
                sys.exit("the browser ended")
            self.buffer += data
        line, self.buffer = self.buffer.split(b"\0", 1)
        message = json.loads(line)
        method = message.get("method", "")
        if method in ("Runtime.exceptionThrown", "Page.javascriptDialogOpening") or (
                method == "Log.entryAdded" and message["params"]["entry"]["level"] == "error"):
            self.complaints.append(json.dumps(message["params"])[:400])
        return message

    def call(self, method, **params):
        message = {"id": next(self.ids), "method": method, "params": params}
        if self.session:
            message["sessionId"] = self.session
        os.write(self.to, json.dumps(message).encode() + b"\0")
        while True:
            answer = self.receive()
            if answer.get("id") == message["id"]:
                if "error" in answer:
                    sys.exit(f"{method}: {answer['error']}")
                return answer["result"]

    def wait(self, method):
        while self.receive().get("method") != method:
            pass

    def open(self, page):
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        self.session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Log"):
            self.call(f"{domain}.enable")
        self.call("Emulation.setDeviceMetricsOverride", width=1280, height=720,
                  deviceScaleFactor=1, mobile=False)
        self.call("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": "light"}])
        self.call("Page.navigate", url="file://" + os.path.abspath(page))
        self.wait("Page.loadEventFired")

    def close(self):
        self.watch.cancel()
        self.process.kill()
        self.process.wait()
        shutil.rmtree(self.profile, ignore_errors=True)


def main():
    chromium, page, screenshot, script = sys.argv[1:]
    browser = Browser(chromium)
    try:
        browser.open(page)

        def js(code):
            """The value of an expression in the page, once a frame was drawn."""
            code = f"new Promise(r => requestAnimationFrame(() => requestAnimationFrame(() => r({code}))))"
            result = browser.call("Runtime.evaluate", expression=code, awaitPromise=True, returnByValue=True)
            if "exceptionDetails" in result:
                sys.exit(f"in the page: {result['exceptionDetails']}")
            return result["result"].get("value")

        def state():
            return js("iket.state()")

        def mouse(kind, x, y, **more):
            browser.call("Input.dispatchMouseEvent", type=kind, x=x, y=y, **more)

        def click(x, y, count=1):
            for n in range(1, count + 1):
                mouse("mousePressed", x, y, button="left", buttons=1, clickCount=n)
                mouse("mouseReleased", x, y, button="left", clickCount=n)

        def place(row, lane, time):
            """Where on the page an event is."""
            return js(f"(() => {{ const b = document.querySelector('canvas').getBoundingClientRect(),"
                      f" [x, y] = iket.place({row}, {lane}, {time}); return [b.left + x, b.top + y]; }})()")

        def center(selector):
            return js(f"(() => {{ const b = document.querySelector({json.dumps(selector)}).getBoundingClientRect();"
                      " return [b.left + b.width / 2, b.top + b.height / 2]; })()")

        def hover(x, y):
            mouse("mouseMoved", x, y)
            return js("document.getElementById('tip').style.display === 'block' ? document.getElementById('tip').textContent : null")

        def key(name, text=""):
            browser.call("Input.dispatchKeyEvent", type="keyDown", key=name, text=text,
                         windowsVirtualKeyCode=13 if name == "Enter" else 0)
            browser.call("Input.dispatchKeyEvent", type="keyUp", key=name)

        def type_text(text):
            browser.call("Input.insertText", text=text)

        def pixel(x, y):
            """Red, green, blue and alpha of the canvas at a place of the page."""
            return js("(() => { const c = document.querySelector('canvas'), b = c.getBoundingClientRect();"
                      f" return [...c.getContext('2d').getImageData(({x} - b.left) * devicePixelRatio, ({y} - b.top) * devicePixelRatio, 1, 1).data]; }})()")

        exec(compile(open(script).read(), script, "exec"), dict(locals()))
        shot = browser.call("Page.captureScreenshot", format="png")
        with open(screenshot, "wb") as out:
            out.write(base64.b64decode(shot["data"]))
        state()
        if browser.complaints:
            sys.exit("\n".join(browser.complaints))
    finally:
        browser.close()


if __name__ == "__main__":
    main()
