extension ReportScript {
  /// The controls above the list, and what starts it all.
  static let controls = #"""
    const names = [];
    function setUpNames() {
      const counts = new Map();
      for (const entry of entries) if (entry.kind === "event") counts.set(entry.name, (counts.get(entry.name) ?? 0) + 1);
      for (const [name, count] of [...counts].sort(([a], [b]) => (a < b ? -1 : 1))) names.push({ name, count });
      byID("names").append(element("option", { value: "" }, `All names (${number(names.length)})`));
      names.forEach(({ name, count }, index) => {
        const shownName = cut(name.replace(unseen, "\ufffd"), 80);
        byID("names").append(element("option", { value: index }, `${shownName} (${number(count)})`));
      });
    }

    function toggle(title, count, set, isOn) {
      const button = element("button", { type: "button", "aria-pressed": isOn }, title, " ", element("span.number", {}, number(count)));
      button.addEventListener("click", () => {
        if (!set.delete(title)) set.add(title);
        button.setAttribute("aria-pressed", set.has(title) !== isOn);
        filter();
      });
      return button;
    }

    function begin() {
      document.title = data.title;
      setUpNames();
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
      for (const group of groups) {
        const count = entries.filter(entry => kinds[entry.kind].group === group).length;
        if (count) byID("groups").append(toggle(group, count, hiddenGroups, true));
      }
      for (const [remark, holds] of Object.entries(remarks)) {
        const count = entries.filter(entry => holds(entry)).length;
        if (count) byID("remarks").append(toggle(remark, count, wantedRemarks, false));
      }
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
      const wanted = shown.indexOf(Number(location.hash.slice(1)) - 1);
      if (wanted > 0) choose(wanted);
      addEventListener("hashchange", () => choose(shown.indexOf(Number(location.hash.slice(1)) - 1)));
      list.focus();
    }
    """#
}
