// What there is to say about the step that is chosen, and its line in the source.

const LISTED = 20; // events listed in the details for each relation
const AROUND = 8; // lines of the source before and after that of the step

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

class Details extends View {
  constructor(host, data, number, files) {
    super(host, data, number);
    this.files = files; // by number: lines of the source by their numbers
    this.sources = new Map(data.sources.map(([place, file, line]) => [place, { file, line }]));
  }

  detail() {
    const step = this.picked;
    const parts = [];
    const anchor = this.anchor(step);
    let number = anchor < this.events ? `step ${anchor + 1} of ` : "then: ";
    if (this.isCall(step)) {
      const { first, last } = this.part(step);
      number = first === last ? `step ${first + 1} of ` : `steps ${first + 1} to ${last + 1}, of `;
    }
    parts.push(make("p", "", number + this.thread(step)));
    parts.push(make("p", "what", this.text(step)));
    if (this.place(step)) parts.push(make("p", "place", this.place(step)));
    for (const note of this.notes.get(step) || []) parts.push(make("p", "place", this.string(note)));
    if (this.callOf(step) >= 0) {
      const open = this.opened.has(this.callOf(step));
      const inside = this.members(step).length;
      const many = inside === 1 ? "1 step" : `${inside} steps`;
      const fold = make("button", "fold", open ? "fold the call" : `show what happens inside: ${many}`);
      fold.type = "button";
      fold.addEventListener("click", () => this.toggleCall(this.picked));
      parts.push(fold);
    }
    const list = (title, others) => {
      parts.push(make("h4", "", title));
      const seen = [...new Set(others.map((other) => this.seen(other)))];
      for (const other of seen.slice(0, LISTED)) {
        const link = make("button");
        link.type = "button";
        const at = this.anchor(other);
        link.append(make("b", "", `${at < this.events ? at + 1 : "end"} ${this.thread(other)}: `), make("span", "", this.text(other)));
        link.addEventListener("click", () => this.pick(other, true));
        parts.push(link);
      }
      if (seen.length > LISTED) parts.push(make("p", "place", `… ${seen.length - LISTED} more`));
    };
    const grouped = (edges, titles) => {
      const groups = new Map();
      for (const [other, kind] of edges) groups.set(kind, [...(groups.get(kind) || []), other]);
      for (const [kind, others] of groups) list(titles[kind], others);
    };
    grouped(this.edgesInto(step), BEFORE);
    const reads = step < this.events && this.kind(step) === "read";
    if (reads && !this.into.has(step)) parts.push(make("p", "place", "no write before it: the initial value"));
    if (step >= this.events && step < this.steps && this.end(step).write !== null) list(BEFORE.arrives, [this.end(step).write]);
    grouped(this.edgesOutOf(step), AFTER);
    const why = this.reason(this.isCall(step) ? this.part(step).last : step);
    if (why !== undefined) {
      parts.push(make("h4", "", "then another thread goes on"));
      parts.push(make("p", "place", why));
    }
    this.more.replaceChildren(...parts);
    this.showSource();
  }

  // Where a step is in the source, if that is in the page: for what is thrown, where that was; for what the JDK does, where the program has called it.
  sourceOf(step) {
    const places = [...(this.notes.get(step) || []), this.placeNumber(step)];
    const call = this.callOf(step);
    if (call >= 0) places.push(this.data.folds.calls[call].place);
    const known = places.find((place) => this.sources.has(place));
    return known === undefined ? null : this.sources.get(known);
  }

  showSource() {
    const found = this.sourceOf(this.picked);
    const file = found ? this.files[found.file] : undefined;
    const parts = [];
    if (file && file.lines.has(found.line)) {
      parts.push(make("h4", "", `${file.name}:${found.line}`));
      const code = make("div", "code-lines");
      for (let number = found.line - AROUND; number <= found.line + AROUND; number++) {
        if (!file.lines.has(number)) continue;
        const line = make("div", number === found.line ? "code-line here" : "code-line");
        line.append(make("span", "code-number", String(number)), make("span", "code-text", file.lines.get(number)));
        code.append(line);
      }
      parts.push(code);
    } else {
      parts.push(make("p", "place", "The source of this step is not in the page."));
    }
    this.code.replaceChildren(...parts);
  }
}
