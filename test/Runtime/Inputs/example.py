"""Prints what an example says, however it ends: without a GPU it can not succeed."""

import subprocess
import sys

run = subprocess.run(
    sys.argv[1:], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
)
print(run.stdout)
print("status", run.returncode)
