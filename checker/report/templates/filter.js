// Which threads, and which variable or object, are shown.
// Invariant: a filter leaves rows out; it never changes what a row says.

class Filter extends Folding {
  constructor(data) {
    super(data);
    this.unfilter();
  }

  unfilter() {
    this.hiddenLanes = new Set();
    this.thing = -1;
  }

  isFiltered() { return this.hiddenLanes.size > 0 || this.thing >= 0; }

  passes(step) {
    if (this.hiddenLanes.has(this.lane(step))) return false;
    if (this.thing < 0) return true;
    if (!this.isCall(step)) return this.isAbout(this.about(step));
    return this.isAbout(this.call(step).thing) || this.inside(step).some((event) => this.isAbout(this.about(event)));
  }

  isAbout(thing) {
    return thing !== null && (thing === this.thing || this.data.things[thing][1] === this.thing);
  }

  // What one chooses with; `changed` is called after a choice.
  filterTools(changed) {
    const group = make("span", "group");
    this.laneBoxes = [];
    const { threads, things } = this.data;
    if (threads.length > 1) {
      const menu = make("details", "menu");
      menu.append(make("summary", "", "Threads"));
      const list = make("div", "choices");
      threads.forEach((name, lane) => {
        const label = make("label");
        const box = make("input");
        box.type = "checkbox";
        box.checked = true;
        box.addEventListener("change", () => {
          if (box.checked) this.hiddenLanes.delete(lane);
          else this.hiddenLanes.add(lane);
          changed();
        });
        this.laneBoxes.push(box);
        label.append(box, name);
        list.append(label);
      });
      menu.append(list);
      menu.addEventListener("keydown", (event) => {
        if (event.key !== "Escape") return;
        menu.open = false;
        this.view.focus();
      });
      group.append(menu);
    }
    if (things.length > 1) {
      this.chooser = make("select");
      this.chooser.setAttribute("aria-label", "Variable or object");
      const option = (value, text) => {
        const element = make("option", "", text);
        element.value = String(value);
        this.chooser.append(element);
      };
      option(-1, "all variables and objects");
      const sorted = things.map(([name], index) => [this.string(name), index]);
      sorted.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
      for (const [name, index] of sorted) option(index, name);
      this.chooser.addEventListener("change", () => {
        this.thing = Number(this.chooser.value);
        changed();
      });
      group.append(this.chooser);
    }
    return group;
  }

  showFilter() {
    this.laneBoxes.forEach((box, lane) => { box.checked = !this.hiddenLanes.has(lane); });
    if (this.chooser) this.chooser.value = String(this.thing);
  }
}
