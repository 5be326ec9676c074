// A timeline to walk through: mouse, keyboard, search, and the address of the step that is chosen.

const KEYS = [
  ["↑ ↓ j k", "step"], ["← →", "step of the same thread"], ["[ ]", "context switch"],
  ["Enter", "where the value or the lock comes from"], ["u", "unfold a call, or fold it"], ["U", "unfold all calls, or fold them"],
  ["/", "search"], ["n N", "next match, the one before"], ["Home End", "first and last step"], ["Esc", "leave the search"], ["?", "this list"],
];
const BRIEF = 6; // of them that are always shown
const SETTLE = 150; // milliseconds after which the address follows the step: browsers refuse to change it all the time

function button(text, label, action) {
  const element = make("button", "", text);
  element.type = "button";
  element.title = label;
  element.setAttribute("aria-label", label);
  element.addEventListener("click", action);
  return element;
}

class Timeline extends Details {
  constructor(host, data, number, files) {
    super(host, data, number, files);
    this.build();
    this.arrange();
    const failure = data.fault !== null ? data.fault : this.firstStuck();
    if (failure >= 0) this.pick(this.seen(failure), true, true);
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
    const again = () => {
      this.regather();
      if (this.picked >= 0 && this.position[this.picked] >= 0) this.pick(this.picked, true);
      else this.draw();
    };
    if (this.data.folds !== null) {
      this.foldBox = this.toggle("Fold calls", this.folding, (on) => {
        this.folding = on;
        this.opened.clear();
        again();
      });
      tools.append(this.foldBox);
    }
    if (this.data.quiet.length > 0) {
      this.quietBox = this.toggle("Hide steps that no other thread can notice", this.hideQuiet, (on) => {
        this.hideQuiet = on;
        again();
      });
      tools.append(this.quietBox);
    }
    tools.append(this.filterTools(again));
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
    this.code = make("section", "code-pane");
    this.code.setAttribute("aria-label", "Source");
    const side = make("div", "side");
    side.append(this.more);
    if (this.sources.size > 0) {
      side.append(this.code);
      panes.classList.add("coded");
    }
    panes.append(this.view, side);

    const legend = make("div", "legend");
    const present = new Set();
    for (let step = 0; step < this.steps + this.parts.length; step++) present.add(this.kind(step));
    for (const [kind, text] of LEGEND) {
      if (!present.has(kind)) continue;
      const entry = make("span");
      entry.append(make("i", "k-" + kind), text);
      legend.append(entry);
    }
    const keys = make("p", "keys");
    const hint = (name, text) => keys.append(make("kbd", "", name), " " + text + "   ");
    for (const [name, text] of KEYS.slice(0, BRIEF)) hint(name, text);
    hint("?", "all keys");
    this.help = make("dl", "help");
    this.help.hidden = true;
    for (const [name, text] of KEYS) {
      const line = make("div");
      line.append(make("dt", "", name), make("dd", "", text));
      this.help.append(line);
    }
    this.omitted = make("p", "found");
    host.append(tools, this.omitted, panes, legend, keys, this.help);

    let waiting = false;
    this.view.addEventListener("scroll", () => {
      if (waiting) return;
      waiting = true;
      requestAnimationFrame(() => { waiting = false; this.draw(); });
    });
    this.view.addEventListener("keydown", (event) => {
      if (event.target === this.view) this.key(event);
    });
    host.addEventListener("focusin", () => { current = this; });
    this.sheet.addEventListener("click", (event) => {
      const row = event.target.closest(".row");
      if (!row || !row.dataset.step) return;
      const step = Number(row.dataset.step);
      this.pick(step, false);
      if (this.isCall(step)) this.toggleCall(step);
    });
    this.sheet.addEventListener("mouseover", (event) => {
      const row = event.target.closest(".row");
      this.hover(row && row.dataset.step ? Number(row.dataset.step) : -1);
    });
    this.sheet.addEventListener("mouseleave", () => this.hover(-1));
    new ResizeObserver(() => {
      if (this.view.clientWidth === this.fitted) return;
      // Later: what is drawn here may change the width once more.
      requestAnimationFrame(() => { this.layOut(); this.redraw(); });
    }).observe(this.view);
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

  // Chooses a step; `show`: also if that means to scroll; `first`: nobody has asked for it.
  pick(step, show, first) {
    if (this.position[step] < 0) {
      this.uncover(step);
      if (!(this.position[step] >= 0)) return;
    }
    this.picked = step;
    this.view.setAttribute("aria-activedescendant", `${this.id}-${step}`);
    if (show) this.reveal(step);
    this.draw();
    this.detail();
    if (first) return;
    current = this;
    clearTimeout(this.settling);
    this.settling = setTimeout(() => history.replaceState(null, "", "#" + this.address(step)), SETTLE);
  }

  // Somebody wants to see a step that is hidden.
  uncover(step) {
    if (!this.passes(step)) {
      this.unfilter();
      this.showFilter();
    }
    if (step < this.events) {
      if (this.quiet[step] && this.hideQuiet) this.hideQuiet = this.quietBox.firstChild.checked = false;
      this.gather();
      if (this.skipped[step]) {
        this.folding = this.foldBox.firstChild.checked = false;
        this.gather();
      }
      if (this.callOf(step) >= 0) this.opened.add(this.callOf(step));
    }
    this.arrange();
  }

  // `v1-s12` is step 12 of the first violation, `v1-c12` the call that begins there.
  address(step) { return `${this.host.dataset.link}-${this.isCall(step) ? "c" : "s"}${this.anchor(step) + 1}`; }

  // Goes to a step by its address.
  visit(kind, number) {
    const step = number - 1;
    if (step < 0 || step >= this.steps) return;
    clearTimeout(this.settling);
    this.pick(kind === "c" ? this.seen(step) : step, true, true);
    this.view.focus({ preventScroll: true });
  }

  // Unfolds the call of a step, or folds it.
  toggleCall(step) {
    const call = this.callOf(step);
    if (call < 0) return;
    const head = this.isCall(step) ? step : this.headOf(call);
    if (this.opened.has(call)) this.opened.delete(call);
    else this.opened.add(call);
    this.arrange();
    if (head >= 0) this.pick(head, true);
    else this.draw();
  }

  toggleAll() {
    if (this.foldBox) this.foldBox.firstChild.click();
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

  key(event) {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const row = this.picked >= 0 ? this.position[this.picked] : -1;
    const page = Math.max(Math.floor(this.view.clientHeight / ROW) - 3, 1);
    const actions = {
      j: () => this.move(row + 1, 1),
      k: () => this.move(row - 1, -1),
      u: () => this.toggleCall(this.picked),
      U: () => this.toggleAll(),
      "?": () => { this.help.hidden = !this.help.hidden; },
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
        const [before] = this.edgesInto(this.picked);
        if (before) this.pick(this.seen(before[0]), true);
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
    for (let row = this.position[this.picked] + direction; row >= 0 && row < this.rows.length; row += direction) {
      const step = this.rows[row];
      if (step >= 0 && this.lane(step) === lane) { this.pick(step, true); return; }
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
    const finds = (step) => {
      const text = this.isCall(step) ? this.part(step).text : null;
      const said = this.isCall(step) ? (text !== null && matches[text]) : this.text(step).toLowerCase().includes(wanted);
      return said || matches[this.placeNumber(step)] || threads[this.lane(step)];
    };
    // What is in a call is found only if the call is not.
    const calls = this.parts.map((part, index) => part.text !== null && finds(this.steps + index));
    calls.forEach((found, index) => { if (found) this.hits.add(this.steps + index); });
    for (let step = 0; step < this.steps; step++) {
      if (step < this.events && (this.skipped[step] || (this.partOf[step] >= 0 && calls[this.partOf[step]]))) continue;
      if (finds(step)) this.hits.add(step);
    }
    this.found.textContent = this.hits.size === 1 ? "1 match" : `${this.hits.size} matches`;
    this.draw();
  }

  nextHit(direction) {
    if (!this.hits || this.hits.size === 0) return;
    // A call comes before what is in it.
    const order = (step) => (step < 0 ? -1 : this.anchor(step) - (this.isCall(step) ? 0.5 : 0));
    const hits = [...this.hits].sort((a, b) => order(a) - order(b));
    const here = order(this.picked);
    const next = direction > 0 ? hits.find((step) => order(step) > here) : hits.findLast((step) => order(step) < here);
    this.pick(next !== undefined ? next : hits.at(direction > 0 ? 0 : -1), true);
  }
}

const timelines = new Map();
let current = null; // the one that was used last

// Lines of the source, by file and number.
const embedded = document.getElementById("sources");
const files = embedded === null ? [] : JSON.parse(embedded.textContent).map(({ name, lines }) => ({ name, lines: new Map(lines) }));

function open(host) {
  if (timelines.has(host)) return;
  const number = host.dataset.timeline;
  const data = JSON.parse(document.getElementById("timeline-" + number).textContent);
  timelines.set(host, new Timeline(host, data, number, files));
}

// Goes to the step that the address names.
function follow() {
  const [, link, kind, number] = /^#([vro]\d+)-([sc])(\d+)$/.exec(location.hash) || [];
  const host = link === undefined ? null : document.querySelector(`.timeline[data-link="${link}"]`);
  if (host === null) return;
  host.closest("details").open = true;
  open(host);
  host.scrollIntoView({ block: "start", behavior: "instant" });
  timelines.get(host).visit(kind, Number(number));
}

for (const story of document.querySelectorAll("details.story")) {
  const host = story.querySelector(".timeline");
  if (story.open) open(host);
  story.addEventListener("toggle", () => { if (story.open) open(host); });
}
follow();
addEventListener("hashchange", follow);
// Letters work wherever one is on the page, unless one is writing.
addEventListener("keydown", (event) => {
  if (event.target !== document.body || !/^[jkuUnN\/?[\]]$/.test(event.key)) return;
  const timeline = current || timelines.values().next().value;
  if (timeline) timeline.key(event);
});
addEventListener("beforeprint", () => { for (const timeline of timelines.values()) timeline.print(true); });
addEventListener("afterprint", () => { for (const timeline of timelines.values()) timeline.print(false); });
