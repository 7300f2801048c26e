# The unit tests: each of GoogleTest's is one of lit's.

import os

import lit.formats

config.name = "iket-unit"
config.test_format = lit.formats.GoogleTest(".", "Tests")
config.suffixes = []
config.test_source_root = os.path.join(config.binary_dir, "bin")
config.test_exec_root = config.test_source_root
if config.sanitize:
    config.environment["ASAN_OPTIONS"] = "detect_leaks=0"
