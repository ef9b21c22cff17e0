"""Ed25519 as RFC 8032 has it, slow and short, written from it: for tests that sign, and as a judge of the page's own."""
import hashlib

P = 2 ** 255 - 19
ORDER = 2 ** 252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, P - 2, P) % P
ROOT = pow(2, (P - 1) // 4, P)


def add(a, b):
    """The sum of two points, as (X, Y, Z, T) with x = X/Z, y = Y/Z, xy = T/Z."""
    one, two = (a[1] - a[0]) * (b[1] - b[0]) % P, (a[1] + a[0]) * (b[1] + b[0]) % P
    three, four = 2 * a[3] * b[3] * D % P, 2 * a[2] * b[2] % P
    e, f, g, h = two - one, four - three, four + three, two + one
    return (e * f % P, g * h % P, f * g % P, e * h % P)


def times(n, point):
    out = (0, 1, 1, 0)
    while n:
        if n & 1:
            out = add(out, point)
        point, n = add(point, point), n >> 1
    return out


def base():
    y = 4 * pow(5, P - 2, P) % P
    square = (y * y - 1) * pow(D * y * y + 1, P - 2, P) % P
    x = pow(square, (P + 3) // 8, P)
    if x * x % P != square:
        x = x * ROOT % P
    x = x if x % 2 == 0 else P - x
    return (x, y, 1, x * y % P)


BASE = base()


def pack(point):
    one = pow(point[2], P - 2, P)
    x, y = point[0] * one % P, point[1] * one % P
    return (y | (x & 1) << 255).to_bytes(32, "little")


def number(data):
    return int.from_bytes(hashlib.sha512(data).digest(), "little")


def halves(seed):
    """The secret number, and what its signatures are drawn from."""
    digest = hashlib.sha512(seed).digest()
    n = int.from_bytes(digest[:32], "little")
    return (n & (1 << 254) - 8) | 1 << 254, digest[32:]


def public(seed):
    return pack(times(halves(seed)[0], BASE))


def sign(seed, message):
    n, prefix = halves(seed)
    own = public(seed)
    r = number(prefix + message) % ORDER
    place = pack(times(r, BASE))
    return place + ((r + number(place + own + message) * n) % ORDER).to_bytes(32, "little")
