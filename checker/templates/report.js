// Draws the interleavings. Only the rows in view are in the document, so that it makes no difference how many there are.
// Invariant: text comes from the data, and goes into the document as text.
"use strict";
(() => {
  const ROW = 26;
  const BEYOND = 12; // rows drawn above and below the view
  const SPAN = 60; // rows that an arrow may span, unless it is asked for
  const ARROWS = 400; // arrows in view, unless they are asked for
  const LISTED = 20; // events listed in the details for each relation
  const MANY = 4; // lanes that leave room for details beside them
  const REACH = 300; // width of a step that does not fit into its lane
  const PRINTED = 1000; // rows on paper
  const SVG = "http://www.w3.org/2000/svg";

  // What an edge means seen from its later and from its earlier event.
  const BEFORE = {
    start: "started by", join: "ended with", lock: "lock was freed by", reads: "value comes from", arrives: "buffered by",
    notify: "notified by", unpark: "unparked by", interrupt: "interrupted by",
    held: "lock is held since",
  };
  const AFTER = {
    start: "first step of the thread", join: "its end is seen by", lock: "lock is then taken by", reads: "value is read by",
    arrives: "reaches memory with", notify: "wakes", unpark: "lets go on", interrupt: "noticed by",
    held: "keeps waiting",
  };
  const LEGEND = [
    ["read", "read"], ["write", "write"], ["arrive", "buffered write reaches memory"], ["update", "read and write in one step"],
    ["lock", "lock, unlock"], ["wait", "wait, notify, park"], ["thread", "start, join, end"], ["print", "print"],
    ["fault", "failure"], ["stuck", "cannot go on, or is about to happen"],
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

  function button(text, label, action) {
    const element = make("button", "", text);
    element.type = "button";
    element.title = label;
    element.setAttribute("aria-label", label);
    element.addEventListener("click", action);
    return element;
  }

  class Timeline {
    // A step is an event, or a remark after all events. Steps are numbered: the events, then the remarks.
    constructor(host, data, number) {
      this.host = host;
      this.data = data;
      this.id = "t" + number;
      this.events = data.lane.length;
      this.steps = this.events + data.ends.length;
      this.switchAfter = new Map(data.switches);
      this.notes = new Map(data.notes);
      this.quiet = new Uint8Array(this.steps);
      for (const event of data.quiet) this.quiet[event] = 1;
      if (data.fault !== null) this.quiet[data.fault] = 0;
      this.hideQuiet = data.quiet.length > 0;
      this.arrows = true;
      this.picked = -1;
      this.hovered = -1;
      this.printing = false;
      this.hits = null;
      this.drawn = new Map();
      this.base = 0; // rows left out on paper
      this.link();
      this.build();
      this.arrange();
      const failure = data.fault !== null ? data.fault : this.firstStuck();
      if (failure >= 0) this.pick(failure, true);
      else this.draw();
    }

    string(number) { return this.data.strings[number]; }
    end(step) { return this.data.ends[step - this.events]; }
    lane(step) { return step < this.events ? this.data.lane[step] : this.end(step).lane; }
    text(step) { return this.string(step < this.events ? this.data.text[step] : this.end(step).text); }
    line(step) { return this.string(step < this.events ? this.data.line[step] : this.end(step).line); }
    place(step) { return this.string(step < this.events ? this.data.place[step] : this.end(step).place); }
    kind(step) {
      if (step >= this.events) return this.end(step).write !== null ? "arrive" : "stuck";
      if (step === this.data.fault) return "fault";
      return this.data.kinds[this.data.kind[step]];
    }
    thread(step) { return this.data.threads[this.lane(step)]; }
    firstStuck() {
      const { ends } = this.data;
      const held = ends.findIndex((end) => end.held !== null);
      const index = held >= 0 ? held : ends.findIndex((end) => end.write === null);
      return index < 0 ? -1 : this.events + index;
    }

    // Edges by event, and what the buffers hold.
    link() {
      const { edges, edge_kinds: names } = this.data;
      this.into = new Map();
      this.outOf = new Map();
      this.buffers = [];
      const push = (map, key, value) => {
        const list = map.get(key);
        if (list) list.push(value);
        else map.set(key, [value]);
      };
      for (const [from, to, kind] of edges) {
        push(this.into, to, [from, names[kind]]);
        push(this.outOf, from, [to, names[kind]]);
        if (names[kind] === "arrives") this.buffers.push([from, to]);
      }
      this.data.ends.forEach((end, index) => {
        if (end.write !== null) this.buffers.push([end.write, this.events + index]);
        if (end.held === null) return;
        push(this.into, this.events + index, [end.held, "held"]);
        push(this.outOf, end.held, [this.events + index, "held"]);
      });
      // The first and the last step of each thread.
      this.first = new Array(this.data.threads.length).fill(-1);
      this.last = new Array(this.data.threads.length).fill(-1);
      for (let step = 0; step < this.steps; step++) {
        const lane = this.lane(step);
        if (this.first[lane] < 0) this.first[lane] = step;
        this.last[lane] = step;
      }
    }

    build() {
      const { host } = this;
      const tools = make("div", "tools");
      this.search = make("input");
      this.search.type = "search";
      this.search.placeholder = "Search";
      this.search.setAttribute("aria-label", "Search in this interleaving");
      this.search.addEventListener("input", () => this.find());
      this.search.addEventListener("keydown", (event) => {
        if (event.key === "Enter") this.nextHit(event.shiftKey ? -1 : 1);
        if (event.key === "Escape") { this.search.value = ""; this.find(); this.view.focus(); }
      });
      this.found = make("span", "steps");
      this.found.setAttribute("role", "status");
      const searching = make("span", "group");
      searching.append(this.search, button("↑", "Previous match", () => this.nextHit(-1)),
        button("↓", "Next match", () => this.nextHit(1)), this.found);
      const switching = make("span", "group");
      switching.append(make("span", "", "Switch"), button("↑", "Previous context switch", () => this.nextSwitch(-1)),
        button("↓", "Next context switch", () => this.nextSwitch(1)));
      tools.append(searching, switching);
      if (this.data.quiet.length > 0) {
        tools.append(this.toggle("Hide steps that no other thread can notice", this.hideQuiet, (on) => {
          this.hideQuiet = on;
          this.arrange();
          if (this.picked >= 0 && this.position[this.picked] >= 0) this.pick(this.picked, true);
          else this.draw();
        }));
      }
      tools.append(this.toggle("Arrows", true, (on) => { this.arrows = on; this.draw(); }));
      this.count = make("span", "steps");
      tools.append(this.count);

      this.view = make("div", "view");
      this.view.tabIndex = 0;
      this.view.setAttribute("role", "grid");
      this.view.setAttribute("aria-label", "Interleaving: a lane for each thread, the steps from top to bottom");
      this.view.setAttribute("aria-colcount", "3");
      this.heads = make("div", "heads");
      this.heads.setAttribute("role", "row");
      this.sheet = make("div", "sheet");
      this.sheet.setAttribute("role", "rowgroup");
      this.lives = this.data.threads.map(() => make("div", "life"));
      for (const life of this.lives) life.setAttribute("role", "presentation");
      this.svg = shape("svg", "arrows", { "aria-hidden": "true" });
      this.sheet.append(...this.lives, this.svg);
      this.view.append(this.heads, this.sheet);
      this.more = make("aside", "more");
      this.more.setAttribute("aria-label", "Details of the step");
      this.more.append(make("p", "place", "Choose a step to see its details."));
      const panes = make("div", this.data.threads.length > MANY ? "panes many" : "panes");
      panes.append(this.view, this.more);

      const legend = make("div", "legend");
      const present = new Set();
      for (let step = 0; step < this.steps; step++) present.add(this.kind(step));
      for (const [kind, text] of LEGEND) {
        if (!present.has(kind)) continue;
        const entry = make("span");
        entry.append(make("i", "k-" + kind), text);
        legend.append(entry);
      }
      const keys = make("p", "keys");
      const hint = (name, text) => keys.append(make("kbd", "", name), " " + text + "   ");
      hint("↑ ↓", "step");
      hint("← →", "step of the same thread");
      hint("[ ]", "context switch");
      hint("Enter", "where the value or the lock comes from");
      hint("/", "search");
      hint("n N", "match");
      this.omitted = make("p", "found");
      host.append(tools, this.omitted, panes, legend, keys);

      let waiting = false;
      this.view.addEventListener("scroll", () => {
        if (waiting) return;
        waiting = true;
        requestAnimationFrame(() => { waiting = false; this.draw(); });
      });
      this.view.addEventListener("keydown", (event) => this.key(event));
      this.sheet.addEventListener("click", (event) => {
        const row = event.target.closest(".row");
        if (row && row.dataset.step) this.pick(Number(row.dataset.step), false);
      });
      this.sheet.addEventListener("mouseover", (event) => {
        const row = event.target.closest(".row");
        this.hover(row && row.dataset.step ? Number(row.dataset.step) : -1);
      });
      this.sheet.addEventListener("mouseleave", () => this.hover(-1));
      new ResizeObserver(() => { this.layOut(); this.redraw(); }).observe(this.view);
    }

    toggle(text, on, action) {
      const label = make("label");
      const box = make("input");
      box.type = "checkbox";
      box.checked = on;
      box.addEventListener("change", () => action(box.checked));
      label.append(box, text);
      return label;
    }

    // How wide everything is.
    layOut() {
      const { threads } = this.data;
      // What the steps need, not counting what is exceptionally long.
      const lengths = threads.map((name) => name.length + 2);
      let line = 8;
      for (let step = 0; step < this.steps; step++) {
        if (this.position[step] < 0) continue;
        const lane = this.lane(step);
        lengths[lane] = Math.max(lengths[lane], Math.min(this.text(step).length, 38));
        line = Math.max(line, Math.min(this.line(step).length, 40));
      }
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
      const spare = Math.max(room - this.widths.reduce((a, b) => a + b, 0), 0);
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

    x(lane) { return this.corner + this.lefts[lane] + 12; }
    y(position) { return (position - this.base) * ROW + ROW / 2; }

    // Which rows there are: steps, and before a step of another thread why that one goes on.
    arrange() {
      const rows = []; // a step; or, below 0, the switch before the step of the next row
      this.position = new Int32Array(this.steps).fill(-1);
      this.reasons = new Map();
      let turn = -1;
      let why = null;
      let hidden = 0;
      for (let step = 0; step < this.steps; step++) {
        const arrives = step < this.events && this.kind(step) === "arrive";
        if (!this.hideQuiet || !this.quiet[step]) {
          if (step < this.events && !arrives) {
            const lane = this.lane(step);
            if (turn >= 0 && turn !== lane && why && why.lane === turn) {
              this.reasons.set(rows.length, { text: why.text, lane: turn, to: lane });
              rows.push(-1);
            }
            turn = lane;
          }
          this.position[step] = rows.length;
          rows.push(step);
        } else {
          hidden++;
        }
        if (this.switchAfter.has(step)) why = { lane: this.lane(step), text: this.string(this.switchAfter.get(step)) };
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
      this.count.textContent = hidden > 0 ? `${this.events - hidden} of ${this.events} steps` : `${this.events} steps`;
      this.clear();
    }

    // How tall everything is.
    stretch() {
      this.sheet.style.height = (this.rows.length - this.base) * ROW + "px";
      this.lives.forEach((life, lane) => {
        const from = Math.max(this.visibleFrom(this.first[lane], 1), this.base);
        const to = this.visibleFrom(this.last[lane], -1);
        life.hidden = to < from;
        if (life.hidden) return;
        life.style.left = this.x(lane) - 1 + "px";
        life.style.top = this.y(from) + "px";
        life.style.height = (to - from) * ROW + "px";
      });
    }

    // The row of a step, or of the next one in this direction that has one.
    visibleFrom(step, direction) {
      while (step >= 0 && step < this.steps) {
        if (this.position[step] >= 0) return this.position[step];
        step += direction;
      }
      return -1;
    }

    clear() {
      for (const row of this.drawn.values()) row.remove();
      this.drawn.clear();
    }

    redraw() { this.clear(); this.draw(); }

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
        if (step < this.events) number.textContent = String(step + 1);
        where.textContent = this.line(step);
        where.title = this.place(step);
        row.setAttribute("aria-label", `${this.thread(step)}: ${text} ${this.line(step)}`);
      }
      const chip = make("span", "chip k-" + kind, text);
      chip.title = text;
      chip.style.left = this.lefts[lane] + 20 + "px";
      // There is nothing else in its row, so what is long may reach into the next lane.
      const reach = Math.min(this.lanesWidth - this.lefts[lane], REACH);
      chip.style.maxWidth = Math.max(this.widths[lane], reach) - 26 + "px";
      for (const cell of [number, lanes, where]) cell.setAttribute("role", "gridcell");
      lanes.append(chip);
      row.append(number, lanes, where);
      return row;
    }

    focusStep() { return this.hovered >= 0 ? this.hovered : this.picked; }

    related() {
      const related = new Set();
      const step = this.focusStep();
      for (const [other] of this.into.get(step) || []) related.add(other);
      for (const [other] of this.outOf.get(step) || []) related.add(other);
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
        if (p < 0 || q < 0) return;
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
      for (let index = from; index < to; index++) {
        const step = this.rows[index];
        if (step < 0) continue;
        if (this.arrows && drawn < ARROWS) {
          for (const [other, kind] of this.into.get(step) || []) {
            if (other === focus || step === focus || this.lane(other) === this.lane(step)) continue;
            if (kind === "held" || index - this.position[other] <= SPAN) arrow(other, step, kind, false);
          }
        }
        parts.push(shape("circle", "dot", { cx: this.x(this.lane(step)), cy: y(index), r: 3.2 }));
      }
      for (const [other, kind] of this.into.get(focus) || []) strong.push([other, focus, kind]);
      for (const [other, kind] of this.outOf.get(focus) || []) strong.push([focus, other, kind]);
      for (const [a, b, kind] of strong.slice(0, ARROWS)) arrow(a, b, kind, true);
      this.svg.replaceChildren(...parts);
    }

    hover(step) {
      if (step === this.hovered) return;
      this.hovered = step;
      this.draw();
    }

    // Chooses a step; `show`: also if that means to scroll.
    pick(step, show) {
      if (this.position[step] < 0) {
        // It was hidden: somebody wants to see it.
        const box = this.host.querySelector('.tools input[type="checkbox"]');
        this.hideQuiet = false;
        box.checked = false;
        this.arrange();
      }
      this.picked = step;
      this.view.setAttribute("aria-activedescendant", `${this.id}-${step}`);
      if (show) this.reveal(step);
      this.draw();
      this.detail();
    }

    reveal(step) {
      const head = this.heads.offsetHeight;
      const y = this.position[step] * ROW;
      const { scrollTop, clientHeight } = this.view;
      const room = clientHeight - head;
      if (y < scrollTop + ROW || y > scrollTop + room - 2 * ROW) this.view.scrollTop = Math.max(y - room / 2, 0);
      const x = this.lefts[this.lane(step)];
      const width = this.view.clientWidth - (this.width - this.lanesWidth);
      if (x < this.view.scrollLeft || x + this.widths[this.lane(step)] > this.view.scrollLeft + width) {
        this.view.scrollLeft = Math.max(x - 40, 0);
      }
    }

    detail() {
      const step = this.picked;
      const parts = [];
      const number = step < this.events ? `step ${step + 1} of ` : "then: ";
      parts.push(make("p", "", number + this.thread(step)));
      parts.push(make("p", "what", this.text(step)));
      if (this.place(step)) parts.push(make("p", "place", this.place(step)));
      for (const note of this.notes.get(step) || []) parts.push(make("p", "place", this.string(note)));
      const list = (title, others) => {
        parts.push(make("h4", "", title));
        for (const other of others.slice(0, LISTED)) {
          const link = make("button");
          link.type = "button";
          link.append(make("b", "", `${other < this.events ? other + 1 : "end"} ${this.thread(other)}: `), make("span", "", this.text(other)));
          link.addEventListener("click", () => this.pick(other, true));
          parts.push(link);
        }
        if (others.length > LISTED) parts.push(make("p", "place", `… ${others.length - LISTED} more`));
      };
      const grouped = (edges, titles) => {
        const groups = new Map();
        for (const [other, kind] of edges || []) groups.set(kind, [...(groups.get(kind) || []), other]);
        for (const [kind, others] of groups) list(titles[kind], others);
      };
      grouped(this.into.get(step), BEFORE);
      const reads = step < this.events && this.kind(step) === "read";
      if (reads && !this.into.has(step)) parts.push(make("p", "place", "no write before it: the initial value"));
      if (step >= this.events && this.end(step).write !== null) list(BEFORE.arrives, [this.end(step).write]);
      grouped(this.outOf.get(step), AFTER);
      if (this.switchAfter.has(step)) {
        parts.push(make("h4", "", "then another thread goes on"));
        parts.push(make("p", "place", this.string(this.switchAfter.get(step))));
      }
      this.more.replaceChildren(...parts);
    }

    key(event) {
      if (event.altKey || event.ctrlKey || event.metaKey || event.target !== this.view) return;
      const row = this.picked >= 0 ? this.position[this.picked] : -1;
      const page = Math.max(Math.floor(this.view.clientHeight / ROW) - 3, 1);
      const actions = {
        ArrowDown: () => this.move(row + 1, 1),
        ArrowUp: () => this.move(row - 1, -1),
        PageDown: () => this.move(Math.min(row + page, this.rows.length - 1), -1),
        PageUp: () => this.move(Math.max(row - page, 0), 1),
        Home: () => this.move(0, 1),
        End: () => this.move(this.rows.length - 1, -1),
        ArrowRight: () => this.sameThread(1),
        ArrowLeft: () => this.sameThread(-1),
        "]": () => this.nextSwitch(1),
        "[": () => this.nextSwitch(-1),
        n: () => this.nextHit(1),
        N: () => this.nextHit(-1),
        "/": () => this.search.focus(),
        Enter: () => {
          const before = this.into.get(this.picked);
          if (before) this.pick(before[0][0], true);
        },
      };
      const action = actions[event.key];
      if (!action) return;
      event.preventDefault();
      action();
    }

    move(row, direction) {
      while (row >= 0 && row < this.rows.length && this.rows[row] < 0) row += direction;
      if (row >= 0 && row < this.rows.length) this.pick(this.rows[row], true);
    }

    sameThread(direction) {
      if (this.picked < 0) return;
      const lane = this.lane(this.picked);
      for (let step = this.picked + direction; step >= 0 && step < this.steps; step += direction) {
        if (this.lane(step) === lane && this.position[step] >= 0) { this.pick(step, true); return; }
      }
    }

    nextSwitch(direction) {
      const row = this.picked >= 0 ? this.position[this.picked] : -1;
      // A switch is before the step of the row after it.
      const next = direction > 0 ? this.switchRows.find((index) => index > row)
        : this.switchRows.findLast((index) => index + 1 < row);
      if (next !== undefined) this.move(next + 1, 1);
    }

    find() {
      const wanted = this.search.value.toLowerCase();
      if (wanted === "") {
        this.hits = null;
        this.found.textContent = "";
        this.draw();
        return;
      }
      const matches = this.data.strings.map((string) => string.toLowerCase().includes(wanted));
      const threads = this.data.threads.map((name) => name.toLowerCase().includes(wanted));
      this.hits = new Set();
      const { data } = this;
      for (let step = 0; step < this.steps; step++) {
        const of = step < this.events ? [data.text[step], data.place[step]] : [this.end(step).text, this.end(step).place];
        if (matches[of[0]] || matches[of[1]] || threads[this.lane(step)]) this.hits.add(step);
      }
      this.found.textContent = this.hits.size === 1 ? "1 match" : `${this.hits.size} matches`;
      this.draw();
    }

    nextHit(direction) {
      if (!this.hits || this.hits.size === 0) return;
      for (let i = 1; i <= this.steps; i++) {
        const step = (((this.picked + i * direction) % this.steps) + this.steps) % this.steps;
        if (this.hits.has(step)) { this.pick(step, true); return; }
      }
    }

    print(on) {
      this.printing = on;
      this.base = on ? Math.max(this.rows.length - PRINTED, 0) : 0;
      this.omitted.textContent = this.base > 0 ? `… ${this.base} rows before these are not printed` : "";
      this.stretch();
      this.redraw();
    }
  }

  const timelines = new Map();

  function open(host) {
    if (timelines.has(host)) return;
    const number = host.dataset.timeline;
    const data = JSON.parse(document.getElementById("timeline-" + number).textContent);
    timelines.set(host, new Timeline(host, data, number));
  }

  for (const story of document.querySelectorAll("details.story")) {
    const host = story.querySelector(".timeline");
    if (story.open) open(host);
    story.addEventListener("toggle", () => { if (story.open) open(host); });
  }
  addEventListener("beforeprint", () => { for (const timeline of timelines.values()) timeline.print(true); });
  addEventListener("afterprint", () => { for (const timeline of timelines.values()) timeline.print(false); });
})();
