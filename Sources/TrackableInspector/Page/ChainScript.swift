/// The drawing of an event's chain: a box for each object that said something, and a curve to each value.
enum ChainScript {
  static let text = #"""
    // A part of a box: the place in the app's code that gives the values.
    const partNames = {
      link: "link", object: "computed", "call site": "track(…)", event: "own properties", context: "TrackingContext",
      scope: "withTrackedProperties", defaults: "defaultProperties",
    };

    // For each source of an event the keys that it gave, and those of them that were overridden or belong to another thing.
    function contributions(entry) {
      const found = new Map();
      const at = source => {
        if (!found.has(source)) found.set(source, { source, given: [], overridden: [], leftOut: [], isUnread: false });
        return found.get(source);
      };
      for (const property of entry.properties) {
        const key = keys[property.as ?? property.key];
        if (property.from !== undefined) at(property.from).given.push(key);
        for (const candidate of property.over ?? []) at(candidate.from).overridden.push(key);
      }
      for (const item of entry.leftOut ?? []) at(item.from).leftOut.push(keys[item.key]);
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
          ? element("li.silent", {}, node.silent === 1 ? "1 object gives nothing" : `${number(node.silent)} objects give nothing`)
          : box(node)));
    }

    function box({ source, contributions }) {
      const isUnread = contributions.some(contribution => contribution.isUnread);
      const position = whereIs(source) || (source.type === undefined ? "" : "tracked this");
      const told = (what, names) => names.length ? [[what, ...names.slice(0, 3).flatMap((name, index) => [index ? ", " : " ", isolated(cut(parts(name).last, 40))]),
        names.length > 3 ? ` and ${number(names.length - 3)} more` : ""]] : [];
      return element(`li.box.rank${source.rank}${isUnread ? ".unread" : ""}`, { title: rankWords[source.rank] },
        element("div.title", {}, isolated(source.type ?? source.kind), element("span.position", {}, position)),
        ...contributions.map(contribution => {
          const { kind } = sources[contribution.source];
          const said = [...told("gives", contribution.given), ...told("overridden:", contribution.overridden),
            ...told("of another thing:", contribution.leftOut), ...contribution.isUnread ? [["not read"]] : []];
          const part = element("div.part", {}, element("span", {}, partNames[kind] ?? kind),
            element("span.said", {}, ...said.flatMap((texts, index) => [index ? "; " : "", ...texts])), element("span.anchor"));
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
    """#
}
