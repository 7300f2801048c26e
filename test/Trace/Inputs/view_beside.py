# Run by browser.py on the case `beside`.
print("rows", state()["rows"])
print("about", js("document.getElementById('about').textContent"))
colored = lambda x, y: len(set(pixel(x, y)[:3])) > 1 and pixel(x, y)[3] == 255
print("A", hover(*place(0, 0, 960)).split("\n"))
print("B", hover(*place(1, 0, 960)).split("\n"))
print("C", hover(*place(0, 0, 1700)).split("\n"), hover(*place(1, 0, 1700)))

# No event of a line begins before the one in front of it ends.
print("lines", js("rows.flatMap(r => r.lanes).length"), "overlaps", js(
    "rows.flatMap(r => r.lanes).reduce((n, l) => { for (let i = 1; i < l.size; ++i) n += l.start[i] < l.start[i - 1] + l.duration[i - 1]; return n; }, 0)"))
print("strips", js("head.launches.map(l => l.strip)"))
