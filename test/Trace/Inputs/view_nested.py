# Run by browser.py on the case `nested`.
first = state()
print("rows", first["rows"])
print("events", first["events"], "span", first["from"], first["to"])

# The picture: a load is drawn where its time says, and nothing behind it.
colored = lambda x, y: len(set(pixel(x, y)[:3])) > 1 and pixel(x, y)[3] == 255
print("drawn", colored(*place(0, 1, 600)), colored(*place(0, 1, 1100)))

# Hover: the event under the pointer, with its figures; nothing in a gap.
print("hover", hover(*place(0, 1, 600)).split("\n"))
print("mark", hover(*place(0, 2, 352)).split("\n"))
print("tick", hover(*place(1, 0, 2592)).split("\n"))
print("gap", hover(*place(0, 1, 3000)))

# The table switches names off and on; a double click leaves one.
names = js("[...document.querySelectorAll('#names tr')].map(r => r.cells[0].textContent + ' ' + r.cells[1].textContent)")
print("names", names)
click(*center("#names tr:nth-child(2)"))
print("off", state()["enabled"], colored(*place(0, 1, 600)), hover(*place(0, 1, 600)))
click(*center("#names tr:nth-child(2)"))
print("on", state()["enabled"], colored(*place(0, 1, 600)))
click(*center("#names tr:nth-child(1)"), count=2)
print("alone", state()["enabled"])
click(*center("#names tr:nth-child(1)"), count=2)
print("all", len(state()["enabled"]))

# Zoom about the pointer, move, and back.
x, y = place(0, 0, 640)
mouse("mouseWheel", x, y, deltaX=0, deltaY=-500, modifiers=2)
zoomed = state()
print("zoomed", zoomed["to"] - zoomed["from"] < 3000, abs(place(0, 0, 640)[0] - x) < 1)
mouse("mousePressed", x, y, button="left", buttons=1, clickCount=1)
mouse("mouseMoved", x - 100, y, button="left", buttons=1)
mouse("mouseReleased", x - 100, y, button="left", clickCount=1)
print("dragged", abs(place(0, 0, 640)[0] - (x - 100)) < 1)
click(*center("#fit"))
print("fit", state()["from"], state()["to"])
click(*place(0, 1, 600), count=2)
print("to one", state()["from"], state()["to"])
click(*center("#fit"))

# Search: a part of a name in any case, Enter goes from one to the next.
click(*center("#search"))
type_text("LOA")
print("matching", state()["matching"])
for _ in range(4):
    key("Enter", "\r")
    print("found", state()["selected"]["text"].split("\n")[0])

# Both themes.
print("dark", state()["dark"])
click(*center("#theme"))
print("dark", state()["dark"], js("getComputedStyle(document.body).backgroundColor"))
