/// What the page knows: one piece of data, or the files of a folder, as they come.
enum ChapterScript {
  static let text = #"""
    const keys = [];
    const sources = [];
    const entries = [];
    const notes = new Map();
    let firstTime = Infinity;
    let lastTime;
    // For each launch of a folder its number, its start, and the places of its entries.
    const launches = new Map();
    let currentLaunch;
    // For each entry, the start of its launch, and whether a plan was given.
    const chapterOf = new WeakMap();
    // The number of each visit.
    const visits = new Map();

    const places = new Map();
    function placeIn(rows, row) {
      const text = JSON.stringify(row);
      if (!places.has(rows)) places.set(rows, new Map());
      const found = places.get(rows);
      if (!found.has(text)) found.set(text, rows.push(row) - 1);
      return found.get(text);
    }
    function tableRow(table, number) {
      if (!(number in table)) throw new RangeError(`There is no row ${number}.`);
      return table[number];
    }

    // Adds a piece, all of it or nothing. Its numbers of keys and sources are those of its own tables. Returns the places of older
    // entries that have changed.
    function add(piece) {
      const key = piece.keys.map(row => placeIn(keys, row));
      const source = piece.sources.map(row => placeIn(sources, row));
      const place = (owner, table, ...names) => {
        for (const name of names) if (owner[name] !== undefined) owner[name] = tableRow(table, owner[name]);
      };
      const placeCandidate = owner => {
        place(owner, key, "key", "as", "identifyingKey");
        place(owner, source, "from");
        owner.over?.forEach(placeCandidate);
      };
      const placeArrival = arrival => {
        place(arrival, key, "to", "by");
        arrival.renamed = arrival.renamed?.map(row => tableRow(key, row));
        arrival.properties?.forEach(property => place(property, key, "key", "as", "by"));
      };
      for (const entry of piece.entries) {
        if (typeof nameOf(entry) !== "string") throw new TypeError("An entry has no name.");
        entry.properties?.forEach(placeCandidate);
        entry.leftOut?.forEach(placeCandidate);
        entry.unread = entry.unread?.map(row => tableRow(source, row));
        entry.to?.forEach(placeArrival);
      }
      for (const { to } of piece.later ?? []) to.forEach(placeArrival);
      for (const [name, note] of piece.notes ?? []) notes.set(name, note);
      const launch = beginLaunch(piece.launch);
      const chapter = { start: launch.start, hasPlan: piece.plan };
      tellGap(launch, piece);
      for (const [position, entry] of piece.entries.entries()) {
        const placeInLaunch = (piece.after ?? 0) + position;
        // A file that is read again.
        if (launch.places[placeInLaunch] !== undefined) continue;
        head(launch);
        chapterOf.set(entry, chapter);
        beginVisit(entry, chapter, launch);
        launch.places[placeInLaunch] = entries.length;
        entries.push(entry);
      }
      return (piece.later ?? []).flatMap(later => {
        const index = launch.places[later.entry];
        if (index === undefined) return [];
        entries[index].to = later.to;
        return [index];
      });
    }

    // All that a launch writes has a number. What came before the first file of a launch was deleted with an earlier folder.
    function tellGap(launch, { first, after, entries: given, later }) {
      const end = launch.end ?? (first ? after : 0);
      if (after > end) head(launch);
      if (after > end) entries.push(lacking(`The folder of the page lacks ${counted(after - end, "call or change", "calls or changes")} of this launch.`));
      launch.end = Math.max(end, after + given.length + (later?.length ?? 0));
    }

    function lacking(message) { return { kind: "issue", name: "inspectorFileMissing", message, remedy: "delete only the whole folder, and leave its files to the inspector." }; }

    // The name of a launch: its start, its ID, and the process.
    function beginLaunch(name) {
      if (name === undefined) return { places: [] };
      if (!launches.has(name)) {
        const [start, , ...process] = name.split(" ");
        launches.set(name, { number: launches.size + 1, start: Number(start), process: process.join(" "), places: [] });
        head(launches.get(name));
      }
      return launches.get(name);
    }

    // The launch of what follows. Two processes may write one folder.
    function head(launch) {
      if (launch === currentLaunch || !launch.number) return;
      entries.push({ kind: "launch", name: `Launch ${number(launch.number)}${launch.isBegun ? ", continued" : ""}`, time: launch.start, subject: launch.process });
      launch.isBegun = true;
      currentLaunch = launch;
    }

    // A visit is a chapter: it begins with the first event that has another ID of a visit than the one before in its launch.
    function beginVisit(entry, chapter, launch) {
      const visit = entry.properties?.find(property => keys[property.as ?? property.key] === "sessionId")?.value;
      if (visit === undefined || valueText(visit) === launch.visit) return;
      launch.visit = valueText(visit);
      const isBegun = visits.has(launch.visit);
      if (!isBegun) visits.set(launch.visit, visits.size + 1);
      entries.push({ kind: "visit", name: `Visit ${number(visits.get(launch.visit))}${isBegun ? ", continued" : ""}`, time: entry.time, value: visit });
      chapterOf.set(entries.at(-1), chapter);
    }

    // What the files of a folder call, and how they come: the page asks for the number of the last one, and reads those that it has
    // not read. Another folder at the same path is read from its beginning.
    let folder;
    let lastRead = 0;
    let lastThere = 0;
    function latest(count, identity) {
      if (identity !== folder) lastRead = 0;
      [folder, lastThere] = [identity, count];
    }
    let isRead = false;
    function chapter(piece) { addToPage(piece); isRead = true; }

    function read(name, then) {
      const script = element("script", { src: name });
      script.async = false;
      script.onload = () => { script.remove(); then(true); };
      script.onerror = () => { script.remove(); then(false); };
      document.head.append(script);
    }
    const pauseBetweenLooks = 300;
    // `missing` is a file that could not be read. If the folder is still the same, the page goes on with the next one.
    function look(missing) {
      read(`now.js?${Date.now()}`, isThere => {
        byID("live").textContent = isThere ? "" : "The folder cannot be read. The page goes on when it can.";
        byID("live").hidden = isThere;
        if (isThere && missing === next()) lastRead += 1;
        if (isThere) readNext();
        else setTimeout(look, pauseBetweenLooks);
      });
    }
    function next(further = 0) { return `${lastRead + 1 + further}.js?${folder}`; }
    // A file that was cut, or that another program has written, does not end the page.
    function readFile(name) {
      return new Promise(then => read(name, isThere => {
        if (isThere && !isRead) addToPage({ keys: [], sources: [], entries: [lacking(`The page cannot read the file ${name.split("?")[0]}.`)] });
        isRead = false;
        then(isThere);
      }));
    }
    // Some at once, which run in their order. Those behind a file that could not be read are read again.
    const mostAtOnce = 20;
    async function readNext() {
      const count = Math.min(lastThere - lastRead, mostAtOnce);
      if (count <= 0) return setTimeout(look, pauseBetweenLooks);
      const found = await Promise.all(Array.from({ length: count }, (_, further) => readFile(next(further))));
      const end = found.indexOf(false);
      lastRead += end < 0 ? count : end;
      if (end < 0) readNext();
      else look(next());
    }
    """#
}
