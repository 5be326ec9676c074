// A timeline to walk through: mouse, keyboard, search, and the details of the step that is chosen.

const LISTED = 20; // events listed in the details for each relation

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

function button(text, label, action) {
  const element = make("button", "", text);
  element.type = "button";
  element.title = label;
  element.setAttribute("aria-label", label);
  element.addEventListener("click", action);
  return element;
}

class Timeline extends View {
  constructor(host, data, number) {
    super(host, data, number);
    this.build();
    this.arrange();
    const failure = data.fault !== null ? data.fault : this.firstStuck();
    if (failure >= 0) this.pick(failure, true);
    else this.draw();
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
