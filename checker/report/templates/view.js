// Draws an interleaving. Only the rows in view are in the document, so that it makes no difference how many there are.
// Invariant: text comes from the data, and goes into the document as text.

const BEYOND = 12; // rows drawn above and below the view
const SPAN = 60; // rows that an arrow may span, unless it is asked for
const ARROWS = 400; // arrows in view, unless they are asked for
const REACH = 380; // width of a step that does not fit into its lane
const PRINTED = 5000; // rows on paper
const INSIDE = 16; // what is in a call that is open stands to the right of it
const SVG = "http://www.w3.org/2000/svg";

const LEGEND = [
  ["read", "read"], ["write", "write"], ["arrive", "buffered write reaches memory"], ["update", "read and write in one step"],
  ["lock", "lock, unlock"], ["wait", "wait, notify, park"], ["thread", "start, join, end"], ["print", "print"],
  ["call", "call of the program"], ["fault", "failure"], ["stuck", "cannot go on, or is about to happen"],
];

function make(name, className, text) {
  const element = document.createElement(name);
  if (className) element.className = className;
  if (text !== undefined) element.textContent = text;
  return element;
}

function shape(name, className, attributes) {
  const element = document.createElementNS(SVG, name);
  element.setAttribute("class", className);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  return element;
}

class View extends Layout {
  constructor(host, data, number) {
    super(data);
    this.host = host;
    this.id = "t" + number;
    this.arrows = true;
    this.picked = -1;
    this.hovered = -1;
    this.printing = false;
    this.hits = null;
    this.drawn = new Map();
  }

  draw() {
    const top = this.view.scrollTop;
    const height = this.view.clientHeight;
    let from = Math.max(Math.floor(top / ROW) - BEYOND, 0);
    let to = Math.min(Math.ceil((top + height) / ROW) + BEYOND, this.rows.length);
    if (this.printing) [from, to] = [this.base, this.rows.length];
    for (const [index, row] of this.drawn) {
      if (index < from || index >= to) { row.remove(); this.drawn.delete(index); }
    }
    const related = this.related();
    const fresh = document.createDocumentFragment();
    for (let index = from; index < to; index++) {
      let row = this.drawn.get(index);
      if (!row) {
        row = this.row(index);
        this.drawn.set(index, row);
        fresh.append(row);
      }
      const step = this.rows[index];
      if (step < 0) continue;
      row.classList.toggle("picked", step === this.picked);
      row.classList.toggle("related", related.has(step));
      row.classList.toggle("hit", this.hits !== null && this.hits.has(step));
      row.setAttribute("aria-selected", String(step === this.picked));
    }
    this.sheet.append(fresh);
    this.drawArrows(from, to);
  }

  clear() {
    for (const row of this.drawn.values()) row.remove();
    this.drawn.clear();
  }

  redraw() { this.clear(); this.draw(); }

  row(index) {
    const step = this.rows[index];
    const row = make("div", "row");
    row.style.transform = `translateY(${(index - this.base) * ROW}px)`;
    row.style.width = this.width + "px";
    row.setAttribute("role", "row");
    row.setAttribute("aria-rowindex", String(index + 2));
    const number = make("div", "number");
    const lanes = make("div", "lanes");
    number.style.width = this.corner + "px";
    lanes.style.width = this.lanesWidth + "px";
    const where = make("div", "where");
    where.style.width = this.where + "px";
    let lane, kind, text;
    if (step < 0) {
      row.classList.add("switch");
      ({ lane, text } = this.reasons.get(index));
      kind = "switch";
    } else {
      row.dataset.step = String(step);
      row.id = `${this.id}-${step}`;
      lane = this.lane(step);
      kind = this.kind(step);
      text = this.text(step);
      const anchor = this.anchor(step);
      if (anchor < this.events && !(this.isCall(step) && this.isOpen(step))) number.textContent = String(anchor + 1);
      where.textContent = this.line(step);
      where.title = this.place(step);
      if (this.isCall(step)) row.setAttribute("aria-expanded", String(this.isOpen(step)));
      row.setAttribute("aria-label", `${this.thread(step)}: ${text} ${this.line(step)}`);
    }
    const chip = make("span", "chip k-" + kind, text);
    chip.title = text;
    const inside = step >= 0 && !this.isCall(step) && this.callOf(step) >= 0 ? INSIDE : 0;
    chip.style.left = this.lefts[lane] + 20 + inside + "px";
    // There is nothing else in its row, so what is long may reach into the next lane.
    const reach = Math.min(this.lanesWidth - this.lefts[lane], REACH);
    chip.style.maxWidth = Math.max(this.widths[lane], reach) - 26 - inside + "px";
    for (const cell of [number, lanes, where]) cell.setAttribute("role", "gridcell");
    lanes.append(chip);
    row.append(number, lanes, where);
    return row;
  }

  focusStep() { return this.hovered >= 0 ? this.hovered : this.picked; }

