"""Follows the links of all pages in the repository: to files, and to headings."""

import glob
import os
import re
import sys

root = sys.argv[1]
pages = [f"{root}/README.md", f"{root}/CONTRIBUTING.md"]
pages += sorted(glob.glob(f"{root}/README.*.md"))
pages += sorted(glob.glob(f"{root}/docs/**/*.md", recursive=True))
pages += sorted(glob.glob(f"{root}/test/*/results/README.md"))


def prose(path):
    """A page without its code, in which brackets are no links."""
    text = re.sub(r"^```.*?^```", "", open(path).read(), flags=re.S | re.M)
    return re.sub(r"`[^`\n]*`", "", text)


def anchors(path):
    """The names that GitHub gives to a page's headings."""
    lines = re.sub(r"^```.*?^```", "", open(path).read(), flags=re.S | re.M)
    headings = re.findall(r"^#+ (.*)$", lines, re.M)
    return {re.sub(r"[^\w\- ]", "", h.lower()).replace(" ", "-") for h in headings}


problems, followed = [], 0
for page in pages:
    name, text = os.path.relpath(page, root), prose(page)
    named = dict(re.findall(r"^\[([^\]\n]+)\]: +(\S+)$", text, re.M))
    text = re.sub(r"^\[[^\]\n]+\]: +\S+$", "", text, flags=re.M)
    targets = re.findall(r"\]\(([^)\s]+)\)", text) + list(named.values())
    text = re.sub(r"\[[^\]\n]*\]\([^)\s]+\)", "", text)
    used = set(re.findall(r"\[([^\]\n]+)\]", text))
    problems += [f"{name}: [{link}] leads nowhere" for link in used - set(named)]
    problems += [f"{name}: [{link}] is not used" for link in set(named) - used]
    for target in targets:
        if re.match(r"[a-z]+://", target):
            continue
        file, _, heading = target.partition("#")
        path = os.path.normpath(os.path.join(os.path.dirname(page), file))
        path = path if file else page
        followed += 1
        if not os.path.exists(path):
            problems.append(f"{name}: there is no {target}")
        elif heading and heading not in anchors(path):
            problems.append(f"{name}: {target} has no such heading")

# A row whose cells are more or fewer than its head's falls apart when shown.
for page in pages:
    head = None
    for number, line in enumerate(open(page), 1):
        cells = len(re.findall(r"(?<!\\)\|", line)) if line.startswith("|") else None
        if head is not None and cells is not None and cells != head:
            name = os.path.relpath(page, root)
            problems.append(f"{name}:{number}: {cells - 1} cells, the head has {head - 1}")
        head = cells if head is None or cells is None else head

print("\n".join(sorted(problems)) or f"{followed} links lead somewhere")
sys.exit(bool(problems))
