# Run by browser.py on the case `hostile`: names stay text.
print("scripts", js("document.scripts.length"), "title", js("document.title"))
print("names", js("[...new Set([...document.querySelectorAll('#names tr')].map(r => r.cells[0].textContent))]"))
print("children", js("document.querySelectorAll('#names td > :not(.swatch)').length"))
print(hover(*place(0, 0, 80)).split("\n")[-1])
