// Calls of the program as one step each: which events are in a call, and which calls are open.
// A part of a call is a step too; parts are numbered after all events and remarks. A call that other threads interrupt has
// a part where it begins and one where it ends, and maybe some in between of which nothing is said.
// Invariant: the parts are in the order of their first events, and no event is in two of them.

class Folding extends Interleaving {
  constructor(data) {
    super(data);
    this.folding = data.folds !== null;
    this.hideQuiet = data.quiet.length > 0;
    this.opened = new Set(); // calls
    this.gather();
  }

  // Which events are in which part. To be done again when other steps are left out.
  gather() {
    this.parts = [];
    this.partOf = new Int32Array(this.events).fill(-1);
    this.skipped = new Uint8Array(this.events);
    if (!this.folding) return;
    const { parts, hidden } = this.hideQuiet ? this.data.folds.relevant : this.data.folds.all;
    for (const event of hidden) this.skipped[event] = 1;
    this.parts = parts.map(([first, last, text, call]) => ({ first, last, text, call }));
    this.parts.forEach(({ first, last }, index) => {
      const lane = this.data.lane[first];
      for (let event = first; event <= last; event++) {
        if (this.data.lane[event] !== lane || this.skipped[event] || (this.hideQuiet && this.quiet[event])) continue;
        this.partOf[event] = index;
      }
    });
  }

  isCall(step) { return step >= this.steps; }
  part(step) { return this.parts[step - this.steps]; }
  call(step) { return this.data.folds.calls[this.part(step).call]; }
  isOpen(step) { return this.opened.has(this.part(step).call); }

  // The event that says where in the interleaving a step is.
  anchor(step) { return this.isCall(step) ? this.part(step).first : step; }

  // The call in which an event is, or which a part of it stands for; below 0: none.
  callOf(step) {
    if (this.isCall(step)) return this.part(step).call;
    const part = step >= 0 && step < this.events ? this.partOf[step] : -1;
    return part < 0 ? -1 : this.parts[part].call;
  }

  // The first step that stands for a call.
  headOf(call) {
    const index = this.parts.findIndex((part) => part.call === call && part.text !== null);
    return index < 0 ? -1 : this.steps + index;
  }

  // What a step stands for: what happens in a call that is folded, and else itself.
  members(step) {
    if (!this.isCall(step)) return [step];
    return this.isOpen(step) ? [] : this.inside(step);
  }

  // The events of a part of a call.
  inside(step) {
    const { first, last } = this.part(step);
    const events = [];
    for (let event = first; event <= last; event++) if (this.partOf[event] === step - this.steps) events.push(event);
    return events;
  }

  edgesInto(step) { return this.edgesOf(step, this.into); }
  edgesOutOf(step) { return this.edgesOf(step, this.outOf); }

  edgesOf(step, edges) {
    if (step < 0) return [];
    if (!this.isCall(step)) return edges.get(step) || [];
    const own = step - this.steps;
    const all = this.members(step).flatMap((event) => edges.get(event) || []);
    return all.filter(([other]) => other >= this.events || this.partOf[other] !== own);
  }

  lane(step) { return super.lane(this.anchor(step)); }
  folded(step) { return this.folding && step >= this.events && step < this.steps ? this.end(step).folded : null; }

  text(step) {
    if (this.isCall(step)) return this.string(this.part(step).text);
    const folded = this.folded(step);
    return folded ? this.string(folded[0]) : super.text(step);
  }

  line(step) {
    if (this.isCall(step)) return this.string(this.call(step).line);
    const folded = this.folded(step);
    return folded ? this.string(folded[1]) : super.line(step);
  }

  placeNumber(step) {
    if (this.isCall(step)) return this.call(step).place;
    const folded = this.folded(step);
    return folded ? folded[2] : super.placeNumber(step);
  }

  kind(step) { return this.isCall(step) ? "call" : super.kind(step); }

  // Why another thread goes on after an event.
  reason(event) {
    const why = this.switchAfter.get(event);
    if (why === undefined) return undefined;
    const unfolded = this.callOf(event) >= 0 && this.opened.has(this.callOf(event));
    return this.string(why[this.folding && !unfolded ? 1 : 0]);
  }
}
