"""Sends signals to a command once it has printed "ready", and prints how it ended:
signals.py group|one SIGNAL CMD..., twice to it with its children, or once to it alone."""

import os
import signal
import subprocess
import sys
import time

who, name, *command = sys.argv[1:]
number = getattr(signal, "SIG" + name)
run = subprocess.Popen(
    command,
    stdout=subprocess.PIPE,
    start_new_session=True,
    text=True,
    # A shell's background jobs ignore SIGINT.
    preexec_fn=lambda: signal.signal(number, signal.SIG_DFL),
)
for line in run.stdout:
    print(line, end="", flush=True)
    if line != "ready\n":
        continue
    if who == "one":
        os.kill(run.pid, number)
    else:
        os.killpg(run.pid, number)
        time.sleep(0.1)
        os.killpg(run.pid, number)
print("status", run.wait())
