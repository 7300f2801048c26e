# Run by browser.py on the case `silent`.
print("about", js("document.getElementById('about').textContent"))
print(hover(*place(1, 0, 1000)).split("\n"))
