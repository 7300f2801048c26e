"""Runs four processes of a command at once, with their ranks in a variable:
ranks.py VARIABLE CMD... Without a variable, one. Fails if one of them does."""

import os
import subprocess
import sys

name, *command = sys.argv[1:]
runs = []
for rank in range(4 if name else 1):
    environment = dict(os.environ)
    if name:
        environment[name] = str(rank)
    runs.append(subprocess.Popen(command, env=environment))
sys.exit(any([run.wait() for run in runs]))
