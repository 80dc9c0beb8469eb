/// A call as each destination got it.
enum DestinationScript {
  static let text = #"""
    function destinationsOf(entry) {
      // The tracked properties, by the names that the code gives their keys.
      const tracked = new Map((entry.properties ?? []).map(property => [property.as ?? property.key, property]));
      const destinations = element("ul.destinations", {}, ...entry.to.map(arrival => element("li.destination", {}, ...destination(arrival, entry, tracked))));
      return element("div", {}, destinations, ...entry.to.some(arrival => arrival.handedOver) ? [accountNote()] : []);
    }

    // A hub delivers later. Its account counts calls, and does not name them.
    function accountNote() {
      const latest = new Map([...entries.entries()].filter(([, entry]) => entry.kind === "account").map(([index, entry]) => [entry.name, index]));
      return element("p.note", {}, "A hub delivers later. The latest account counts the calls that were stored, delivered and dropped since: ",
        ...latest.size ? [...latest].flatMap(([name, index]) => [element("a", { href: `#${index + 1}` }, isolated(cut(name, 120))), " "]) : ["none yet."]);
    }

    function destination(arrival, entry, tracked) {
      const name = element("strong", {}, isolated(cut(keys[arrival.to], 200)));
      if (arrival.fate === "left out") return [name, element("span.stopped", {}, " left out by ", element("code", {}, isolated(keys[arrival.by])))];
      // A gate, for example of the user's consent, says for what it waits, and why it has dropped a call that it had held.
      if (arrival.fate) return [name, element("span.stopped", {}, ` ${arrival.fate} at the gate “until `, isolated(keys[arrival.by]), "”", arrival.why ? ` ${arrival.why}` : "")];
      const properties = arrival.properties ?? [];
      const told = [];
      if (arrival.name !== undefined && arrival.name !== entry.name) told.push(["as ", element("code", {}, isolated(cut(arrival.name, 200)))]);
      if (arrival.renamed) told.push([told.length ? "named by " : "keys named by ", ...listed(arrival.renamed)]);
      for (const what of ["added", "changed", "removed"]) {
        const count = properties.filter(property => property.what === what).length;
        if (count) told.push([`${number(count)} ${what}`]);
      }
      const came = arrival.handedOver ? element("span", { title: "The hub has it in its queue, and delivers it later." }, "handed to a hub")
        : element("span", { title: "The code of the destination has taken it." }, "delivered");
      const line = [" ", came, ...told.length ? told.flatMap((texts, index) => [index ? ", " : " ", ...texts]) : [" unchanged"]];
      if (!properties.length) return [name, ...line];
      const table = element("table", {},
        element("thead", {}, element("tr", {}, ...["Key there", "Value", "Difference"].map(text => element("th", { scope: "col" }, text)))),
        element("tbody", {}, ...properties.map(property => arrivedRow(property, tracked, entry.value))));
      const isOpen = properties.some(property => property.what);
      return [element("details", isOpen ? { open: "" } : {}, element("summary", {}, name, ...line), table)];
    }

    function listed(operations) {
      return operations.flatMap((row, index) => [index ? ", then " : "", element("code", {}, isolated(keys[row]))]);
    }

    // A user property has its value beside the properties.
    function arrivedRow(property, tracked, alone) {
      const before = tracked.get(property.as ?? property.key);
      const value = property.value ?? before?.value ?? before?.given ?? alone;
      const { path, last } = parts(keys[property.key]);
      const written = property.as === undefined ? undefined : keys[property.as];
      const isOut = property.what === "removed";
      return element(`tr${isOut ? ".removed" : ""}`, {},
        element("th.key", { scope: "row" }, element("span.last", {}, unfolding(last)),
          path ? element("span.path", {}, breakable(path)) : null,
          isRespelt(written, keys[property.key]) ? element("span.path", {}, "tracked as ", isolated(written)) : null),
        element("td.value-cell", {}, property.sensitive || before?.sensitive ? unshown() : value === undefined ? "" : isOut ? element("s", {}, shownValue(value)) : shownValue(value)),
        element("td.giver", {}, ...(property.what ? [`${property.what} by `, element("code", {}, isolated(keys[property.by]))] : [])));
    }
    """#
}
