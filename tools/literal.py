"""Texts as C writes them: what the tools that compile texts into tables share."""


def c_string(text):
    """A C literal of the UTF-8 bytes of a text."""
    out = ""
    for byte in text.encode():
        char = chr(byte)
        out += {"\n": "\\n", '"': '\\"', "\\": "\\\\"}.get(char) or (char if 32 <= byte < 127 else f"\\{byte:03o}")
    return f'"{out}"'
