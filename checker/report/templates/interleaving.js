// An interleaving: its steps, and what leads from one to another.
// A step is an event, or a remark after all events. Steps are numbered: the events, then the remarks.
"use strict";

class Interleaving {
  constructor(data) {
    this.data = data;
    this.events = data.lane.length;
    this.steps = this.events + data.ends.length;
    this.switchAfter = new Map(data.switches.map(([event, ...why]) => [event, why]));
    this.notes = new Map(data.notes);
    this.quiet = new Uint8Array(this.steps);
    for (const event of data.quiet) this.quiet[event] = 1;
    if (data.fault !== null) this.quiet[data.fault] = 0;
    this.link();
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

  string(number) { return this.data.strings[number]; }
  end(step) { return this.data.ends[step - this.events]; }
  lane(step) { return step < this.events ? this.data.lane[step] : this.end(step).lane; }
  text(step) { return this.string(step < this.events ? this.data.text[step] : this.end(step).text); }
  line(step) { return this.string(step < this.events ? this.data.line[step] : this.end(step).line); }
  placeNumber(step) { return step < this.events ? this.data.place[step] : this.end(step).place; }
  place(step) { return this.string(this.placeNumber(step)); }
  about(step) { return step < this.events ? this.data.about[step] : this.end(step).about; }

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
}
