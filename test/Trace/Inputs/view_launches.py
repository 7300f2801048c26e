# Run by browser.py on the case `contexts`.
def span():
    return round(state()["from"]), round(state()["to"])


def tip():
    return js("document.getElementById('tip').style.display")


print("rows", state()["rows"])
print("about", js("document.getElementById('about').textContent"))
print("list", js("[...document.querySelector('#launches tr').cells].map(c => c.textContent)"))
print("opens", *span())
for name, pressed in (("next", "n"), ("next", "n"), ("previous", "p")):
    key(pressed)
    print(name, *span())
click(*center("#launches tr:nth-child(4)"))
print("clicked", *span())
before = span()
key("ArrowLeft")
moved = span()
key("ArrowRight")
print("arrows", moved[0] < before[0], span() != moved)

# All launches: thin lines, each with a tooltip.
click(*center("#fit"))
x, y = place(0, 0, 200800)
print("thin", hover(x, js("document.querySelector('canvas').getBoundingClientRect().top") + 30).split("\n"))

# A drag is no click: it selects nothing, and no tooltip stays behind.
click(*center("#launches tr:nth-child(1)"))
x, y = place(0, 0, 800)
mouse("mousePressed", x, y, button="left", buttons=1, clickCount=1)
mouse("mouseMoved", x - 20, y, button="left", buttons=1)
mouse("mouseReleased", x - 20, y, button="left", clickCount=1)
print("drag", bool(state()["selected"]), tip())
click(*place(0, 0, 800))
print("click", state()["selected"]["name"], tip())
key("Escape")
print("escape", state()["selected"], tip())

click(*center("#search"))
type_text("zzz")
key("Enter", "\r")
print("search", js("document.getElementById('nothing').textContent"))
js("(() => { const s = document.getElementById('search'); s.value = 'A'; s.oninput({ target: s }); })()")
key("Enter", "\r")
print("search", js("document.getElementById('nothing').textContent"))
