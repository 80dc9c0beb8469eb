/// The rows, as many as the window shows, and the beginning of the program.
enum TimelineScript {
  static let text = #"""
    const list = byID("list");
    const rowHeight = 46;
    const beyond = 10;
    const rows = new Map();
    let shown = [];
    let chosen = -1;

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
        if (holds(entry)) line.append(element(`span.flag.${remark.split(" ")[0]}`, {}, remark));
      }
      const row = element(`div.row.${entry.kind}`,
        {
          role: "option", id: `row-${position}`, "aria-setsize": shown.length, "aria-posinset": position + 1,
          "aria-selected": position === chosen,
        },
        element("span.time", {}, entry.time === undefined ? "" : sinceFirst(entry.time)),
        element("span.tag", { title: kind.title }, entry.type ? eventTypes[entry.type] ?? entry.type : kind.tag),
        line, element("div.preview", {}, ...preview(entry)));
      row.dataset.position = position;
      row.style.transform = `translateY(${position * rowHeight}px)`;
      return row;
    }

    // For each event, the keys whose values are not those of the previous event of the same name.
    const differingKeys = new Map();
    function noteDifferences() {
      const previous = new Map();
      const valueOf = property => property.value === undefined ? "" : valueText(property.value);
      for (const entry of entries) {
        if (entry.kind !== "event") continue;
        const before = previous.get(entry.name);
        const values = new Map((entry.properties ?? []).map(property => [property.key, valueOf(property)]));
        if (before) differingKeys.set(entry, new Set([...values.keys()].filter(key => before.get(key) !== values.get(key))));
        previous.set(entry.name, values);
      }
    }

    function preview(entry) {
      if (entry.kind === "issue") return [isolated(cut(entry.message, 160))];
      if (entry.value !== undefined) return [isolated(cut(valueText(entry.value), 160))];
      const differing = differingKeys.get(entry);
      const shown = (entry.properties ?? []).filter(property => !property.removed);
      // The differing keys come first: a narrow row cuts the rest.
      const first = differing ? [...shown].sort((a, b) => differing.has(b.key) - differing.has(a.key)) : shown;
      return first.slice(0, 6).flatMap(property => [
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
      if (event.key === "Escape") {
        if (inSearch && byID("search").value) {
          byID("search").value = "";
          filter();
        } else list.focus();
      } else if (event.key === "/" && !inSearch) byID("search").focus();
      else if (inSearch && (event.key === "ArrowDown" || event.key === "Enter")) list.focus();
      else if (event.target === list) {
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

    // The entry of a link: #12.
    function chooseLinked() { choose(shown.indexOf(Number(location.hash.slice(1)) - 1)); }

    function begin() {
      document.title = data.title;
      setUpNames();
      noteDifferences();
      byID("title").append(isolated(data.title));
      const times = entries.map(entry => entry.time).filter(time => time !== undefined);
      const users = new Set(entries.filter(entry => entry.kind === "identify").map(entry => entry.name));
      byID("summary").textContent = [
        counted(entries.filter(entry => entry.kind === "event").length, "event"),
        names.length ? counted(names.length, "name") : "",
        users.size ? counted(users.size, "user") : "",
        times.length ? timeOfDay(firstTime) : "",
        data.dropped ? `${counted(data.dropped, "older entry", "older entries")} not kept` : "",
      ].filter(text => text).join("  ·  ");
      for (const group of groups) addToggle("groups", group, entry => kinds[entry.kind].group === group, hiddenGroups, true);
      for (const [remark, holds] of Object.entries(remarks)) addToggle("remarks", remark, holds, wantedRemarks, false);
      byID("remarks").hidden = !byID("remarks").querySelector("button");
      byID("search").addEventListener("input", filter);
      byID("names").addEventListener("change", filter);
      list.addEventListener("scroll", draw, { passive: true });
      list.addEventListener("click", event => {
        const row = event.target.closest(".row");
        if (row) choose(Number(row.dataset.position));
      });
      document.addEventListener("keydown", onKey);
      new ResizeObserver(draw).observe(list);
      filter();
      addEventListener("hashchange", chooseLinked);
      chooseLinked();
      list.focus();
    }
    """#
}
