/// The program in the page of a ``TrackingReport``. What the data says gets into the page as text, never as markup.
///
/// One raw string literal in a file of its own, and no resource of the package. A resource that is copied needs `Bundle`,
/// and with it all of Foundation, and has to lie beside the executable. One that is embedded in code becomes an array of
/// bytes: for this one and the style, 2.5 s of compiling in debug and 5.8 s in release, and a build for two architectures
/// does not find it (https://github.com/swiftlang/swift-package-manager/issues/6969).
///
/// A change of the program changes its digest, too, which is in ``ReportPage``: a test says the new one.
enum ReportScript {
  static let text = #"""
    "use strict";
    const byID = id => document.getElementById(id);
    const data = JSON.parse(byID("data").textContent);
    const { keys, sources, entries } = data;
    const notes = new Map(Object.entries(data.notes ?? {}));

    // An element: element("p.note", { title: "…" }, "text", child, …)
    function element(what, attributes = {}, ...children) {
      const [tag, ...classes] = what.split(".");
      const made = document.createElement(tag);
      if (classes.length) made.className = classes.join(" ");
      for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
      made.append(...children.filter(child => child !== null && child !== undefined));
      return made;
    }

    // Characters that cannot be seen, or that change the order of the others.
    const unseen = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}]/gu;
    const showsFirst = 2000;

    // A text of unknown origin: isolated, with signs for characters that cannot be seen.
    function isolated(text, what = "bdi") {
      const made = element(what);
      let end = 0;
      for (const match of text.matchAll(unseen)) {
        const code = match[0].codePointAt(0).toString(16).toUpperCase().padStart(4, "0");
        made.append(text.slice(end, match.index), element("span.control", { title: "U+" + code }, code));
        end = match.index + match[0].length;
      }
      made.append(text.slice(end));
      return made;
    }

    // The same, cut if it is long.
    function cut(text, length) {
      return text.length <= length ? text : text.slice(0, length).replace(/[\ud800-\udbff]$/, "") + "…";
    }

    // The same, whole on demand.
    function unfolding(text) {
      if (text.length <= showsFirst) return isolated(text);
      const made = element("span", {}, isolated(cut(text, showsFirst)), " ");
      const more = element("button.more", { type: "button" }, `Show all ${number(text.length)} characters`);
      more.addEventListener("click", () => made.replaceChildren(isolated(text)));
      made.append(more);
      return made;
    }

    // `Beatles.Events.User.didRateAlbum`: what tells it from others, and where it is.
    function parts(name) {
      const end = /^[\w.]+$/.test(name) ? name.lastIndexOf(".") : -1;
      return { path: end > 0 ? name.slice(0, end) : "", last: name.slice(end + 1) };
    }

    function number(count) { return count.toLocaleString("en-US"); }
    function counted(count, one, many = one + "s") { return `${number(count)} ${count === 1 ? one : many}`; }

    // A value is its text, or an object that says of what other kind it is: {"int": "1"}.
    function valueKind(value) { return typeof value === "string" ? "string" : Object.keys(value)[0]; }
    function valueText(value) { return typeof value === "string" ? value : Object.values(value)[0]; }

    function shownValue(value) {
      const kind = valueKind(value);
      const text = valueText(value);
      const made = element(`span.value.${kind}`, { title: kind }, unfolding(text));
      if (kind === "string" && text.trim() === "") made.append(element("span.note", {}, text ? " (blank)" : "(empty)"));
      return made;
    }

    const firstTime = entries.reduce((first, entry) => Math.min(first, entry.time ?? Infinity), Infinity);

    function sinceFirst(time) {
      const seconds = time - firstTime;
      if (seconds < 60) return `+${seconds.toFixed(3)}`;
      const rest = String(Math.floor(seconds % 60)).padStart(2, "0");
      const minutes = Math.floor(seconds / 60);
      if (minutes < 60) return `+${minutes}:${rest}`;
      return `+${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, "0")}:${rest}`;
    }

    function timeOfDay(time) {
      const date = new Date(time * 1000);
      return Number.isNaN(date.getTime()) ? `${time} s` : date.toISOString().replace("T", " ").replace("Z", " UTC");
    }

    // What the timeline and the details call the kinds of entries. `group` is the switch that shows them.
    const kinds = {
      event: { group: "Events", title: "Event" },
      userProperty: { group: "User", tag: "up", title: "User property" },
      identify: { group: "User", tag: "id", title: "User became known" },
      reset: { group: "User", tag: "rs", title: "User was forgotten", name: "reset" },
      purge: { group: "User", tag: "pg", title: "What waits must not be sent", name: "purge" },
      error: { group: "Errors", tag: "er", title: "Error" },
      issue: { group: "Issues", tag: "!", title: "Issue" },
    };
    const eventTypes = { ac: "activity", cl: "click", im: "impression", rd: "redirect", ua: "user action" };

    // Whether it is worth saying how a name was written: not if only its beginning was dropped.
    function isRespelt(written, name) { return written !== undefined && !written.endsWith("." + name); }

    function nameOf(entry) { return entry.name ?? kinds[entry.kind].name; }
    const list = byID("list");
    const rowHeight = 46;
    const beyond = 10;
    const rows = new Map();
    let shown = [];
    let chosen = -1;

    // The remarks about events that the filter offers.
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
      const wanted = shown.indexOf(Number(location.hash.slice(1)) - 1);
      if (wanted > 0) choose(wanted);
      addEventListener("hashchange", () => choose(shown.indexOf(Number(location.hash.slice(1)) - 1)));
      list.focus();
    }
    function show(entry, index) {
      const pane = byID("details");
      pane.scrollTop = 0;
      if (!entry) {
        pane.replaceChildren(element("p.nothing", {}, entries.length ? "Nothing fits the filter." : "Nothing was recorded."));
        return;
      }
      const { path, last } = parts(nameOf(entry));
      const heading = element("div.heading", {},
        path ? element("p.path", {}, isolated(path)) : null,
        element("h2", {}, unfolding(last)),
        element("p.facts", {}, ...facts(entry, index)), entry.kind === "event" ? noteOn(entry.as ?? entry.name) : null);
      pane.replaceChildren(...[heading, ...(bodies[entry.kind]?.(entry) ?? [])].filter(part => part));
      watchLayout();
    }

    // What the plan notes on an event or a key.
    function noteOn(name) { return notes.has(name) ? element("p.planned", {}, isolated(notes.get(name))) : null; }

    function facts(entry, index) {
      const type = entry.type ? eventTypes[entry.type] ?? entry.type : null;
      return [
        element("a", { href: `#${index + 1}`, title: "A link to this entry" }, `#${number(index + 1)}`),
        element("span", {}, type ? `Event, ${type}` : kinds[entry.kind].title),
        entry.entity && entry.entity !== parts(parts(nameOf(entry)).path).last
          ? element("span", {}, "about ", isolated(cut(entry.entity, 120))) : null,
        isRespelt(entry.as, nameOf(entry)) ? element("span", {}, "tracked as ", isolated(cut(entry.as, 200))) : null,
        entry.time !== undefined ? element("time", {}, timeOfDay(entry.time)) : null,
        entry.at !== undefined ? element("code.at", {}, isolated(entry.at)) : null,
      ];
    }

    const bodies = {
      event: entry => [
        unreadNote(entry),
        section("Properties", propertiesOf(entry)),
        entry.leftOut ? section("Left out", leftOutOf(entry)) : null,
        related(entry),
      ],
      userProperty: entry => [section("Value", element("p", {}, shownValue(entry.value), ...hides(entry)))],
      identify: entry => [section("Traits", propertiesOf(entry))],
      issue: entry => [
        element("p.message", {}, unfolding(entry.message)),
        section("To fix this", element("p.message", {}, unfolding(entry.remedy))),
        entry.subject ? section("About", element("p", {}, unfolding(entry.subject))) : null,
        related(entry),
      ],
    };

    function section(title, ...content) { return element("section", {}, element("h3", {}, title), ...content); }

    function unreadNote(entry) {
      if (!entry.unread) return null;
      const names = entry.unread.map(source => sources[source].text).join(", ");
      return element("p.warning", {}, element("strong", {}, "Incomplete. "), "Not read: ", isolated(names),
        ". What it computes may be missing.");
    }

    // The issues of the same line, or the entries of an issue's line.
    function related(entry) {
      if (entry.at === undefined) return null;
      const isIssue = entry.kind === "issue";
      const found = [...entries.keys()]
        .filter(index => entries[index].at === entry.at && (entries[index].kind === "issue") !== isIssue).slice(0, 20);
      if (!found.length) return null;
      return section(isIssue ? "From the same line" : "Issues of the same line", element("ul.related", {}, ...found.map(index => {
        const other = entries[index];
        const go = element("button", { type: "button" }, `#${number(index + 1)} `, isolated(cut(nameOf(other), 120)));
        go.addEventListener("click", () => {
          const position = shown.indexOf(index);
          if (position >= 0) choose(position);
          else show(other, index);
        });
        return element("li", {}, go, other.message ? element("span.note", {}, " ", isolated(cut(other.message, 200))) : null);
      })));
    }

    function propertiesOf(entry) {
      const properties = entry.properties ?? [];
      if (!properties.length) return element("p.nothing", {}, "None.");
      const isExplained = properties.some(property => property.from !== undefined);
      const table = element("table", {},
        element("thead", {}, element("tr", {}, element("th", { scope: "col" }, "Key"), element("th", { scope: "col" }, "Value"),
          isExplained ? element("th", { scope: "col" }, "Given by") : null)),
        element("tbody", {}, ...properties.map(property => propertyRow(property, isExplained))));
      if (!isExplained) return table;
      return element("div.drawing", {}, chainOf(entry), element("div.curves", { "aria-hidden": "true" }), table);
    }

    function propertyRow(property, isExplained) {
      const { path, last } = parts(keys[property.key]);
      const key = element("th.key", { scope: "row" },
        element("span.anchor"), element("span.last", {}, unfolding(last)),
        path ? element("span.path", {}, isolated(path)) : null, noteOn(keys[property.key]));
      const value = element("td.value-cell", {}, ...valueOf(property));
      const row = element(`tr${property.removed ? ".removed" : ""}`, {}, key, value);
      if (isExplained) {
        const giver = property.added ? element("span.note", {}, "a tracker on the way") : sourceOf(property.from);
        row.append(element("td.giver", {}, giver, ...(property.over ?? []).map(candidate =>
          element("div.over", {},
            candidate.value === undefined ? "" : element("s", {}, shownValue(candidate.value)), " ", sourceOf(candidate.from)))));
      }
      row.dataset.from = property.from ?? "";
      row.dataset.over = (property.over ?? []).map(candidate => candidate.from).join(" ");
      return row;
    }

    function valueOf(property) {
      const removed = property.removed ? element("div.note", {}, "left out by a tracker on the way") : null;
      if (property.sensitive) return [unshown(), removed];
      if (removed) return [element("s", {}, shownValue(property.given)), removed];
      return [shownValue(property.value), ...hides(property), property.given === undefined ? null
        : element("div.note", {}, "changed by a tracker on the way, from ", shownValue(property.given))];
    }

    function unshown() { return element("span.sensitive", {}, "sensitive, not in this file"); }
    function hides(owner) {
      return (owner.hides ?? []).map(name => element("div.note", {}, element("span.sensitive", {}, "sensitive"), " ", isolated(name)));
    }

    function sourceOf(index) {
      if (index === undefined) return element("span.note", {}, "not known");
      const source = sources[index];
      return element(`span.source.rank${source.rank}`, { title: `rank ${source.rank}` },
        element("span.rank", {}, String(source.rank)), isolated(source.text));
    }

    function leftOutOf(entry) {
      return element("ul.leftout", {}, ...entry.leftOut.map(item => element("li", {},
        element("span.last", {}, isolated(parts(keys[item.key]).last)), " ",
        item.sensitive ? unshown() : shownValue(item.value), " ",
        sourceOf(item.from), element("div.note", {}, ...(item.identity === undefined
          ? ["It was said of no known ", isolated(keys[item.identifyingKey]), "."]
          : ["It was said of another thing: ", isolated(parts(keys[item.identifyingKey]).last), " ", shownValue(item.identity), "."])))));
    }
    const partNames = { link: "link", object: "computed" };

    // For each source of an event how many properties it gave, and how many of them were overridden or left out.
    function contributions(entry) {
      const found = new Map();
      const at = source => {
        if (!found.has(source)) found.set(source, { source, given: 0, overridden: 0, leftOut: 0, isUnread: false });
        return found.get(source);
      };
      for (const property of entry.properties) {
        if (property.from !== undefined) at(property.from).given += 1;
        for (const candidate of property.over ?? []) at(candidate.from).overridden += 1;
      }
      for (const item of entry.leftOut ?? []) at(item.from).leftOut += 1;
      for (const source of entry.unread ?? []) at(source).isUnread = true;
      const order = ["call site", "event", "link", "context", "object", "scope", "defaults"];
      const place = ({ source }) => {
        const { rank, distance, kind } = sources[source];
        return rank * 1e6 + distance * 10 + order.indexOf(kind);
      };
      return [...found.values()].sort((a, b) => place(a) - place(b));
    }

    function chainOf(entry) {
      const nodes = [];
      let nextDistance = null;
      for (const contribution of contributions(entry)) {
        const source = sources[contribution.source];
        const isObject = source.type !== undefined;
        const owner = isObject ? `${source.root} ${source.distance} ${source.type}` : `${contribution.source}`;
        if (nodes.at(-1)?.owner !== owner) {
          const isStep = (isObject || source.kind === "context") && !source.root;
          const silent = isStep ? source.distance - (nextDistance ?? 0) : 0;
          if (silent > 0) nodes.push({ silent });
          if (isStep) nextDistance = source.distance + 1;
          nodes.push({ owner, source, contributions: [] });
        }
        nodes.at(-1).contributions.push(contribution);
      }
      return element("ol.chain", { "aria-label": "Chain, nearest first" }, ...nodes.map(node =>
        node.silent
          ? element("li.silent", {}, node.silent === 1 ? "1 object says nothing" : `${node.silent} objects say nothing`)
          : box(node)));
    }

    function box({ source, contributions }) {
      const isUnread = contributions.some(contribution => contribution.isUnread);
      const isAlone = source.type === undefined;
      const position = source.root ? (source.distance ? `${source.distance} above the root` : "root")
        : source.distance ? `${source.distance} up` : isAlone ? "" : "here";
      const name = [element("span.rank", { title: `rank ${source.rank}` }, String(source.rank)), isolated(source.type ?? source.text)];
      return element(`li.box.rank${source.rank}${isUnread ? ".unread" : ""}`, {},
        isAlone ? null : element("div.title", {}, ...name, element("span.position", {}, position)),
        ...contributions.map(contribution => {
          const { kind } = sources[contribution.source];
          const said = [
            isAlone ? position : "",
            contribution.given ? `${contribution.given} given` : "",
            contribution.overridden ? `${contribution.overridden} overridden` : "",
            contribution.leftOut ? `${contribution.leftOut} left out` : "",
            contribution.isUnread ? "not read" : "",
          ].filter(text => text).join(", ");
          const part = element(`div.part${isAlone ? ".alone" : ""}`, {},
            isAlone ? element("span", {}, ...name) : element("span", {}, partNames[kind] ?? kind), element("span.said", {}, said), element("span.anchor"));
          part.dataset.source = contribution.source;
          return part;
        }));
    }

    // Measured, since the boxes and the table are laid out by the browser.
    function drawCurves() {
      const drawing = document.querySelector(".drawing");
      if (!drawing) return;
      const place = drawing.querySelector(".curves");
      const area = place.getBoundingClientRect();
      const drawn = name => document.createElementNS("http://www.w3.org/2000/svg", name);
      const svg = drawn("svg");
      place.replaceChildren(svg);
      if (area.width < 20) return;
      svg.setAttribute("width", area.width);
      svg.setAttribute("height", area.height);
      const middle = node => {
        const box = node.getBoundingClientRect();
        return box.top + box.height / 2 - area.top;
      };
      // Its curves are lit while the pointer is over it.
      const light = (node, isOwn) => {
        const change = isLit => {
          drawing.classList.toggle("dimmed", isLit);
          for (const path of svg.children) if (isOwn(path)) path.classList.toggle("lit", isLit);
        };
        node.onmouseenter = () => change(true);
        node.onmouseleave = () => change(false);
      };
      const starts = new Map();
      for (const part of drawing.querySelectorAll(".part")) starts.set(part.dataset.source, middle(part.querySelector(".anchor")));
      const curve = (source, end, what) => {
        const start = starts.get(source);
        if (start === undefined) return;
        const path = drawn("path");
        const half = area.width / 2;
        path.setAttribute("d", `M0,${start} C${half},${start} ${half},${end} ${area.width},${end}`);
        path.setAttribute("class", `${what} rank${sources[source].rank}`);
        path.dataset.source = source;
        svg.append(path);
        return path;
      };
      for (const row of drawing.querySelectorAll("tbody tr")) {
        const end = middle(row.querySelector(".anchor"));
        const overs = row.dataset.over.split(" ").filter(source => source);
        const curves = overs.map((source, number) => curve(source, end + 4 + 3 * number, "overridden"));
        curves.push(curve(row.dataset.from, end, row.classList.contains("removed") ? "overridden" : "given"));
        light(row, path => curves.includes(path));
      }
      for (const part of drawing.querySelectorAll(".part")) light(part, path => path.dataset.source === part.dataset.source);
    }

    // Whatever changes the layout: a narrower window, a text that was unfolded.
    const layoutObserver = new ResizeObserver(drawCurves);
    function watchLayout() {
      layoutObserver.disconnect();
      const drawing = document.querySelector(".drawing");
      if (drawing) layoutObserver.observe(drawing);
    }
    begin();
    """#
}
