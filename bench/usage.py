"""Runs a program that is not Node and adds its CPU time (µs) and largest memory (KiB) as the hook for Node does."""

import os
import resource
import subprocess
import sys
import time

start = time.monotonic()
status = subprocess.run(sys.argv[1:]).returncode
wall = time.monotonic() - start
usage = resource.getrusage(resource.RUSAGE_CHILDREN)
with open(os.environ["SKILLSCOPE_BENCH_USAGE"], "a") as file:
    cpu = round((usage.ru_utime + usage.ru_stime) * 1e6)
    file.write(f"{cpu} {usage.ru_maxrss} {wall * 1000:.1f}\n")
sys.exit(status)