  related() {
    const related = new Set();
    const step = this.focusStep();
    for (const [other] of this.edgesInto(step)) related.add(this.seen(other));
    for (const [other] of this.edgesOutOf(step)) related.add(this.seen(other));
    return related;
  }

  drawArrows(from, to) {
    const top = (from - this.base) * ROW;
    this.svg.setAttribute("width", this.width);
    this.svg.setAttribute("height", Math.max((to - from) * ROW, 1));
    this.svg.style.top = top + "px";
    const parts = [];
    const focus = this.focusStep();
    const y = (position) => this.y(position) - top;
    for (const { lane, first, last } of this.bars) {
      if (first >= to || last < from) continue;
      const x = this.x(lane) - 6;
      parts.push(shape("path", "buffer", { d: `M${x} ${y(first)}V${y(last)}` }));
    }
    for (let index = from; index < to; index++) {
      if (this.rows[index] >= 0) continue;
      const { lane, to: next } = this.reasons.get(index);
      const [x1, x2] = [this.x(lane), this.x(next)];
      const turn = y(index);
      const side = x2 > x1 ? 1 : -1;
      parts.push(shape("path", "turn", { d: `M${x1} ${turn}H${x2 - 6 * side}Q${x2} ${turn} ${x2} ${turn + 6}V${turn + ROW / 2 - 3}` }));
      parts.push(shape("polygon", "turn-head", { points: `${x2 - 4},${turn + 6} ${x2 + 4},${turn + 6} ${x2},${turn + 13}` }));
    }
    let drawn = 0;
    const arrow = (a, b, kind, strong) => {
      const [p, q] = [this.position[a], this.position[b]];
      if (p < 0 || q < 0 || p === q) return;
      const [x1, x2, y1, y2] = [this.x(this.lane(a)), this.x(this.lane(b)), y(p), y(q) - 6];
      const bend = Math.min(Math.max((y2 - y1) / 2, 8), 60);
      const className = "e-" + kind + (strong ? " strong" : "");
      const d = x1 === x2 ? `M${x1} ${y1}C${x1 - 14} ${y1 + 8} ${x1 - 14} ${y2 - 8} ${x2} ${y2}`
        : `M${x1} ${y1}C${x1} ${y1 + bend} ${x2} ${y2 - bend} ${x2} ${y2}`;
      parts.push(shape("path", className, { d }));
      parts.push(shape("polygon", className, { points: `${x2 - 4},${y2 - 2} ${x2 + 4},${y2 - 2} ${x2},${y2 + 5}` }));
      drawn++;
    };
    const strong = [];
    // Steps of one call often have the same source, and one arrow is enough.
    const unique = (edges) => [...new Map(edges.map((edge) => [edge.join(" "), edge])).values()];
    for (let index = from; index < to; index++) {
      const step = this.rows[index];
      if (step < 0) continue;
      if (this.arrows && drawn < ARROWS) {
        for (const [other, kind] of unique(this.edgesInto(step).map(([from, kind]) => [this.seen(from), kind]))) {
          if (other === focus || step === focus || this.lane(other) === this.lane(step)) continue;
          if (kind === "held" || index - this.position[other] <= SPAN) arrow(other, step, kind, false);
        }
      }
      parts.push(shape("circle", "dot", { cx: this.x(this.lane(step)), cy: y(index), r: 3.2 }));
    }
    for (const [other, kind] of this.edgesInto(focus)) strong.push([this.seen(other), focus, kind]);
    for (const [other, kind] of this.edgesOutOf(focus)) strong.push([focus, this.seen(other), kind]);
    for (const [a, b, kind] of unique(strong).slice(0, ARROWS)) arrow(a, b, kind, true);
    this.svg.replaceChildren(...parts);
  }

  hover(step) {
    if (step === this.hovered) return;
    this.hovered = step;
    this.draw();
  }

  // On paper nothing can be unfolded: all steps are there.
  print(on) {
    if (on === this.printing) return;
    this.printing = on;
    const { folding, hideQuiet, hiddenLanes, thing } = this;
    if (on) {
      this.before = { folding, hideQuiet, hiddenLanes, thing };
      this.unfilter();
      [this.folding, this.hideQuiet] = [false, false];
    } else {
      Object.assign(this, this.before);
    }
    this.base = 0;
    this.regather();
    this.base = on ? Math.max(this.rows.length - PRINTED, 0) : 0;
    this.omitted.textContent = this.base > 0 ? `… ${this.base} rows before these are not printed` : "";
    this.stretch();
    this.redraw();
  }

  // After other steps are left out, or calls folded or not.
  regather() {
    const call = this.picked >= 0 && this.isCall(this.picked);
    const anchor = this.picked >= 0 ? this.anchor(this.picked) : -1;
    this.gather();
    this.arrange();
    const outside = call || (anchor >= 0 && this.position[anchor] < 0);
    this.picked = outside ? this.seen(anchor) : anchor;
    if (this.hits) this.find();
  }
}
