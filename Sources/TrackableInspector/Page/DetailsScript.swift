/// The chosen entry: its facts, and a table of its properties with the sources of their values.
enum DetailsScript {
  static let text = #"""
    function show(entry, index) {
      const pane = byID("details");
      pane.scrollTop = 0;
      if (!entry) {
        pane.replaceChildren(element("p.nothing", {}, entries.length ? "Nothing fits. “Show everything” ends the search and all filters." : "Nothing was recorded."));
        return;
      }
      pane.replaceChildren(...detailsOf(entry, index), ...[related(entry)].filter(part => part));
      watchLayout();
    }

    function detailsOf(entry, index) {
      const { path, last } = parts(nameOf(entry));
      const heading = element("div.heading", {},
        path ? element("p.path", {}, isolated(path)) : null,
        element("h2", {}, unfolding(last)),
        element("p.facts", {}, ...facts(entry, index)),
        element("ul.marks", {}, ...marksOf(entry)), entry.kind === "event" ? noteOn(entry.as ?? entry.name) : null);
      return [heading, ...(bodies[entry.kind]?.(entry) ?? []), entry.to ? section("Destinations", destinationsOf(entry)) : null].filter(part => part);
    }

    // Paper has the entries of the list with their details, below what the list was filtered by. A browser needs minutes to print more.
    const mostOnPaper = 1000;
    function showOnPaper() {
      const filters = [byID("search").value.trim(), names[byID("names").value], ...wantedGroups, ...wantedRemarks].filter(text => text);
      const left = shown.length - mostOnPaper;
      byID("paper").replaceChildren(...filters.map(text => element("p", {}, "Only: ", isolated(text))),
        left > 0 ? element("p.message", {}, `Printed: the first ${counted(mostOnPaper, "entry", "entries")}. Left out: ${number(left)}. A search or a filter chooses others.`) : "",
        ...shown.slice(0, mostOnPaper).map(index => element(`article.${entries[index].kind}`, {}, ...detailsOf(entries[index], index))));
    }

