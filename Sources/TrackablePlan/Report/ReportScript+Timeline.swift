extension ReportScript {
  /// The list of entries: filters, search, and the rows that can be seen.
  static let timeline = #"""
    const list = byID("list");
    const rowHeight = 46;
    const beyond = 10;
    const rows = new Map();
    let shown = [];
    let chosen = -1;

    // What is remarkable about an event, and can be asked for.
    const remarks = {
      overridden: entry => entry.properties?.some(property => property.over),
      "left out": entry => entry.leftOut,
      unread: entry => entry.unread,
      "changed on the way": entry => entry.properties?.some(property => property.added || property.removed || property.given !== undefined),
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
        texts.push(keys[property.key]);
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
        if (name !== "" && (entry.kind !== "event" || entry.name !== names[name].name)) return;
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

    function draw() {
      const first = Math.max(0, Math.floor(list.scrollTop / rowHeight) - beyond);
      const last = Math.min(shown.length, Math.ceil((list.scrollTop + list.clientHeight) / rowHeight) + beyond);
      for (const [position, row] of rows) {
        if (position < first || position >= last) {
          row.remove();
          rows.delete(position);
        }
      }
      for (let position = first; position < last; position++) {
        if (rows.has(position)) continue;
        const row = rowAt(position);
        rows.set(position, row);
        byID("rows").append(row);
      }
    }

    function rowAt(position) {
      const entry = entries[shown[position]];
      const kind = kinds[entry.kind];
      const { path, last } = parts(nameOf(entry));
      const line = element("div.line", {},
        element("strong", {}, isolated(cut(last, 120))), element("span.path", {}, isolated(cut(path, 120))));
      for (const [remark, holds] of Object.entries(remarks)) {
        if (holds(entry)) line.append(element(`span.flag.${remark.split(" ")[0]}`, {}, remark === "changed on the way" ? "changed" : remark));
      }
      const row = element(`div.row.${entry.kind}`,
        {
          role: "option", id: `row-${position}`, "aria-setsize": shown.length, "aria-posinset": position + 1,
          "aria-selected": position === chosen,
        },
        element("span.time", {}, entry.time === undefined ? "" : sinceFirst(entry.time)),
        element("span.tag", { title: entry.type ? eventTypes[entry.type] ?? entry.type : kind.title }, entry.type ?? kind.tag),
        line, element("div.preview", {}, ...preview(entry)));
      row.dataset.position = position;
      row.style.transform = `translateY(${position * rowHeight}px)`;
      return row;
    }

    function preview(entry) {
      if (entry.kind === "issue") return [isolated(cut(entry.message, 160))];
      if (entry.value !== undefined) return [isolated(cut(valueText(entry.value), 160))];
      return (entry.properties ?? []).filter(property => !property.removed).slice(0, 6).flatMap(property => [
        element("span.key", {}, isolated(cut(parts(keys[property.key]).last, 60))), " ",
        property.sensitive ? "•••" : isolated(cut(valueText(property.value), 60)), "  ",
      ]);
    }

    function choose(position) {
      rows.get(chosen)?.setAttribute("aria-selected", "false");
      chosen = shown.length ? Math.max(0, Math.min(position, shown.length - 1)) : -1;
      if (chosen < 0) {
        list.removeAttribute("aria-activedescendant");
        return show(null);
      }
      const top = chosen * rowHeight;
      if (top < list.scrollTop) list.scrollTop = top;
      if (top + rowHeight > list.scrollTop + list.clientHeight) list.scrollTop = top + rowHeight - list.clientHeight;
      draw();
      rows.get(chosen)?.setAttribute("aria-selected", "true");
      list.setAttribute("aria-activedescendant", `row-${chosen}`);
      show(entries[shown[chosen]], shown[chosen]);
    }

    function onKey(event) {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      const inSearch = event.target === byID("search");
      const inList = event.target === list;
      if (event.key === "Escape") {
        if (inSearch && byID("search").value) {
          byID("search").value = "";
          filter();
        } else list.focus();
      } else if (event.key === "/" && !inSearch) byID("search").focus();
      else if (inSearch && (event.key === "ArrowDown" || event.key === "Enter")) list.focus();
      else if (inList) {
        const page = Math.max(1, Math.floor(list.clientHeight / rowHeight) - 1);
        const steps = {
          ArrowDown: 1, j: 1, ArrowUp: -1, k: -1, PageDown: page, PageUp: -page, Home: -Infinity, End: Infinity,
        };
        if (event.key === "Enter") byID("details").focus();
        else if (event.key in steps) choose(chosen + steps[event.key]);
        else return;
      } else return;
      event.preventDefault();
    }
    """#
}
