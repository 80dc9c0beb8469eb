/// What the page shows of all entries: the search, the name of the event, the kinds, and the remarks.
enum FilterScript {
  static let text = #"""
    // The remarks about calls that the filter offers, the most important first, each with the words that explain it.
    const remarks = {
      "not as planned": { means: "the plan says otherwise", holds: entry => entry.faults },
      incomplete: { means: "an object of the chain could not be read, so a property may be missing", holds: entry => entry.unread },
      held: { means: "a gate keeps this call from a destination until the gate opens", holds: entry => hasFate(entry, "held") },
      dropped: { means: "a gate had kept this call from a destination, and has dropped it", holds: entry => hasFate(entry, "dropped") },
      nowhere: { means: "no destination has got this call", holds: entry => entry.to?.every(arrival => arrival.fate) },
      "of another thing": { means: "the objects above have properties of another thing, which are not sent", holds: entry => entry.leftOut },
      overridden: { means: "two sources gave a value for one key, and the nearer source won", holds: entry => entry.properties?.some(property => property.over) },
      changed: {
        means: "a tracker on the way has changed, added or removed a property",
        holds: entry => entry.properties?.some(property => property.added || property.removed || property.given !== undefined)
          || entry.to?.some(arrival => arrival.properties?.some(property => property.what === "changed")),
      },
      sensitive: {
        means: "a sensitive value belongs to this call, and is not in this file",
        holds: entry => entry.properties?.some(property => property.sensitive || property.hides) || entry.hides,
      },
      "not everywhere": { means: "a destination has not got this call", holds: entry => entry.to?.some(arrival => arrival.fate) },
      "as planned": { means: "the plan has this call as it is", holds: isAsPlanned },
    };
    function hasFate(entry, fate) { return entry.to?.some(arrival => arrival.fate === fate); }
    // These are nothing special: rows do not have them.
    const quietRemarks = new Set(["not everywhere", "as planned"]);
    const plannedKinds = new Set(["event", "userProperty", "group", "identify"]);
    function isAsPlanned(entry) { return plannedKinds.has(entry.kind) && chapterOf.get(entry)?.hasPlan && !entry.faults; }
    function remarksOn(entry) { return Object.keys(remarks).filter(remark => !quietRemarks.has(remark) && remarks[remark].holds(entry)); }
    const groups = [...new Set(Object.values(kinds).map(kind => kind.group))];
    const wantedGroups = new Set();
    const wantedRemarks = new Set();

    // Everything about an entry that can be searched for, in lower case.
    const searchable = [];
    function searchText(index) {
      return searchable[index] ??= textsOf(entries[index]).join("\n").toLowerCase();
    }
    function textsOf(entry) {
      const texts = [entry.kind, nameOf(entry), entry.message, entry.remedy, entry.subject, entry.at, entry.entity, entry.as, entry.user];
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
      entry.faults?.forEach(([message]) => texts.push(message));
      entry.unread?.forEach(source => texts.push(sources[source].text));
      for (const arrival of entry.to ?? []) {
        texts.push(keys[arrival.to], arrival.name, ...(arrival.renamed ?? []).map(row => keys[row]));
        for (const property of arrival.properties ?? []) texts.push(keys[property.key], keys[property.by]);
      }
      return texts.filter(text => text !== undefined);
    }

    // Whether an entry is shown, by what is chosen now. Of each row of buttons, one has to fit.
    function makeTest() {
      const words = byID("search").value.toLowerCase().split(/\s+/).filter(word => word);
      const inPattern = words.map(word => word.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&")).sort((a, b) => b.length - a.length);
      wanted = words.length ? new RegExp(`(${inPattern.join("|")})`, "iu") : null;
      const name = names[byID("names").value];
      return index => {
        const entry = entries[index];
        return (!wantedGroups.size || wantedGroups.has(kinds[entry.kind].group))
          && (name === undefined || (entry.kind === "event" && entry.name === name))
          && (!wantedRemarks.size || [...wantedRemarks].some(remark => remarks[remark].holds(entry)))
          && words.every(word => searchText(index).includes(word));
      };
    }

    // For each entry, whether it fits. An entry that does not change is tested once.
    const fits = [];
    function filter() {
      fits.length = 0;
      arrange();
    }

    function arrange() {
      const before = shown[chosen];
      shown = [];
      headings = 0;
      addShown(0);
      byID("all").hidden = !wanted && !byID("names").value && !wantedGroups.size && !wantedRemarks.size;
      byID("count").setAttribute("aria-live", "polite");
      rows.clear();
      byID("rows").replaceChildren();
      chosen = -1;
      tellCount();
      const isHeading = headings && entries[before]?.kind === "launch";
      choose(isHeading || !shown.includes(before) ? shown.findIndex(index => entries[index].kind !== "launch") : shown.indexOf(before));
      draw();
    }

    function showEverything() {
      wantedGroups.clear();
      wantedRemarks.clear();
      byID("search").value = byID("names").value = "";
      for (const { button } of toggles) button.setAttribute("aria-pressed", false);
      filter();
      list.focus();
    }

    // Adds the entries from an index on that fit. Their launch stands above them, even if it does not fit itself.
    let headings = 0;
    let launchAbove;
    function addShown(start) {
      const isShown = makeTest();
      if (!start) launchAbove = undefined;
      for (let index = start; index < entries.length; index++) {
        const isLaunch = entries[index].kind === "launch";
        if (isLaunch) launchAbove = index;
        if (!(fits[index] ??= isShown(index))) continue;
        if (launchAbove !== undefined && !isLaunch) {
          shown.push(launchAbove);
          headings += 1;
        }
        launchAbove = undefined;
        shown.push(index);
      }
    }

    function tellCount() {
      const fitting = shown.length - headings;
      byID("count").textContent = `${fitting === entries.length ? "" : `${number(fitting)} of `}${counted(entries.length, "entry", "entries")}`;
      byID("rows").style.height = `${shown.length * rowHeight}px`;
      list.classList.toggle("empty", shown.length === 0);
    }

    // The names of events, in the order in which they came: the filter has a choice for each, sorted.
    const names = [];
    const choices = new Map();
    function countName(name) {
      if (!choices.has(name)) {
        const option = element("option", { value: names.length });
        const next = [...choices].filter(([other]) => other > name).reduce((a, b) => a && a[0] < b[0] ? a : b, null);
        choices.set(name, { option, count: 0 });
        names.push(name);
        byID("names").insertBefore(option, next && next[1].option);
      }
      choices.get(name).count += 1;
    }
    function tellNames() {
      byID("names").options[0].text = `Events of any name (${number(names.length)})`;
      for (const [name, { option, count }] of choices) {
        const text = `${cut(name.replace(unseen, "\ufffd"), 80)} (${number(count)})`;
        if (option.text !== text) option.text = text;
      }
    }

    const toggles = [];
    function addToggle(place, title, holds, set, means = "") {
      const count = element("span.number");
      const button = element("button", { type: "button", "aria-pressed": false, hidden: "", title: means }, title, " ", count);
      button.addEventListener("click", () => {
        if (!set.delete(title)) set.add(title);
        button.setAttribute("aria-pressed", set.has(title));
        filter();
      });
      byID(place).append(button);
      toggles.push({ button, count, holds, found: 0 });
    }
    function tellToggles(added) {
      for (const toggle of toggles) {
        toggle.found += added.filter(toggle.holds).length;
        toggle.count.textContent = number(toggle.found);
        toggle.button.hidden = !toggle.found;
      }
      for (const place of ["groups", "remarks"]) byID(place).hidden = !byID(place).querySelector("button:not([hidden])");
    }
    """#
}
