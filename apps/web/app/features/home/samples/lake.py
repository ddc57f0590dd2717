"""Renders the landscape of the sample photo: ridges in haze over a lake at sunrise."""
import sys
import numpy as np

WIDTH, HEIGHT = 1600, 1200
HORIZON = 720
rng = np.random.default_rng(28)


def noise(count, octaves, roughness=0.5, base=3):
    """One-dimensional fractal noise between -1 and 1."""
    x = np.linspace(0, 1, count)
    total, amplitude, weight = np.zeros(count), 1.0, 0.0
    for octave in range(octaves):
        cells = base * 2**octave
        knots = rng.uniform(-1, 1, cells + 2)
        at = x * cells
        low = at.astype(int)
        part = at - low
        part = part * part * (3 - 2 * part)
        total += amplitude * (knots[low] * (1 - part) + knots[low + 1] * part)
        weight += amplitude
        amplitude *= roughness
    return total / weight


def mix(one, other, share):
    return one + (other - one) * share


rows, columns = np.mgrid[0:HEIGHT, 0:WIDTH].astype(float)
top, low, glow = np.array([0.29, 0.45, 0.66]), np.array([0.98, 0.76, 0.56]), np.array([1.0, 0.93, 0.78])
height = np.clip(rows / HORIZON, 0, 1)[..., None]
picture = mix(top, low, height**1.6)
sun = np.array([WIDTH * 0.66, HORIZON * 0.72])
distance = np.hypot(columns - sun[0], rows - sun[1])[..., None]
picture = mix(picture, glow, np.exp(-((distance / 420) ** 2)) * 0.75)
picture = mix(picture, np.array([1.0, 0.98, 0.92]), np.clip(1 - (distance - 62) / 6, 0, 1))

near, far = np.array([0.07, 0.13, 0.15]), np.array([0.80, 0.66, 0.62])
for ridge in range(7):
    share = ridge / 6
    crest = HORIZON - mix(300, 25, share**0.8) - noise(WIDTH, 9, 0.52, 3 + ridge) * mix(170, 60, share)
    colour = mix(far, near, share**1.15)
    fog = np.clip((rows - crest) / 330, 0, 1)[..., None] * (1 - share) * 0.7
    body = mix(colour, np.array([0.95, 0.79, 0.68]), fog)
    cover = np.clip(rows - crest + 0.5, 0, 1)[..., None]
    picture = mix(picture, body, cover)

lake = picture[:HORIZON][::-1]
depth = HEIGHT - HORIZON
ripple = (np.sin(np.arange(depth) ** 0.72 * 1.9) * np.linspace(1, 9, depth)).astype(int)
for row in range(depth):
    line = np.roll(lake[min(HORIZON - 1, int(row * 1.15))], ripple[row] + int(rng.normal(0, 1 + row / 90)), axis=0)
    picture[HORIZON + row] = mix(line, np.array([0.16, 0.26, 0.33]), 0.22 + 0.33 * row / depth)
glint = np.exp(-(((columns[HORIZON:] - sun[0]) / (40 + (rows[HORIZON:] - HORIZON) * 0.35)) ** 2)) * rng.uniform(0, 1, (depth, WIDTH)) ** 6
picture[HORIZON:] = mix(picture[HORIZON:], glow, np.clip(glint, 0, 1)[..., None] * 0.85)
shore = HEIGHT - 90 - noise(WIDTH, 9, 0.6, 4) * 75
picture = mix(picture, np.array([0.045, 0.075, 0.075]), np.clip(rows - shore + 0.5, 0, 1)[..., None])
vignette = 1 - 0.22 * (((columns / WIDTH - 0.5) * 1.4) ** 2 + ((rows / HEIGHT - 0.5) * 1.3) ** 2)
picture = picture * vignette[..., None] + rng.normal(0, 0.005, picture.shape[:2])[..., None]
pixels = (np.clip(picture, 0, 1) * 255 + 0.5).astype(np.uint8)
with open(sys.argv[1], "wb") as file:
    file.write(b"P6 %d %d 255\n" % (WIDTH, HEIGHT))
    file.write(pixels.tobytes())
