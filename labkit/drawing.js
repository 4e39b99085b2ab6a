// The page's part of drawing.py: it sends a drawing or a choice, and shows what Python answers.
const SIDE = 64, SEEN = 32; // pixels of the drawing, and of what the network sees
const DRAWN = -1;
const WAIT = 80; // milliseconds between two messages while a line is being drawn
// On each control: JupyterLab's shortcuts would take arrow keys and Enter from it otherwise.
const KEYS = { "data-lm-suppress-shortcuts": "true" };

function add(parent, name, attributes = {}, text = "") {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.textContent = text;
  return parent.appendChild(element);
}

// A label around its control: no id is needed, so two pads in one page do not disturb each other.
function labelled(parent, text, name, attributes) {
  const label = add(parent, "label", { style: "display:block;margin-bottom:.5em" });
  add(label, "span", {}, text);
  label.append(document.createElement("br"));
  return add(label, name, attributes);
}

function bars(parent) {
  const row = add(parent, "div", { "aria-hidden": "true", style: "display:flex;gap:2px" });
  return Array.from({ length: 10 }, (_, digit) => {
    const column = add(row, "div", { style: "width:1.4em;text-align:center" });
    const room = add(column, "div", { style: "height:4em;display:flex;align-items:flex-end" });
    add(column, "div", {}, digit);
    return add(room, "div", { style: "width:100%;background:currentColor;height:0" });
  });
}

function render({ model, el }) {
  const { words, options, bits } = model.get("given");
  const square = "width:192px;height:192px;border:1px solid #767676;background:#fff";
  const whole = add(el, "div", {
    role: "group", "aria-label": words.pad, style: "display:flex;flex-wrap:wrap;gap:1em;padding:4px",
  });
  const canvas = add(whole, "canvas", {
    width: SIDE, height: SIDE, role: "img", "aria-label": words.canvas,
    style: `${square};touch-action:none;cursor:crosshair`,
  });
  const settings = add(whole, "div", { style: "max-width:16em" });
  const select = labelled(settings, words.choose, "select", { ...KEYS, style: "max-width:100%" });
  add(select, "option", { value: DRAWN }, words.own);
  options.forEach((text, place) => add(select, "option", { value: place }, text));
  const caption = add(settings, "label", { style: "display:block;margin-bottom:.5em" });
  add(caption, "span", {}, `${words.bits} `);
  const number = add(caption, "output");
  caption.append(document.createElement("br"));
  const slider = add(caption, "input", { ...KEYS, type: "range", min: bits[0], max: bits[1] });
  if (bits[0] === bits[1]) caption.style.display = "none";
  const clear = add(settings, "button", { ...KEYS, type: "button" }, words.clear);
  const seen = add(whole, "canvas", {
    width: SEEN, height: SEEN, role: "img", "aria-label": words.seen,
    style: `${square};width:96px;height:96px;image-rendering:pixelated`,
  });
  const columns = bars(whole);
  const said = add(el, "p", { "aria-live": "polite", style: "margin:.3em 4px;font-size:1.15em" });

  const pen = canvas.getContext("2d", { willReadFrequently: true });
  Object.assign(pen, { lineWidth: SIDE / 9, lineCap: "round", lineJoin: "round" });
  let last = null, timer = 0, wasDrawn = model.get("chosen") === DRAWN;

  function ask(changes) {
    for (const [name, value] of Object.entries(changes)) model.set(name, value);
    model.save_changes();
  }
  function sendDrawing() {
    clearTimeout(timer);
    timer = 0;
    const { data } = pen.getImageData(0, 0, SIDE, SIDE);
    let ink = "";
    for (let place = 3; place < data.length; place += 4) ink += Math.round(data[place] / 255 * 9);
    ask({ ink, chosen: DRAWN });
  }
  function wipe() {
    pen.clearRect(0, 0, SIDE, SIDE);
  }
  function line(event) {
    const scale = SIDE / canvas.clientWidth;
    const place = [event.offsetX * scale, event.offsetY * scale];
    pen.beginPath();
    pen.moveTo(...(last ?? place));
    pen.lineTo(...place);
    pen.stroke();
    last = place;
    timer ||= setTimeout(sendDrawing, WAIT);
  }

  canvas.addEventListener("pointerdown", event => {
    if (!wasDrawn) wipe();
    wasDrawn = true;
    canvas.setPointerCapture(event.pointerId);
    line(event);
  });
  canvas.addEventListener("pointermove", event => last && line(event));
  for (const name of ["pointerup", "pointercancel"]) {
    canvas.addEventListener(name, () => { last = null; sendDrawing(); });
  }
  clear.addEventListener("click", () => { wipe(); wasDrawn = true; sendDrawing(); });
  select.addEventListener("change", () => {
    if (+select.value === DRAWN) return sendDrawing();
    wipe();
    wasDrawn = false;
    ask({ chosen: +select.value });
  });
  slider.addEventListener("input", () => ask({ bit_width: +slider.value }));

  function show() {
    const { text, scores, pixels } = model.get("answer");
    select.value = model.get("chosen");
    slider.value = number.textContent = model.get("bit_width");
    said.textContent = text;
    columns.forEach((bar, digit) => { bar.style.height = `${100 * (scores[digit] ?? 0)}%`; });
    const image = new ImageData(SEEN, SEEN);
    pixels.forEach((ink, place) => { image.data.set([0, 0, 0, ink], 4 * place); });
    seen.getContext("2d").putImageData(image, 0, 0);
  }
  model.on("change:answer", show);
  show();
  return () => { clearTimeout(timer); model.off("change:answer", show); };
}

export default { render };