    // The remarks on a call, and whether the call fits the plan, each with its meaning.
    function marksOf(entry) {
      const marks = remarksOn(entry).map(remark => [flag(remark), remarks[remark].means]);
      if (isAsPlanned(entry)) marks.push([element("span.flag.fits", {}, "as planned"), remarks["as planned"].means]);
      else if (plannedKinds.has(entry.kind) && !entry.faults) marks.push([element("span.flag", {}, "no plan given"), "an inspector and a report take a plan"]);
      return marks.map(([mark, meaning]) => element("li", {}, mark, " ", element("span.note", {}, meaning)));
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
        entry.user !== undefined || entry.groups ? element("span", {}, ...userOf(entry)) : null,
        entry.time !== undefined ? element("time", {}, timeOfDay(entry.time)) : null,
        entry.time !== undefined && chapterOf.get(entry)?.start ? element("span", {}, `${sinceStart(entry)} after the launch`) : null,
        entry.at !== undefined ? element("code.at", {}, isolated(entry.at)) : null,
      ];
    }

    function userOf(entry) {
      const groups = (entry.groups ?? []).map(([type, id]) => isolated(cut(`${type} ${id}`, 120)));
      return ["by ", entry.user === undefined ? "no user" : isolated(cut(entry.user, 120)),
        ...groups.flatMap((group, index) => [index ? ", " : " in ", group])];
    }

    const bodies = {
      event: entry => [
        unreadNote(entry),
        faultsOf(entry),
        section("Properties", propertiesOf(entry)),
        entry.leftOut ? section("Of another thing, so not sent", leftOutOf(entry)) : null,
      ],
      launch: entry => entry.subject ? [section("Process", element("p", {}, isolated(entry.subject)))] : [],
      gate: entry => [element("p.message", {}, unfolding(entry.message))],
      account: entry => [element("pre", {}, isolated(entry.message)), lastCalls(entry)],
      userProperty: entry => [faultsOf(entry), section("Value", element("p", {}, ...operationOf(entry), shownValue(entry.value), ...hides(entry)))],
      group: entry => [
        faultsOf(entry),
        section("ID of the group", element("p", {}, hasLeft(entry) ? "None: the user has left it." : shownValue(entry.value))),
        section("Traits of the group", propertiesOf(entry), ...hides(entry)),
      ],
      error: entry => [section("Type", element("p", {}, isolated(entry.subject)))],
      identify: entry => [faultsOf(entry), section("Traits", propertiesOf(entry))],
      issue: entry => [
        element("p.message", {}, unfolding(entry.message)),
        section("To fix this", element("p.message", {}, unfolding(entry.remedy))),
        entry.subject ? section("About", element("p", {}, unfolding(entry.subject))) : null,
      ],
    };

    // The last call before an account to each of its destinations, or to the hub itself if only that is inspected.
    function lastCalls(account) {
      const names = new Set([account.name, ...account.message.split("\n").slice(1).map(line => line.split(/ {2,}/)[0])]);
      const last = new Map();
      for (const { to, time } of entries.slice(0, entries.indexOf(account))) for (const arrival of to ?? []) {
        if (!arrival.fate && time !== undefined && names.has(keys[arrival.to])) last.set(keys[arrival.to], time);
      }
      return last.size ? section("Last call at", ...[...last].map(([name, time]) => element("p", {}, timeOfDay(time), "  ", isolated(name)))) : null;
    }

    function section(title, ...content) { return element("section", {}, element("h3", {}, title), ...content); }

    function unreadNote(entry) {
      if (!entry.unread) return null;
      const names = entry.unread.map(source => wordsOf(sources[source])).join("; ");
      return element("p.warning", {}, element("strong", {}, "Incomplete. "), "Not read: ", isolated(names),
        ". What it computes may be missing.");
    }

    // What the plan says of a call that is not as planned.
    function faultsOf(entry) {
      if (!entry.faults) return null;
      return section("Not as planned", ...entry.faults.map(([message, remedy]) =>
        element("p.message", {}, unfolding(message), " To fix this, ", unfolding(remedy))));
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
        go.addEventListener("click", () => goTo(index));
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
      if (!isExplained) return element("div", {}, ...unexplained(entry), table);
      const drawing = element("div.drawing", {}, chainOf(entry), element("div.curves", { "aria-hidden": "true" }), table, legend());
      const objects = properties.filter(property => sources[property.from]?.type !== undefined).map(property => sources[property.from]);
      return objects.some(object => !object.root) ? drawing : element("div", {},
        element("p.note", {}, `No object ${objects.length ? "below the root " : ""}gave a property to this event.`), drawing);
    }

    function legend() {
      return element("details.legend", {}, element("summary", {}, "Which value wins, and what the boxes mean"), element("p.note", {},
        "Each box is a source of values, the nearest first. If two give a value for one key, the nearer one wins: the call site, then the event, then the object "
        + "that tracked (its link and context before what it computes), then each object above it, step by step, then the scopes of the task "
        + "(withTrackedProperties), and last the root and the default properties. A value that lost is struck through, and its curve is dashed."));
    }

    // The reason why a table names no giver, and draws no chain.
    function unexplained(entry) {
      if (entry.kind !== "event" || entry.explained) return [];
      return [element("p.note", {}, "The page does not know who gave each value: a recorder was one tracker among others, or the event was "
        + "tracked before the bootstrap. Inside withRecordedTracking { }, and with an inspector around all trackers, the page knows, and draws the "
        + "chain.")];
    }

    function propertyRow(property, isExplained) {
      const { path, last } = parts(keys[property.key]);
      const written = property.as === undefined ? undefined : keys[property.as];
      const key = element("th.key", { scope: "row" },
        element("span.anchor"), element("span.last", {}, unfolding(last)),
        path ? element("span.path", {}, breakable(path)) : null,
        isRespelt(written, keys[property.key]) ? element("span.path", {}, "tracked as ", isolated(written)) : null,
        noteOn(written ?? keys[property.key]));
      const value = element("td.value-cell", {}, ...valueOf(property));
      const row = element(`tr${property.removed ? ".removed" : ""}`, {}, key, value);
      if (isExplained) {
        const giver = property.added ? element("span.note", {}, "a tracker on the way") : sourceOf(property.from);
        row.append(element("td.giver", {}, giver, ...(property.over ?? []).map(candidate =>
          element("div.over", {}, "wins over ", candidate.value === undefined ? "" : element("s", {}, shownValue(candidate.value)), " ", sourceOf(candidate.from)))));
      }
      row.dataset.from = property.from ?? "";
      row.dataset.over = (property.over ?? []).map(candidate => candidate.from).join(" ");
      return row;
    }

    function valueOf(property) {
      const removed = property.removed ? element("div.note", {}, "taken out by a tracker on the way") : null;
      if (property.sensitive) return [unshown(), removed];
      if (removed) return [element("s", {}, shownValue(property.given)), removed];
      return [shownValue(property.value), ...hides(property), property.given === undefined ? null
        : element("div.note", {}, "changed by a tracker on the way, from ", shownValue(property.given))];
    }

    function unshown() { return element("span.sensitive", {}, "sensitive, not in this file"); }
    function hides(owner) {
      return (owner.hides ?? []).map(name => element("div.note", {}, element("span.sensitive", {}, "sensitive"), " ", isolated(name)));
    }

    const rankWords = ["", "call site", "event", "link or context of what tracked", "what tracked", "above what tracked", "scope of the task", "root and defaults"];

    // Where a source is: its name alone does not tell two contexts apart.
    function whereIs({ kind, distance, root }) {
      if (root) return distance ? `${counted(distance, "step")} above the root` : "root";
      if (kind === "scope") return distance ? `${counted(distance, "step")} further out` : "innermost";
      if (kind === "context" && !distance) return "nearest";
      return distance ? `${counted(distance, "step")} up` : "";
    }

    function nameOfSource({ kind, type }) { return type === undefined ? kind : kind === "link" ? `link of ${type}` : type; }
    function wordsOf(source) { return [nameOfSource(source), whereIs(source)].filter(text => text).join(", "); }

    function sourceOf(index) {
      if (index === undefined) return element("span.note", {}, "not known");
      const source = sources[index];
      const where = whereIs(source);
      return element(`span.source.rank${source.rank}`, { title: rankWords[source.rank] },
        element("span.rank", { "aria-hidden": "true" }), isolated(nameOfSource(source)), where ? element("span.where", {}, `, ${where}`) : null);
    }

    function leftOutOf(entry) {
      return element("ul.leftout", {}, ...entry.leftOut.map(item => element("li", {},
        element("span.last", {}, isolated(parts(keys[item.key]).last)), " ",
        item.sensitive ? unshown() : shownValue(item.value), " ",
        sourceOf(item.from), element("div.note", {}, ...(item.identity === undefined
          ? ["It was said of no known ", isolated(keys[item.identifyingKey]), "."]
          : ["It was said of another thing: ", isolated(parts(keys[item.identifyingKey]).last), " ", shownValue(item.identity), "."])))));
    }
    """#
}
