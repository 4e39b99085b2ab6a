"""The drawing pad in a browser: the page's part and the widget's, joined without Jupyter."""

import math
from pathlib import Path

import pytest
import torch
from browser import SCREENS, barriers, is_cut_off, opened

from labkit import data, drawing
from labkit.language import use

PAGE = """<!doctype html><html lang="en"><head><title>Pad</title>
<meta name="viewport" content="width=device-width"></head>
<body style="background:{background};color:{color}"><main><h1>Pad</h1><div id="pad"></div></main>
</body></html>"""
COLOURS = {"light": ("#fff", "#000"), "dark": ("#111", "#ddd")}
# What a front end does: it keeps the state, sends what changed, and says what came back.
FRONT_END = """async ({source, state}) => {
  const module = await import(URL.createObjectURL(new Blob([source], {type: "text/javascript"})));
  const handlers = {};
  let changed = {};
  const model = {
    get: name => state[name],
    set: (name, value) => { changed[name] = state[name] = value; },
    save_changes: async () => {
      const sent = changed;
      changed = {};
      Object.assign(state, await window.python(sent));
      handlers["change:answer"]();
    },
    on: (event, handler) => { handlers[event] = handler; },
    off: () => {},
  };
  module.default.render({model, el: document.querySelector("#pad")});
}"""
TEST = data.load("digits", "test")
TRAIN = data.load("digits", "train")
MEANS = torch.stack([TRAIN.images[TRAIN.labels == digit].mean(dim=0) for digit in range(10)])


def nearest_mean(image, bits):
    """The scores of a small reader of digits: how near the mean of each class is."""
    most = 2 ** (bits - 1) - 1
    return -(torch.round(MEANS * most) / most - image).square().sum(dim=(1, 2, 3))


def circle():
    return [(96 + 40 * math.cos(t / 5), 90 + 60 * math.sin(t / 5)) for t in range(34)]


LINES = {
    0: circle(),
    1: [(100, 30), (100, 160)],
    7: [(50, 40), (130, 40), (90, 160)],
}


@pytest.fixture
def pad(browser, request):
    """The pad in a page, and its widget; English, light and wide if a test asks for nothing
    else."""
    width, scheme = getattr(request, "param", (1000, "light"))
    background, color = COLOURS[scheme]
    use("en")
    widget = drawing.pad(nearest_mean, TEST[:20], bits=(2, 8))

    def python(changes):
        widget.set_state(changes)
        return widget.get_state(["answer"])

    html = PAGE.format(background=background, color=color)
    with opened(browser, html, width, scheme) as tab:
        tab.expose_function("python", python)
        tab.on("pageerror", lambda error: pytest.fail(str(error)))
        source = Path(drawing.__file__).with_name("drawing.js").read_text("utf-8")
        state = widget.get_state(["given", "ink", "chosen", "bit_width", "answer"])
        tab.evaluate(FRONT_END, {"source": source, "state": state})
        yield tab
    use(None)


def draw(tab, points):
    box = tab.get_by_role("img", name="Drawing area").bounding_box()
    tab.mouse.move(box["x"] + points[0][0], box["y"] + points[0][1])
    tab.mouse.down()
    for x, y in points[1:]:
        tab.mouse.move(box["x"] + x, box["y"] + y, steps=4)
    tab.mouse.up()


def wait_for(tab, text):
    tab.locator(f"[aria-live=polite]:has-text('{text}')").wait_for(timeout=10_000)


@pytest.mark.parametrize("digit", LINES)
def test_a_digit_drawn_with_the_mouse_is_read_and_announced(pad, digit):
    draw(pad, LINES[digit])
    wait_for(pad, f"With 8 bits, the network reads {digit}; its second choice is")
    assert "label" not in pad.locator("[aria-live]").inner_text()
    assert pad.get_by_label("Or choose a test digit").input_value() == str(drawing.DRAWN)


def test_by_keyboard_alone_a_test_digit_and_bits_are_chosen_and_a_drawing_is_cleared(pad):
    label = TEST.labels[1].item()
    pad.keyboard.press("Tab")
    pad.keyboard.press("ArrowDown")
    wait_for(pad, f"The label is {label}.")
    pad.keyboard.press("Tab")
    pad.keyboard.press("ArrowLeft")
    wait_for(pad, "With 7 bits, the network reads")
    pad.keyboard.press("Tab")
    pad.keyboard.press("Enter")
    wait_for(pad, "Nothing is drawn yet.")


def test_a_line_replaces_the_chosen_digit_and_the_next_one_is_added(pad):
    draw(pad, LINES[1])
    wait_for(pad, "reads 1;")
    draw(pad, [(50, 40), (100, 40)])
    draw(pad, [(50, 40), (50, 40)])
    pad.locator("[aria-live]:not(:has-text('reads 1;'))").wait_for(timeout=10_000)


@pytest.mark.parametrize("pad", SCREENS, indirect=True, ids=str)
def test_nothing_in_the_pad_keeps_a_reader_out(pad):
    draw(pad, LINES[7])
    wait_for(pad, "reads 7;")
    assert barriers(pad) == [] and not is_cut_off(pad)


def test_the_page_s_part_loads_nothing():
    source = Path(drawing.__file__).with_name("drawing.js").read_text("utf-8")
    assert "import" not in source and "//" not in source.replace("// ", "")
    assert f"const SIDE = {drawing.SIDE}," in source and f"DRAWN = {drawing.DRAWN};" in source
