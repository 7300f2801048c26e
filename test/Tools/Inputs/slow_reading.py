#!/usr/bin/env python3
"""What iket shows on a terminal while reading a trace takes long.

    slow_reading.py opening|reading|never COMMAND...

Runs the command on a terminal of 70 columns and stops it for more than a second
in the middle of one of its two passes over the trace, which is the argument that
ends in .trace.json; "never" lets it run. Prints what it wrote: <CR> for a return
to the line's start and <EL> for erasing the rest of the line.
"""

import fcntl
import math
import os
import pty
import select
import signal
import struct
import sys
import termios
import time

when, *command = sys.argv[1:]
size = os.path.getsize(next(a for a in command if a.endswith(".trace.json")))
# Where the bytes that the process has read must be when it is stopped. They count
# more than the bar has: what was read at the start, and a buffer that is in work.
begin, end = {"opening": (0.25, 0.8), "reading": (1.25, 1.8), "never": (math.inf, 0)}[when]


def bytes_read(pid):
    try:
        with open(f"/proc/{pid}/io") as io:
            return int(io.readline().split()[1])
    except OSError:  # It has ended.
        return 0


def attempt():
    """What the command wrote, or None if it was not stopped in time."""
    pid, terminal = pty.fork()
    if pid == 0:
        fcntl.ioctl(2, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 70, 0, 0))
        os.execvp(command[0], command)
    started, stopped, output = time.monotonic(), False, b""
    while True:
        if not stopped and bytes_read(pid) > begin * size:
            os.kill(pid, signal.SIGSTOP)
            if not os.WIFSTOPPED(os.waitpid(pid, os.WUNTRACED)[1]):
                os.close(terminal)
                return None  # It was faster.
            stopped = bytes_read(pid) < end * size
            time.sleep(max(0, started + 1.2 - time.monotonic()) if stopped else 0)
            os.kill(pid, signal.SIGCONT)
            if not stopped:
                break
        if select.select([terminal], [], [], 0.1 if stopped or when == "never" else 0)[0]:
            try:
                chunk = os.read(terminal, 65536)
            except OSError:  # The command has ended.
                break
            output += chunk
    os.close(terminal)
    os.waitpid(pid, 0)
    return output if stopped or when == "never" else None


for _ in range(50):
    output = attempt()
    if output is not None:
        text = output.decode().replace("\r\n", "\n")
        print(text.replace("\r", "<CR>").replace("\x1b[K", "<EL>"), end="")
        sys.exit()
sys.exit("the command was never stopped in time: is the trace large enough?")
