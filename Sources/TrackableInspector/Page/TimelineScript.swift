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
      // One remark fits into each row; the details have all.
      const [remark, ...others] = remarksOn(entry);
      const flags = remark ? [flag(remark), others.length ? element("span.flag", { title: others.join(", ") }, `+${others.length}`) : null] : [];
      const row = element(`div.row.${entry.kind}`,
        {
          role: "option", id: `row-${position}`, "aria-setsize": shown.length, "aria-posinset": position + 1,
          "aria-selected": position === chosen,
        },
        element("span.time", {}, entry.time === undefined || entry.kind === "launch" ? "" : sinceStart(entry)),
        element("span.tag", { title: kind.title }, entry.type ? eventTypes[entry.type] ?? entry.type : kind.tag),
        line, element("div.preview", {}, ...flags, element("span.text", {}, ...preview(entry))));
      row.dataset.position = position;
      row.style.transform = `translateY(${position * rowHeight}px)`;
      return row;
    }

    function flag(remark) { return element(`span.flag.${remark.split(" ")[0]}`, { title: remarks[remark].means }, remark); }

    // The table of an account on one line: the figures that are not zero, each with the head of its column.
    function accountLine(text) {
      const [heads, ...lines] = text.split("\n").map(line => line.split(/ {2,}/));
      return lines.map(([name, ...figures]) => `${name}: ` + figures.map((figure, index) => [figure, heads[index + 1]])
        .filter(([figure]) => figure !== "0").map(([figure, head]) => figure.replace(/^\d+/, `$& ${head?.replace(/[^a-z ]/g, "").trim()}`)).join(", ")).join("; ");
    }

    function preview(entry) {
      if (entry.kind === "launch") return [timeOfDay(entry.time), ...entry.subject ? [" · ", isolated(cut(entry.subject, 60))] : []];
      if (entry.kind === "issue" || entry.kind === "gate") return [isolated(cut(entry.message, 160))];
      if (entry.kind === "account") return [isolated(cut(accountLine(entry.message), 160))];
      if (entry.kind === "visit") return ["ID ", isolated(cut(valueText(entry.value), 160))];
      if (hasLeft(entry)) return ["left"];
      if (entry.value !== undefined) return [...operationOf(entry), isolated(cut(valueText(entry.value), 160))];
      const shown = (entry.properties ?? []).filter(property => !property.removed);
      // The found ones come first: a narrow row cuts the rest.
      const isFound = ({ key, value }) => Boolean(wanted?.test(keys[key]) || (value !== undefined && wanted?.test(valueText(value))));
      const first = [...shown].sort((a, b) => isFound(b) - isFound(a));
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

    // Shows an entry, also one that the filters hide.
    function goTo(index) {
      const position = shown.indexOf(index);
      if (position >= 0) choose(position);
      else show(entries[index], index);
      byID("details").scrollIntoView();
    }

    // The entry of a link, #12, if it was not there before.
    function linked(before = 0) {
      const index = Number(location.hash.slice(1)) - 1;
      return index >= before && index in entries ? index : undefined;
    }

    let countOfEvents = 0;
    let dropped = 0;
    let hasPlan = false;
    const users = new Set();
    function tellSummary() {
      byID("summary").textContent = [
        counted(countOfEvents, "event"),
        names.length ? counted(names.length, "name") : "",
        users.size ? counted(users.size, "user") : "",
        launches.size > 1 ? counted(launches.size, "launch", "launches") : "",
        firstTime < Infinity && !launches.size ? `from ${timeOfDay(firstTime)}` : "",
        data.live && lastTime ? `last call at ${timeOfDay(lastTime)}` : "",
        hasPlan ? "" : "no plan given",
        dropped ? `${counted(dropped, "older entry", "older entries")} not kept` : "",
      ].filter(text => text).join("  ·  ");
    }

    // Adds a piece of data to what is there. What a person has chosen, searched for and scrolled to stays.
    function addToPage(piece) {
      const before = entries.length;
      const changed = add(piece);
      const added = entries.slice(before);
      dropped += piece.dropped ?? 0;
      hasPlan ||= piece.plan === true;
      for (const entry of added) {
        if (entry.time < firstTime) firstTime = entry.time;
        if (entry.kind !== "launch") lastTime = entry.time ?? lastTime;
        if (entry.kind === "identify") users.add(entry.name);
        if (entry.kind !== "event") continue;
        countOfEvents += 1;
        countName(entry.name);
      }
      tellNames();
      tellToggles(added);
      tellSummary();
      for (const index of changed) delete searchable[index];
      const isShown = makeTest();
      if (changed.filter(index => fits[index] !== (fits[index] = isShown(index))).length) return arrange();
      const isAtEnd = chosen >= 0 && list.scrollTop > 0 && list.scrollTop + list.clientHeight >= shown.length * rowHeight - 2;
      addShown(before);
      // Not each piece is read out.
      byID("count").setAttribute("aria-live", "off");
      tellCount();
      for (const [position, row] of rows) {
        row.setAttribute("aria-setsize", shown.length);
        if (!changed.includes(shown[position])) continue;
        row.remove();
        rows.delete(position);
      }
      const first = shown.findIndex(index => entries[index].kind !== "launch");
      // Who has gone on from the first row stays there.
      if (chosen <= first && linked(before) !== undefined) goTo(linked(before));
      else if (chosen < 0 && first >= 0) choose(first);
      else if (chosen >= 0 && changed.includes(shown[chosen])) show(entries[shown[chosen]], shown[chosen]);
      if (isAtEnd) list.scrollTop = shown.length * rowHeight;
      draw();
    }

    function begin() {
      document.title = data.title;
      byID("title").append(isolated(data.title));
      byID("names").append(element("option", { value: "" }));
      for (const group of groups) addToggle("groups", group, entry => kinds[entry.kind].group === group, wantedGroups);
      for (const [remark, { means, holds }] of Object.entries(remarks)) addToggle("remarks", remark, holds, wantedRemarks, means);
      show(null);
      addToPage(data);
      data.chapters?.forEach(addToPage);
      byID("search").addEventListener("input", filter);
      byID("names").addEventListener("change", filter);
      byID("all").addEventListener("click", showEverything);
      list.addEventListener("scroll", draw, { passive: true });
      list.addEventListener("click", event => {
        const row = event.target.closest(".row");
        if (!row) return;
        choose(Number(row.dataset.position));
        // On a phone, the details are below the list.
        byID("details").scrollIntoView();
      });
      document.addEventListener("keydown", onKey);
      new ResizeObserver(draw).observe(list);
      addEventListener("hashchange", () => { if (linked() !== undefined) goTo(linked()); });
      addEventListener("beforeprint", showOnPaper);
      addEventListener("afterprint", () => byID("paper").replaceChildren());
      list.focus();
      if (data.live) look();
    }
    """#
}
