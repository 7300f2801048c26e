# Run by browser.py on the case `hostile`: the colours, and the contrast of white on them.
colors = js("[...document.querySelectorAll('.swatch')].map((s, i) => [colors[nameOrder[i]], getComputedStyle(s).backgroundColor])")
print(*sorted({color.replace(" ", ",") for color, _ in colors}), sep="\n")


def luminance(text):
    channels = [int(c) / 255 for c in text[4:-1].split(", ")]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


print("contrast", all(1.05 / (0.05 + luminance(shown)) > 4.45 for _, shown in colors))
