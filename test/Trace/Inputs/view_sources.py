# Run by browser.py on the case `nested` with the cubin of sources.cu.
for name, spot in (("load", (0, 1, 600)), ("ready", (0, 2, 352)), ("tick", (1, 0, 2592))):
    lines = hover(*place(*spot)).split("\n")
    print(name, [line for line in lines if ".cu:" in line])
