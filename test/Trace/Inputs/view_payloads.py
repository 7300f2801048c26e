# Run by browser.py on the case `payloads`.
print(hover(*place(0, 0, 944)).split("\n"))
click(*center("#search"))
for name in ("p00", "p07", "p10", "p14"):
    js("document.getElementById('search').value = ''")
    type_text(name)
    key("Enter", "\r")
    print(name, state()["selected"]["text"].split("\n")[1])
