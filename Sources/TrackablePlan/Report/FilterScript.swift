/// What the page shows of all entries: the search, the name of the event, the kinds, and the remarks.
enum FilterScript {
  static let text = #"""
    // The remarks about events that the filter offers.
    const remarks = {
      overridden: entry => entry.properties?.some(property => property.over),
      "left out": entry => entry.leftOut,
      unread: entry => entry.unread,
      changed: entry => entry.properties?.some(property => property.added || property.removed || property.given !== undefined),
      sensitive: entry => entry.properties?.some(property => property.sensitive || property.hides) || entry.hides,
    };
    const groups = [...new Set(Object.values(kinds).map(kind => kind.group))];
    const hiddenGroups = new Set();
    const wantedRemarks = new Set();

    // Everything about an entry that can be searched for, in lower case.
    const searchable = [];
    function searchText(index) {
      return searchable[index] ??= textsOf(entries[index]).join("\n").toLowerCase();
    }
    function textsOf(entry) {
      const texts = [entry.kind, nameOf(entry), entry.message, entry.remedy, entry.subject, entry.at, entry.entity, entry.as];
      const add = candidate => {
        if (candidate.value !== undefined) texts.push(valueText(candidate.value));
        if (candidate.from !== undefined) texts.push(sources[candidate.from].text);
      };
      add(entry);
      for (const property of [...(entry.properties ?? []), ...(entry.leftOut ?? [])]) {
        texts.push(keys[property.key], keys[property.as]);
        add(property);
        property.over?.forEach(add);
      }
      entry.unread?.forEach(source => texts.push(sources[source].text));
      return texts.filter(text => text !== undefined);
    }

    function filter() {
      const words = byID("search").value.toLowerCase().split(/\s+/).filter(word => word);
      const name = byID("names").value;
      const before = shown[chosen];
      shown = [];
      entries.forEach((entry, index) => {
        if (hiddenGroups.has(kinds[entry.kind].group)) return;
        if (name !== "" && (entry.kind !== "event" || entry.name !== names[name])) return;
        if (wantedRemarks.size && ![...wantedRemarks].some(remark => remarks[remark](entry))) return;
        if (words.length && !words.every(word => searchText(index).includes(word))) return;
        shown.push(index);
      });
      byID("count").textContent =
        shown.length === entries.length ? counted(shown.length, "entry", "entries")
        : `${number(shown.length)} of ${counted(entries.length, "entry", "entries")}`;
      byID("rows").style.height = `${shown.length * rowHeight}px`;
      rows.clear();
      byID("rows").replaceChildren();
      chosen = -1;
      choose(Math.max(0, shown.indexOf(before)));
      list.classList.toggle("empty", shown.length === 0);
      draw();
    }

    // The names of events, sorted: the filter offers them by their place.
    const counts = new Map();
    for (const entry of entries) if (entry.kind === "event") counts.set(entry.name, (counts.get(entry.name) ?? 0) + 1);
    const names = [...counts.keys()].sort();

    function setUpNames() {
      byID("names").append(element("option", { value: "" }, `All names (${number(names.length)})`));
      names.forEach((name, index) => {
        const shownName = cut(name.replace(unseen, "\ufffd"), 80);
        byID("names").append(element("option", { value: index }, `${shownName} (${number(counts.get(name))})`));
      });
    }

    function addToggle(place, title, holds, set, isOn) {
      const count = entries.filter(entry => holds(entry)).length;
      if (!count) return;
      const button = element("button", { type: "button", "aria-pressed": isOn }, title, " ", element("span.number", {}, number(count)));
      button.addEventListener("click", () => {
        if (!set.delete(title)) set.add(title);
        button.setAttribute("aria-pressed", set.has(title) !== isOn);
        filter();
      });
      byID(place).append(button);
    }
    """#
}
