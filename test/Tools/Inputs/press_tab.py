#!/usr/bin/env python3
"""What a shell makes of a command line at whose end Tab is pressed.

    press_tab.py SHELL IKET DIRECTORY LINE...

Starts the shell in the directory on a terminal of its own, sources its
completion script, and types each line with Tab and Enter behind it. A function
in the place of iket prints the arguments that it gets.
"""

import os
import pty
import re
import signal
import sys

shell, iket, directory, *lines = sys.argv[1:]
START = {
    "bash": (
        ["bash", "--norc", "--noprofile", "-i"],
        f"source <({iket} completion bash)",
        "iket() { printf '<%s>' \"$@\"; echo; }",
    ),
    "zsh": (
        ["zsh", "-f", "-i"],
        f"autoload -U compinit; compinit -u -D; source <({iket} completion zsh)",
        "iket() { printf '<%s>' \"$@\"; echo; }",
    ),
    "fish": (
        ["fish", "--no-config", "-i"],
        f"{iket} completion fish | source",
        "function iket; printf '<%s>' $argv; echo; end",
    ),
}
command, *setup = START[shell]

pid, terminal = pty.fork()
if pid == 0:
    os.chdir(directory)
    os.environ.update(TERM="xterm", HOME=directory, COLUMNS="200")
    # The sanitizers' runtime is for iket, not for shells of the system.
    os.environ.pop("LD_PRELOAD", None)
    os.execvp(command[0], command)

signal.alarm(60)  # A shell that waits for more ends the test.
typed = [*setup, *(line + "\t" for line in lines), "exit"]
os.write(terminal, "".join(line + "\n" for line in typed).encode())
output = b""
while True:
    try:
        output += os.read(terminal, 65536)
    except OSError:  # The shell has gone.
        break
os.waitpid(pid, 0)
for line in re.findall(r"^\x1b?[^<\n]*?((?:<[^<>\n]*>)+)\r?$", output.decode(), re.M):
    print(line)
