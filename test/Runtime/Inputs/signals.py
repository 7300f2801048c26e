"""Sends signals to a command once it has printed "ready", and prints how it ended:
signals.py group|one SIGNAL CMD..., to it with its children, or to it alone."""

import os
import signal
import subprocess
import sys

who, name, *command = sys.argv[1:]
run = subprocess.Popen(
    command, stdout=subprocess.PIPE, start_new_session=True, text=True
)
for line in run.stdout:
    print(line, end="")
    if line == "ready\n":
        send = os.killpg if who == "group" else os.kill
        send(run.pid, getattr(signal, "SIG" + name))
print("status", run.wait())
