# Run by browser.py on the case `same`: what lies on one tick can be reached.
print("marks", hover(*place(0, 2, 608)).split("\n"))
print("nine", hover(*place(0, 2, 2048)).split("\n")[5:])
js("document.querySelectorAll('#names tr').forEach(r => { if (r.cells[0].textContent === 'm1') r.click(); })")
print("off", hover(*place(0, 2, 608)).split("\n")[:2])

# Clicks go through them.
for _ in range(3):
    click(*place(0, 2, 608))
    print("clicked", state()["selected"]["name"])

# A search goes through all of them, from top to bottom, and begins again; what
# it finds is told.
click(*center("#search"))
type_text("wait")
for _ in range(5):
    key("Enter", "\r")
    print("found", state()["selected"]["name"], js("document.getElementById('tip').textContent").split("\n")[0])
