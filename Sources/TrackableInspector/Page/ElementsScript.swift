/// What all parts of the page use: the data, elements, texts of unknown origin, values, and times.
enum ElementsScript {
  static let text = #"""
    "use strict";
    const byID = id => document.getElementById(id);
    const data = JSON.parse(byID("data").textContent);

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

    // The words of the search, as one expression with a group; null without a search.
    let wanted = null;
    function marked(text) {
      return wanted ? text.split(wanted).map((piece, index) => index % 2 ? element("mark", {}, piece) : piece) : [text];
    }

    // A text of unknown origin: isolated, with signs for characters that cannot be seen, and marks on what is searched for.
    function isolated(text, what = "bdi") {
      const made = element(what);
      let end = 0;
      for (const match of text.matchAll(unseen)) {
        const code = match[0].codePointAt(0).toString(16).toUpperCase().padStart(4, "0");
        made.append(...marked(text.slice(end, match.index)), element("span.control", { title: "U+" + code }, code));
        end = match.index + match[0].length;
      }
      made.append(...marked(text.slice(end)));
      return made;
    }

    // The same of a path, which a narrow column breaks behind a dot.
    function breakable(path) {
      const made = isolated(path);
      for (const node of [...made.childNodes].filter(child => child.nodeType === Node.TEXT_NODE)) {
        node.replaceWith(...node.data.split(/(?<=\.)/).flatMap(piece => [piece, element("wbr")]));
      }
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

    // The time since the start of the launch, or since the first entry of a report. A call may be older than its launch.
    function sinceStart(entry) {
      const seconds = entry.time - (chapterOf.get(entry)?.start ?? firstTime);
      if (seconds < 60) return `${seconds < 0 ? "" : "+"}${seconds.toFixed(3)} s`;
      const rest = String(Math.floor(seconds % 60)).padStart(2, "0");
      const minutes = Math.floor(seconds / 60);
      if (minutes < 60) return `+${minutes}:${rest} min`;
      const hours = Math.floor(minutes / 60);
      if (hours < 24) return `+${hours}:${String(minutes % 60).padStart(2, "0")}:${rest} h`;
      const days = Math.floor(hours / 24);
      return days < 10 ? `+${days} d ${hours % 24} h` : `+${number(days)} days`;
    }

    function timeOfDay(time) {
      const date = new Date(time * 1000);
      return Number.isNaN(date.getTime()) ? `${time} s` : date.toISOString().replace("T", " ").replace("Z", " UTC");
    }

    // The names of the kinds of entries: a short one for the timeline, a title for the details. `group` is the switch that
    // shows them.
    const kinds = {
      event: { group: "Events", title: "Event" },
      userProperty: { group: "User", tag: "property", title: "User property" },
      identify: { group: "User", tag: "identify", title: "User became known" },
      group: { group: "User", tag: "group", title: "Group of the user" },
      reset: { group: "User", tag: "reset", title: "User was forgotten", name: "reset" },
      purge: { group: "User", tag: "purge", title: "Waiting events must not be sent", name: "purge" },
      error: { group: "Errors", tag: "error", title: "Error" },
      issue: { group: "Issues", tag: "issue", title: "Issue" },
      gate: { group: "Gates", tag: "gate", title: "A gate has opened or closed" },
      account: { group: "Accounts", tag: "account", title: "What has become of the calls" },
      visit: { group: "Visits", tag: "visit", title: "A visit began" },
      launch: { group: "Launches", tag: "launch", title: "The app was launched" },
    };
    const eventTypes = { ac: "activity", cl: "click", im: "impression", rd: "redirect", ua: "user action" };

    // Whether a row says how a name was written: not if a style only dropped its beginning.
    function isRespelt(written, name) { return written !== undefined && !written.endsWith("." + name); }

    // What a change of a user property does, unless it sets the value.
    function operationOf(entry) { return entry.operation === undefined ? [] : [`${entry.operation} `]; }

    function hasLeft(entry) { return entry.kind === "group" && valueKind(entry.value) === "null"; }

    function nameOf(entry) { return entry.name ?? kinds[entry.kind].name; }
    """#
}
