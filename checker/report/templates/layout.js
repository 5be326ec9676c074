// Which rows an interleaving has, and how tall and wide everything is.
// Invariant: a row is a step, or the switch before the step of the next row; all rows are equally high.

const ROW = 26;
const MANY = 4; // lanes that leave room for details beside them

class Layout extends Filter {
  constructor(data) {
    super(data);
    this.base = 0; // rows left out on paper
  }

  // Which rows there are: steps, and before a step of another thread why that one goes on.
  arrange() {
    const rows = []; // a step; or, below 0, the switch before the step of the next row
    this.position = new Int32Array(this.steps + this.parts.length).fill(-1);
    this.reasons = new Map();
    this.hovered = -1;
    let turn = -1;
    const why = []; // by lane: the switch after its last step, if there is one
    let shown = 0;
    const add = (step, lane, turns) => {
      if (!this.passes(step)) return;
      if (turns) {
        if (turn >= 0 && turn !== lane && why[turn] !== undefined) {
          this.reasons.set(rows.length, { text: why[turn], lane: turn, to: lane });
          rows.push(-1);
        }
        turn = lane;
      }
      this.position[step] = rows.length;
      rows.push(step);
      if (this.anchor(step) < this.events) shown++;
    };
    for (let step = 0; step < this.steps; step++) {
      const isEvent = step < this.events;
      const arrives = isEvent && this.kind(step) === "arrive";
      const lane = this.lane(step);
      if (!(this.hideQuiet && this.quiet[step]) && !(isEvent && this.skipped[step])) {
        const index = isEvent ? this.partOf[step] : -1;
        const part = index < 0 ? null : this.parts[index];
        if (part !== null && part.first === step && part.text !== null) add(this.steps + index, lane, true);
        if (part === null || this.opened.has(part.call)) add(step, lane, isEvent && !arrives);
      }
      if (!arrives) why[lane] = this.reason(step);
    }
    this.rows = rows;
    this.switchRows = [...this.reasons.keys()];
    this.view.setAttribute("aria-rowcount", String(rows.length + 1));
    // How long writes are in buffers, in rows.
    this.bars = [];
    for (const [write, arrival] of this.buffers) {
      const [first, last] = [this.visibleFrom(write, 1), this.visibleFrom(arrival, -1)];
      if (first >= 0 && last >= first) this.bars.push({ lane: this.lane(write), first, last });
    }
    this.layOut();
    this.count.textContent = shown < this.events ? `${shown} rows for ${this.events} steps` : `${this.events} steps`;
    this.clear();
  }

  // The step that is seen for this one: the call that stands for it, or itself.
  seen(step) {
    if (step < 0 || step >= this.events || this.position[step] >= 0 || this.partOf[step] < 0) return step;
    const part = this.steps + this.partOf[step];
    return this.position[part] >= 0 ? part : step;
  }

  // The row of a step, or of the next one in this direction that has one.
  visibleFrom(step, direction) {
    while (step >= 0 && step < this.steps) {
      const row = this.position[this.seen(step)];
      if (row >= 0) return row;
      step += direction;
    }
    return -1;
  }

  // How wide everything is.
  layOut() {
    const { threads } = this.data;
    // What the steps need, not counting what is exceptionally long.
    const lengths = threads.map((name) => name.length + 2);
    let line = 8;
    for (const step of this.rows) {
      if (step < 0) continue;
      const lane = this.lane(step);
      const marker = this.isCall(step) ? 2 : 0;
      lengths[lane] = Math.max(lengths[lane], Math.min(this.text(step).length + marker, 38));
      line = Math.max(line, Math.min(this.line(step).length, 40));
    }
    this.fitted = this.view.clientWidth;
    this.corner = this.view.clientWidth < 600 ? 44 : 58;
    this.where = Math.min(line * 7.4 + 20, Math.max(this.view.clientWidth / 4, 96));
    const room = Math.max(this.view.clientWidth - this.corner - this.where - 1, 200);
    const wanted = lengths.map((length) => Math.max(length * 7.7 + 42, 96));
    // If there is not enough room, those that want most get less. Steps of the last lane cannot reach into another one.
    const last = wanted.length - 1;
    const least = Math.min(Math.max(...threads.map((name) => name.length * 8 + 16), 100), 150);
    const own = Math.min(wanted[last], 240);
    const cap = this.cap(wanted.slice(0, last), room - own, least);
    this.widths = wanted.map((width, lane) => Math.floor(lane === last ? own : Math.min(width, cap)));
    let spare = Math.max(room - this.widths.reduce((a, b) => a + b, 0), 0);
    const missing = Math.min(spare, Math.ceil(wanted[last]) - this.widths[last]);
    this.widths[last] += missing;
    spare -= missing;
    this.widths = this.widths.map((width) => width + Math.floor(spare / threads.length));
    this.widths[last] += Math.floor(spare % threads.length);
    this.lefts = [];
    let left = 0;
    for (const width of this.widths) { this.lefts.push(left); left += width; }
    this.lanesWidth = left;
    this.width = this.corner + left + this.where;
    this.heads.replaceChildren();
    const head = (className, text, width) => {
      const element = make("div", className, text);
      element.setAttribute("role", "columnheader");
      if (width) element.style.width = width + "px";
      if (text) element.title = text;
      this.heads.append(element);
    };
    head("corner", "step", this.corner);
    threads.forEach((name, lane) => head("lane-name", name, this.widths[lane]));
    head("where", "source", this.where);
    this.heads.style.width = this.width + "px";
    this.sheet.style.width = this.width + "px";
    this.stretch();
  }

  // The width with which all fit, if each has what it wants or this; never less than the least.
  cap(wanted, room, least) {
    let left = room;
    let lanes = wanted.length;
    for (const width of [...wanted].sort((a, b) => a - b)) {
      if (width * lanes > left) return Math.max(left / lanes, least);
      left -= width;
      lanes--;
    }
    return Infinity;
  }

  // How tall everything is.
  stretch() {
    this.sheet.style.height = (this.rows.length - this.base) * ROW + "px";
    this.lives.forEach((life, lane) => {
      const from = Math.max(this.visibleFrom(this.first[lane], 1), this.base);
      const to = this.visibleFrom(this.last[lane], -1);
      life.hidden = to < from || this.hiddenLanes.has(lane);
      if (life.hidden) return;
      life.style.left = this.x(lane) - 1 + "px";
      life.style.top = this.y(from) + "px";
      life.style.height = (to - from) * ROW + "px";
    });
  }

  x(lane) { return this.corner + this.lefts[lane] + 12; }
  y(position) { return (position - this.base) * ROW + ROW / 2; }
}
