"""Runs a command and says whether it exits with a status: status.py N CMD..."""

import subprocess
import sys

status = subprocess.run(sys.argv[2:]).returncode
if status != int(sys.argv[1]):
    sys.exit(f"exit status {status}, want {sys.argv[1]}")
