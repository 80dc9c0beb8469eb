/// What the page knows: one piece of data, or the files of a folder, as they come.
enum ChapterScript {
  static let text = #"""
    const keys = [];
    const sources = [];
    const entries = [];
    const notes = new Map();
    let firstTime = Infinity;
    // For each launch, the places of its entries.
    const launches = new Map();
    let visits = 0;
    let lastVisit;

    const places = new Map();
    function placeIn(rows, row) {
      const text = JSON.stringify(row);
      if (!places.has(rows)) places.set(rows, new Map());
      const found = places.get(rows);
      if (!found.has(text)) found.set(text, rows.push(row) - 1);
      return found.get(text);
    }

    // Adds a piece. Its numbers of keys and sources are those of its own tables. Returns the places of older entries that have
    // changed.
    function add(piece) {
      const key = piece.keys.map(row => placeIn(keys, row));
      const source = piece.sources.map(row => placeIn(sources, row));
      const place = (owner, table, ...names) => {
        for (const name of names) if (owner[name] !== undefined) owner[name] = table[owner[name]];
      };
      const placeCandidate = owner => {
        place(owner, key, "key", "as", "identifyingKey");
        place(owner, source, "from");
        owner.over?.forEach(placeCandidate);
      };
      const placeArrival = arrival => {
        place(arrival, key, "to");
        if (arrival.fate !== "held") place(arrival, key, "by");
        else arrival.by = keys[key[arrival.by]];
        arrival.renamed = arrival.renamed?.map(row => key[row]);
        arrival.properties?.forEach(property => place(property, key, "key", "as", "by"));
      };
      for (const [name, note] of piece.notes ?? []) notes.set(name, note);
      if (piece.launch !== undefined && !launches.has(piece.launch)) {
        const time = Number(piece.launch.split(" ")[0]);
        entries.push({ kind: "launch", name: `Launch ${number(launches.size + 1)}`, time });
        launches.set(piece.launch, []);
      }
      for (const entry of piece.entries) {
        entry.properties?.forEach(placeCandidate);
        entry.leftOut?.forEach(placeCandidate);
        entry.unread = entry.unread?.map(row => source[row]);
        entry.to?.forEach(placeArrival);
        beginVisit(entry);
        launches.get(piece.launch)?.push(entries.length);
        entries.push(entry);
      }
      return (piece.later ?? []).flatMap(later => {
        later.to.forEach(placeArrival);
        const index = launches.get(piece.launch)[later.entry];
        if (index === undefined) return [];
        entries[index].to = later.to;
        return [index];
      });
    }

    // A visit is a chapter: it begins with the first event that has another ID of a visit than the one before.
    function beginVisit(entry) {
      const visit = entry.properties?.find(property => keys[property.as ?? property.key] === "sessionId")?.value;
      if (visit === undefined || valueText(visit) === lastVisit) return;
      lastVisit = valueText(visit);
      visits += 1;
      entries.push({ kind: "visit", name: `Visit ${number(visits)}`, time: entry.time, value: visit });
    }

    // What the files of a folder call, and how they come: the page asks for the number of the last one, and reads those that it has
    // not read.
    let lastRead = 0;
    let lastThere = 0;
    function latest(count) {
      if (count < lastThere) lastRead = 0;
      lastThere = count;
    }
    function chapter(piece) { addToPage(piece); }

    function read(name, then) {
      const script = element("script", { src: name });
      script.async = false;
      script.onload = () => { script.remove(); then(true); };
      script.onerror = () => { script.remove(); then(false); };
      document.head.append(script);
    }
    const pauseBetweenLooks = 300;
    function look() {
      read(`now.js?${Date.now()}`, isThere => {
        byID("live").textContent = isThere ? "" : "The folder cannot be read. The page goes on when it can.";
        byID("live").hidden = isThere;
        readNext();
      });
    }
    function readNext() {
      if (lastRead >= lastThere) return setTimeout(look, pauseBetweenLooks);
      lastRead += 1;
      read(`${lastRead}.js`, readNext);
    }
    """#
}
