#!/usr/bin/env python3
"""Uses tracking reports in a browser, as a person would: python3 Tests/Programs/Report/report.py <browser> <folder> <Beatles>

The folder holds many.html, hostile.html and the folder live, which tests write, and Beatles.html, Wallet.html and so on. The third
argument is the program Beatles, which the last check runs while a page is open.
"""

import json
import re
import shutil
import subprocess
import sys
import time
from pathlib import Path

from browser import Browser

LONGEST_OPENING = 15  # Seconds. Far above what is seen, since other work may be going on.
LONGEST_SEARCH = 5

wrong = []
checks = 0


def check(what, holds, *details):
    global checks
    checks += 1
    if not holds:
        wrong.append(what)
        print(f"error: {what}", *details, file=sys.stderr)


def opened(page, path):
    seconds = page.open(path)
    check(f"{path.name} runs without complaint", page.complaints() == [], page.complaints())
    check(f"{path.name} loads nothing", page.requests() == [], page.requests())
    return seconds


def data(path):
    """The data of a report, or of the files in an inspector's folder, as another reader than the browser finds it."""
    if path.is_dir():
        return written(path)
    return json.loads(re.search(r'<script type="application/json" id="data">(.*?)</script', path.read_text(), re.S)[1])


def latest(folder):
    """The number of the last file, as the folder says it; 0 if there is none yet."""
    file = folder / "now.js"
    return int(re.search(r"\d+", file.read_text())[0]) if file.exists() else 0


def written(folder):
    """The files of a folder in the order of their numbers, with the tables of all as one."""
    report, launches = {"entries": [], "keys": [], "sources": []}, {}
    for number in range(1, latest(folder) + 1):
        chapter = json.loads((folder / f"{number}.js").read_text()[len("chapter(") : -len(");\n")])
        entries = launches.setdefault(chapter["launch"], {})
        for position, entry in enumerate(renumbered(chapter["entries"], report, chapter)):
            entry["plan"] = chapter.get("plan", False)
            entries[chapter["after"] + position] = entry
            report["entries"].append(entry)
        for later in renumbered(chapter.get("later", []), report, chapter):
            entries[later["entry"]]["to"] = later["to"]
    return report


def renumbered(part, report, chapter):
    """A part of a chapter whose numbers of keys and sources are those of the report's tables. New rows are added to these."""
    if isinstance(part, list):
        return [renumbered(item, report, chapter) for item in part]
    if not isinstance(part, dict):
        return part
    tables = {"key": "keys", "as": "keys", "to": "keys", "by": "keys", "identifyingKey": "keys", "from": "sources"}
    made = {}
    for name, value in part.items():
        table = {"renamed": "keys", "unread": "sources"}.get(name) or (tables.get(name) if isinstance(value, int) else None)
        numbers = value if isinstance(value, list) else [value]
        if table:
            rows = [chapter[table][number] for number in numbers]
            report[table] += [row for row in rows if row not in report[table]]
            numbers = [report[table].index(row) for row in rows]
            made[name] = numbers if isinstance(value, list) else numbers[0]
        else:
            made[name] = renumbered(value, report, chapter)
    return made


def choose(page, position):
    """Chooses an entry of the data. The page puts launches and visits between them."""
    page.run(f"choose(entries.indexOf(entries.filter(entry => !['visit', 'launch'].includes(entry.kind))[{position}]))")


def details(page, fits):
    """The text of the details of the first entry that fits."""
    page.run(f"choose(entries.findIndex(entry => {fits}))")
    return page.run("byID('details').innerText")


def count(page):
    return int(page.run("byID('count').textContent").split()[0].replace(",", ""))


def chosen(page):
    """The name of the chosen row, as who listens to the page would find it."""
    return page.run(
        "(row => row && row.getAttribute('aria-selected') === 'true' && document.querySelectorAll("
        "'[aria-selected=true]').length === 1 ? entries[shown[row.dataset.position]].name : null)"
        "(byID(list.getAttribute('aria-activedescendant')))"
    )


def search(page, text):
    """Replaces the text in the search field by typing, and returns how long that took."""
    page.press("/")
    page.run("byID('search').select()")
    started = time.monotonic()
    page.type(text)
    return time.monotonic() - started


def toggle(page, title):
    """Presses a button of the filters."""
    page.click(f"[...document.querySelectorAll('.controls button')].find(button => button.innerText.startsWith({title!r}))")


# The texts with a mark, in lower case: what a search has found.
MARKS = "[...new Set([...document.querySelectorAll('mark')].map(mark => mark.textContent.toLowerCase()))].sort()"


def check_use(page, path):
    opened(page, path)
    names = [entry["name"] for entry in data(path)["entries"]]
    check("all entries are shown", count(page) == len(names))
    check("the list has the focus, and its first row is chosen", chosen(page) == names[0])
    page.press("ArrowDown", "ArrowDown", "ArrowUp", "j")
    check("the arrows choose", chosen(page) == names[2], chosen(page))
    page.press("End")
    check("End chooses the last", chosen(page) == names[-1])
    page.press("Home")
    check("Home chooses the first", chosen(page) == names[0])
    page.click("document.querySelectorAll('.row')[3]")
    check("a click chooses", chosen(page) == names[3])

    search(page, "imagine DIDRATE")
    rated = [name for name in names if name.endswith("didRateAlbum")]
    check("a search finds words in names and values", count(page) == 1 and chosen(page) == rated[0], count(page))
    marks = page.run(MARKS)
    check("what was searched for is marked", marks == ["didrate", "imagine"], marks)
    in_row = page.run("[...rows.get(chosen).querySelectorAll('mark')].length > 0")
    check("the row has a mark, too", in_row)
    page.press("ArrowDown")
    check("the arrow leads from the search into the list", page.run("document.activeElement === list"))
    properties = page.run("[...document.querySelectorAll('tbody tr')].map(row => row.innerText)")
    check("the winner is shown", any("previousVC" in row and "link of AlbumDetailVC" in row for row in properties))
    check("what it overrode is shown", any("Beatle list" in row and "link of AlbumListVC, 1 step up" in row for row in properties))
    boxes = page.run("[...document.querySelectorAll('.chain > li')].map(box => box.querySelector('bdi')?.innerText)")
    chain = ["call site", "AlbumDetailVC", "AlbumListVC", "BeatleListVC", None, "Analytics"]
    check("the chain is drawn, the nearest first", boxes == chain, boxes)
    check("a curve leads to each value", page.run("document.querySelectorAll('.curves path').length") == 7)
    page.press("/", "Escape", "Escape")
    check("Escape ends the search", count(page) == len(names) and page.run("document.activeElement === list"))
    check("without a search nothing is marked", page.run(MARKS) == [])

    search(page, "nothing is called this")
    check("a search may find nothing", count(page) == 0 and "Nothing fits" in page.run("byID('details').innerText"))
    page.press("Escape")
    toggle(page, "overridden")
    check("a filter shows only what was asked for", count(page) == len(rated))
    toggle(page, "overridden")
    kinds = [entry["kind"] for entry in data(path)["entries"]]
    groups = {"Events": {"event"}, "User": {"userProperty", "identify", "group", "reset", "purge"}, "Errors": {"error"}, "Issues": {"issue"}}
    for group, members in groups.items():
        fitting = sum(kind in members for kind in kinds)
        if not fitting:
            continue
        toggle(page, group)
        check(f"only {group} can be shown", count(page) == fitting, count(page))
        toggle(page, group)
    for group in ("Events", "User"):
        toggle(page, group)
    check("of each row of buttons one has to fit", count(page) == sum(kind in groups["Events"] | groups["User"] for kind in kinds))
    toggle(page, "Show everything")
    check("one button ends all filters", count(page) == len(names) and page.run("byID('all').hidden"))
    page.run("byID('names').value = [...byID('names').options].find(o => o.text.includes('didRate')).value")
    page.run("byID('names').dispatchEvent(new Event('change'))")
    check("a name can be chosen", count(page) == len(rated))

    page.run("location.hash = '#1'")
    page.open(path)
    tree = page.call("Accessibility.getFullAXTree")["nodes"]
    nameless = [
        node["role"]["value"]
        for node in tree
        if any(item["name"] == "focusable" and item["value"]["value"] for item in node.get("properties", []))
        and not node.get("name", {}).get("value")
    ]
    check("all that takes the focus has a name", nameless == [], nameless)
    colours = []
    for scheme in ("light", "dark"):
        page.scheme(scheme)
        colours.append(page.run("getComputedStyle(document.body).backgroundColor"))
    check("light and dark differ", colours[0] != colours[1])
    moving = "[...document.querySelectorAll('*')].map(node => getComputedStyle(node)).filter(style => style.transitionDuration !== '0s' || style.animationName !== 'none').length"
    page.call("Emulation.setEmulatedMedia", features=[{"name": "prefers-reduced-motion", "value": "no-preference"}])
    page.run("choose(entries.findIndex(entry => entry.kind === 'event'))")
    check("curves fade", wait(page, f"{moving} > 0", limit=10) is not None)
    page.call("Emulation.setEmulatedMedia", features=[{"name": "prefers-reduced-motion", "value": "reduce"}])
    check("nothing moves if the user wants no motion", page.run(moving) == 0)
    page.scheme("light")
    page.size(390, 800)
    check("a narrow window has no room beside it", page.run("document.documentElement.scrollWidth") <= 390)
    page.run("scrollTo(0, 0)")
    page.click("document.querySelectorAll('.row')[2]")
    # Short details stand at the end of the page, and can be seen as a whole.
    seen = "(box => -1 < box.top && (box.top < 300 || box.bottom <= innerHeight))(byID('details').getBoundingClientRect())"
    check("a tap on a phone shows the details", chosen(page) == names[2] and page.run(seen))
    page.run("scrollTo(0, 0)")
    page.reset()


def curves(entry):
    """The curves that an event's drawing must have, read from the data without the page's program."""
    drawn = []
    for row, item in enumerate(entry.get("properties", [])):
        drawn += [(row, over["from"], "overridden") for over in item.get("over", [])]
        if "from" in item:
            drawn.append((row, item["from"], "overridden" if item.get("removed") else "given"))
    return sorted(drawn)


# The rows in the order of the table, and the curves that end in each, as a person would follow them: by their ends.
DRAWN = """(async () => {
  // The page draws them when the browser has laid out the table.
  for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame);
  const drawing = document.querySelector(".drawing");
  if (!drawing) return null;
  const top = drawing.querySelector(".curves").getBoundingClientRect().top;
  const middle = node => { const box = node.getBoundingClientRect(); return box.top + box.height / 2 - top; };
  const rows = [...drawing.querySelectorAll("tbody tr")].map(row => middle(row.querySelector(".anchor")));
  const parts = [...drawing.querySelectorAll(".part")]
    .map(part => [Number(part.dataset.source), middle(part.querySelector(".anchor"))]);
  return [...drawing.querySelectorAll(".curves path")].map(path => {
    const numbers = path.getAttribute("d").match(/-?[\\d.]+/g).map(Number);
    const [start, end] = [numbers[1], numbers[7]];
    const row = rows.findLastIndex(y => y <= end + 1);
    const part = parts.reduce((best, one) => Math.abs(one[1] - start) < Math.abs(best[1] - start) ? one : best);
    return [row, part[0], path.classList.contains("given") ? "given" : "overridden"];
  });
})()"""


def data_of_open(page, path):
    """The data of the page that is open. A comparison with another page would find differences that are not there."""
    file = path / "index.html" if path.is_dir() else path
    if page.run("decodeURI(location.pathname)") != str(file.resolve()):
        raise RuntimeError(f"{file} is compared, and not open")
    return data(path)


def check_curves(page, path):
    """Each curve begins at the box of its giver and ends at its row, for every event of a recording."""
    explained = 0
    for position, entry in enumerate(data_of_open(page, path)["entries"]):
        if entry["kind"] != "event":
            continue
        choose(page, position)
        drawn = page.run(DRAWN)
        if not entry.get("explained"):
            says = page.run("byID('details').innerText")
            check(f"{path.name} #{position + 1} says why it draws no chain", drawn is None and "recorder" in says)
            continue
        explained += 1
        if entry.get("properties"):
            check(f"{path.name} #{position + 1} draws each curve", sorted(map(tuple, drawn)) == curves(entry), drawn)
    return explained


WORDS = {None: "delivered", "left out": "left out by", "held": "held at the gate", "refused": "refused at the gate", "dropped": "dropped at the gate"}

# What the page says of each destination: its name, whether it got the event, and each row of its table.
ARRIVALS = """[...document.querySelectorAll(".destination")].map(item => ({
  to: item.querySelector("strong").innerText, stopped: item.querySelector(".stopped") !== null, text: item.innerText,
  rows: [...item.querySelectorAll("tbody tr")].map(row => [
    (path => path ? path.textContent + "." : "")([...row.querySelectorAll(".key .path")].find(node => !node.textContent.startsWith("tracked")))
      + row.querySelector(".last").textContent,
    row.querySelector(".value")?.textContent ?? "", row.querySelector(".giver").textContent]),
}))"""


def text(value):
    return value if isinstance(value, str) else next(iter(value.values()))


def check_destinations(page, path):
    """What the page says of each destination equals the recording, read without the page's program."""
    report, arrivals = data_of_open(page, path), 0
    for position, entry in enumerate(report["entries"]):
        choose(page, position)
        page.run("document.querySelectorAll('.destination details').forEach(part => { part.open = true })")
        shown, name = page.run(ARRIVALS), f"{path.name} #{position + 1}"
        wanted = entry.get("to", [])
        check(f"{name} shows each destination", [report["keys"][item["to"]] for item in wanted] == [item["to"] for item in shown])
        tracked = {item.get("as", item["key"]): item for item in entry.get("properties", [])}
        for item, there in zip(wanted, shown):
            arrivals += 1
            check(f"{name} says who got it", there["stopped"] == ("fate" in item), there)
            word = "handed to a hub" if item.get("handedOver") and "fate" not in item else WORDS[item.get("fate")]
            told = [other for other in {*WORDS.values(), "handed to a hub"} if other in there["text"].split("\n")[0]]
            check(f"{name} says in one word what {there['to']} has", told == [word], told, word)
            if "fate" in item:
                why = report["keys"][item["by"]] in there["text"] and item.get("why", "") in there["text"]
                check(f"{name} says why it did not arrive", why, there["text"])
                continue
            if item.get("name", entry.get("name")) != entry.get("name"):
                check(f"{name} says its name there", item["name"] in there["text"], there["text"])
            rows = []
            for row in item.get("properties", []):
                before = tracked.get(row.get("as", row["key"]), {})
                value = row.get("value", before.get("value", before.get("given", entry.get("value", ""))))
                by = f"{row['what']} by {report['keys'][row['by']]}" if "what" in row else ""
                secret = row.get("sensitive") or before.get("sensitive")
                rows.append([report["keys"][row["key"]], "" if secret else text(value), by])
            check(f"{name} shows what {there['to']} got", rows == there["rows"], rows, there["rows"])
    return arrivals


# The name of the chosen entry, and each row of its properties: key, value, giver.
PROPERTIES = """(() => ({
  name: [...document.querySelectorAll("#details > .heading > .path, #details h2")].map(node => node.innerText).join("."),
  flags: [...document.querySelectorAll("#details .heading .flag")].map(flag => flag.innerText),
  meanings: [...document.querySelectorAll("#details .heading .marks .note")].map(note => note.innerText.trim()),
  sentence: document.querySelector("#details .note:has(+ .drawing)")?.innerText ?? "",
  boxes: [...document.querySelectorAll("#details .box .position")].map(position => position.innerText),
  rows: [...(document.querySelector("#details table:not(.destination table)")?.querySelectorAll("tbody tr") ?? [])].map(row => [
    [...row.querySelectorAll(".key .path")].map(node => node.innerText).find(text => !text.startsWith("tracked")), row.querySelector(".last").innerText,
    row.querySelector(".value-cell").innerText.trim(), row.querySelector(".giver")?.innerText.split("\\n")[0].trim() ?? ""]),
}))()"""


def giver(source):
    """The words of the page for a source, without its place."""
    if "type" not in source:
        return source["kind"]
    return f"link of {source['type']}" if source["kind"] == "link" else source["type"]


def check_entries(page, path):
    """The name, the properties with their givers, and the plan's verdict of each entry equal what was written."""
    report = data_of_open(page, path)
    count = page.run("entries.filter(entry => !['visit', 'launch'].includes(entry.kind)).length")
    check(f"{path.name} has each entry once", count == len(report["entries"]), count, len(report["entries"]))
    for position, entry in enumerate(report["entries"][:count]):
        choose(page, position)
        told, name = page.run(PROPERTIES), f"{path.name} #{position + 1}"
        check(f"{name} has its name", told["name"] == entry.get("name", entry["kind"]), told["name"], entry)
        verdict = "not as planned" if "faults" in entry else "as planned" if entry.get("plan", report.get("plan")) else "no plan given"
        verdicts = {"not as planned", "as planned", "no plan given"} & set(told["flags"])
        planned = entry["kind"] in ("event", "userProperty", "group", "identify")
        check(f"{name} says what the plan says", verdicts == ({verdict} if planned else set()), told["flags"], verdict)
        check(f"{name} says what each mark means", len(told["meanings"]) == len(told["flags"]) and all(told["meanings"]), told["flags"], told["meanings"])
        givers = [report["sources"][row["from"]] for row in entry.get("properties", []) if "from" in row]
        objects = [source for source in givers if "type" in source]
        below = any(not source.get("root") for source in objects)
        sentence = "" if below or not givers else f"No object {'below the root ' if objects else ''}gave a property to this event."
        check(f"{name} has a sentence that fits its drawing", not told["boxes"] or told["sentence"] == sentence, told["sentence"], sentence)
        rows = [(row, report["keys"][row["key"]]) for row in entry.get("properties", [])]
        keys = [".".join(filter(None, shown[:2])) for shown in told["rows"]]
        check(f"{name} has its keys", keys == [key for _, key in rows], keys, rows)
        for (row, key), (*_, value, by) in zip(rows, told["rows"]):
            secret = row.get("sensitive", False)
            wanted = "sensitive" if secret else text(row.get("value", row.get("given", "")))
            check(f"{name} has the value of {key}", value.startswith(wanted.strip()), value, wanted)
            if "from" in row:
                check(f"{name} has the giver of {key}", by.split(",")[0] == giver(report["sources"][row["from"]]), by)


# The names of the events on the page.
NAMES = "JSON.stringify(entries.filter(entry => entry.kind === 'event').map(entry => entry.name))"


def wait(page, expression, limit=30):
    """Waits until an expression holds, and returns how many seconds that took."""
    started = time.monotonic()
    while not page.run(expression):
        if time.monotonic() - started > limit:
            return None
        time.sleep(0.02)
    return time.monotonic() - started


class App:
    """Beatles at a prompt, with an inspector."""

    def __init__(self, executable, folder):
        command = [executable, "--inspect", folder, "--interactive"]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, text=True)

    def do(self, line):
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()

    def kill(self):
        self.process.kill()
        self.process.wait()
        self.process.stdin.close()


# The texts whose contrast with their background is below what WCAG 2.1 asks for at level AA.
PALE = """(() => {
  const parse = text => { const n = text.match(/[\\d.]+/g).map(Number); return text.startsWith("color(srgb") ? [n[0] * 255, n[1] * 255, n[2] * 255, n[3] ?? 1] : [n[0], n[1], n[2], n[3] ?? 1]; };
  const over = (top, below) => [0, 1, 2].map(i => top[i] * top[3] + below[i] * (1 - top[3])).concat(1);
  const light = colour => {
    const [r, g, b] = colour.map(c => c / 255).map(c => c <= 0.03928 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4);
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const pale = new Set();
  for (const node of document.querySelectorAll("body *")) {
    if (![...node.childNodes].some(child => child.nodeType === 3 && child.data.trim()) || !node.checkVisibility()) continue;
    if (["SCRIPT", "NOSCRIPT", "OPTION"].includes(node.tagName)) continue;
    const chain = [];
    for (let up = node; up; up = up.parentElement) chain.unshift(parse(getComputedStyle(up).backgroundColor));
    const background = chain.reduce((below, top) => over(top, below), [255, 255, 255, 1]);
    const style = getComputedStyle(node);
    const [a, b] = [light(parse(style.color)), light(background)].sort((x, y) => y - x);
    const size = parseFloat(style.fontSize);
    const wanted = size >= 24 || (size >= 18.66 && style.fontWeight >= 700) ? 3 : 4.5;
    const ratio = (a + 0.05) / (b + 0.05);
    if (ratio < wanted) pale.add(`${node.tagName}.${node.className} ${ratio.toFixed(2)}`);
  }
  return [...pale];
})()"""


def await_file(folder, act):
    """Waits until an act has led to another file in a folder, and returns the file's number."""
    before = latest(folder)
    act()
    while latest(folder) == before:
        time.sleep(0.01)
    return latest(folder)


def looks_until_shown(page, folder, act):
    """How often the page has looked for new files from the moment when the folder had one until the page has read it."""
    page.run("""(() => {
      const [realLook, realChapter] = [look, chapter];
      window.looks = 0;
      window.looksOfFile = {};
      look = (...given) => { looks += 1; realLook(...given); };
      chapter = piece => { realChapter(piece); looksOfFile[document.currentScript.src.match(/([0-9]+)[.]js/)[1]] = looks; };
    })()""")
    number, looks = await_file(folder, act), page.run("looks")
    check("the page reads the file", wait(page, f"{number} in looksOfFile") is not None)
    return page.run(f"looksOfFile[{number}]") - looks


def has_read(number):
    """Whether the page has read the file of a number: the script of a file goes when it has run."""
    return f"lastRead === {number} && !document.head.querySelector('script[src^=\"{number}.js\"]')"


def compare(page, folder):
    """What the open page says equals what stands in the files, read without the page's program."""
    check("the page has read all files", wait(page, has_read(latest(folder))) is not None)
    check_entries(page, folder)
    check("the curves of a live page", check_curves(page, folder) > 0)
    check("the destinations of a live page", check_destinations(page, folder) > 0)


def check_two_processes(page, app, widget, folder):
    """Two processes that write one folder in turns are two launches, and a number that comes late changes nothing."""
    launch = "entries.filter(entry => entry.kind === 'launch').map(entry => [entry.name, entry.subject])"
    before = page.run("entries.length")
    check("a second process is a launch", wait(page, f"entries.length > {before} && entries.at(-1).name.endsWith('didBecomeActive')") is not None)
    # Each of these is one event.
    for process, line in ((app, "background"), (widget, "background"), (app, "foreground")):
        await_file(folder, lambda: process.do(line))
    check("both are read", wait(page, has_read(latest(folder))) is not None)
    names = ["Launch 1", "Launch 2", "Launch 3", "Launch 2, continued", "Launch 3, continued", "Launch 2, continued"]
    told = page.run(launch)
    check("each launch has its name and its process", told == [[name, "Beatles"] for name in names], told)
    compare(page, folder)
    entries, now = page.run("entries.length"), folder / "now.js"
    said = now.read_text()
    for text in (re.sub(r"\d+", "1", said, count=1), said):
        now.write_text(text)
        page.run("looks = 0")
        check("the page looks again", wait(page, "looks >= 2") is not None)
    check("a number that comes late changes nothing", page.run("entries.length") == entries, page.run(launch))
    widget.kill()


def check_live(page, executable, folder):
    """The page of a folder shows what an app tracks while it runs, across a kill and a folder that disappears."""
    shutil.rmtree(folder, ignore_errors=True)
    app = App(executable, folder)
    while not (folder / "index.html").exists():
        time.sleep(0.05)
    page.open(folder / "index.html")
    check("the app's first event comes", wait(page, "entries.some(entry => entry.name.endsWith('started'))") is not None)
    before = page.run("entries.length")
    looks = looks_until_shown(page, folder, lambda: app.do("select John"))
    check("an event comes while the app runs", page.run(f"entries.length >= {before} + 2"))
    # One look may have begun before the file was there. Seconds would say how busy the machine is.
    check("the page has a file as soon as it looks again", looks <= 2, looks)
    check("two looks are within a second, with the quarter for which the app waits", 2 * page.run("pauseBetweenLooks") + 250 < 1000)
    search(page, "beatlename john")
    found = count(page)
    page.run("choose(1)")
    chosen_before = page.run("shown[chosen]")
    app.do("select Imagine")
    check("others come", wait(page, f"entries.length >= {before} + 3") is not None)
    check("the search stays", page.run("byID('search').value") == "beatlename john" and count(page) > found)
    check("the chosen entry stays", page.run("shown[chosen]") == chosen_before)
    page.press("Escape")
    compare(page, folder)
    calls = data(folder)["entries"]
    check("each call of the app is as its committed plan says", all(entry["plan"] and "faults" not in entry for entry in calls))
    app.kill()
    before = page.run("entries.length")
    app = App(executable, folder)
    check("a later launch comes", wait(page, "launches.size === 2 && entries.at(-1).kind === 'event'") is not None)
    check("the earlier launch stays", page.run("entries.length") > before)
    page.press("End")
    check("a launch is an entry", page.run("entries.filter(entry => entry.kind === 'launch').length") == 2)
    page.run("choose(0)")
    page.run("choose(shown.findLastIndex(index => entries[index].kind === 'launch'))")
    later = page.run("(launch => [chosen, chosen + 1, chosen + 2].map(place => rows.get(place).querySelector('.time').innerText))()")
    times = page.run("[chosen + 1, chosen + 2].map(place => entries[shown[place]].time - entries[shown[chosen]].time)")
    expected = [""] + [f"{'+' if time >= 0 else ''}{time:.3f} s" for time in times]
    check("times begin anew with a launch", len(times) == 2 and later == expected, later, expected)
    said = page.run("rows.get(chosen).innerText")
    check("a launch has its time", re.search(r"Launch 2\s+\d{4}-\d\d-\d\d \d\d:\d\d:\d\d.\d{3} UTC", said), said)
    search(page, "started")
    above = page.run("shown.map(index => entries[index].kind)")
    check("a launch stands above what a search finds there", above == ["launch", "event"] * 2 and count(page) == 2, above)
    page.press("Escape")
    compare(page, folder)
    check_two_processes(page, app, App(executable, folder), folder)
    shutil.rmtree(folder)
    check("the page says that the folder has gone", wait(page, "!byID('live').hidden") is not None)
    before = page.run("entries.length")
    app.do("select Paul")
    check("a folder that is made again goes on", wait(page, f"entries.length > {before} && byID('live').hidden") is not None)
    app.do("terminate")
    app.process.stdin.close()
    app.process.wait(timeout=60)
    wait(page, "entries.at(-1).name.endsWith('terminated')")
    expected = json.loads(page.run(NAMES))
    page.open(folder / "index.html")
    compare(page, folder)
    names = json.loads(page.run(NAMES))
    check("a page that is opened later says the same", names != [] and names == expected[-len(names) :], names, expected)
    # A file that does not exist is what the page has to ask for when the folder has gone.
    complaints = [item for item in page.complaints() if "ERR_FILE_NOT_FOUND" not in str(item)]
    check("a live page runs without complaint", complaints == [], complaints)
    print(f"The page had a file after {looks} looks.")


def files(folder):
    return sorted(folder.glob("[0-9]*.js"), key=lambda path: int(path.stem))


def event_names(folder):
    """The names of the events in a folder, as another reader than the page finds them."""
    return [entry["name"] for entry in written(folder)["entries"] if entry["kind"] == "event"]


def run_app(executable, folder, count):
    """Runs the app until its folder has some files, and kills it."""
    app = App(executable, folder)
    for number in range(count):
        if number:
            app.do(["foreground", "background"][number % 2])
        while latest(folder) <= number:
            time.sleep(0.02)
    app.kill()


def check_remade(page, executable, folder):
    """An open page follows a folder that was deleted and made again, with fewer files, as many, or more, also between two looks."""
    for first, second in ((3, 1), (1, 1), (3, 3), (2, 4)):
        shutil.rmtree(folder, ignore_errors=True)
        run_app(executable, folder, first)
        page.open(folder / "index.html")
        expected = event_names(folder)
        came = wait(page, f"{NAMES} === {json.dumps(json.dumps(expected, separators=(',', ':')))}")
        check(f"a folder of {first} files is on the page", came is not None, page.run(NAMES), expected)
        # The next folder is there as a whole before the page looks again.
        (next_one := folder.with_name("next")).exists() and shutil.rmtree(next_one)
        run_app(executable, next_one, second)
        folder.rename(gone := folder.with_name("gone"))
        next_one.rename(folder)
        shutil.rmtree(gone)
        expected += event_names(folder)
        came = wait(page, f"{NAMES} === {json.dumps(json.dumps(expected, separators=(',', ':')))}", limit=10)
        check(f"{second} files of another folder follow those {first}", came is not None, page.run(NAMES), expected)
        check("nothing is missing on the page", not page.run("entries.some(entry => entry.kind === 'issue')"))
        check("both launches are on the page", page.run("launches.size") == 2)
    # A launch that goes on in the next folder: the page says how much it has not seen.
    chapter = '{{"launch":"{0}","first":{1},"after":{2},"keys":[],"sources":[],"entries":[{{"kind":"event","name":"{3}"}}]}}'
    for number, first, after, identity in ((1, "true", 0, "one"), (1, "true", 4, "two"), (2, "false", 7, "two")):
        for path in files(folder) if first == "true" else []:
            path.unlink()
        (folder / f"{number}.js").write_text(f"chapter({chapter.format('1700000000 A', first, after, identity)});\n")
        (folder / "now.js").write_text(f'latest({number}, "{identity}");\n')
        if after == 0:
            page.open(folder / "index.html")
        came = wait(page, f"entries.at(-1).name === '{identity}' && launches.values().next().value.end === {after + 1}", limit=10)
        check("the next file of a launch comes", came is not None)
    lacking = "entries.filter(entry => entry.kind === 'issue').map(entry => entry.message.match(/\\d+/)[0])"
    check("the page says how much of a launch is missing", page.run(lacking) == ["3", "2"], page.run(lacking))
    page.open(folder / "index.html")
    check("a page that begins with the next folder", wait(page, "lastRead === 2") is not None)
    check("it lacks only what is missing there", page.run(lacking) == ["2"], page.run(lacking))


# The remarks in rows that can be seen in part only.
CUT = """[...document.querySelectorAll(".row .flag")].filter(flag => flag.checkVisibility()).filter(flag => {
  const [box, row] = [flag.getBoundingClientRect(), flag.closest(".row").getBoundingClientRect()];
  const parent = flag.parentElement.getBoundingClientRect();
  return flag.scrollWidth > flag.clientWidth + 1 || box.right > Math.min(row.right, parent.right) + 0.5 || box.bottom > row.bottom || box.top < row.top;
}).map(flag => flag.innerText)"""

# The boxes of a chain that say the same of themselves.
ALIKE = """(texts => texts.filter((text, place) => texts.indexOf(text) !== place))(
  [...document.querySelectorAll(".chain .title")].filter(node => node.checkVisibility()).map(node => node.innerText))"""

# What is wider than the window, or than what it stands in, and cannot be scrolled there.
WIDE = """[document.documentElement, ...document.querySelectorAll("header *, main *, .row")]
  .filter(node => node.getBoundingClientRect().right > innerWidth + 1 && !node.closest("pre"))
  .map(node => node.outerHTML.slice(0, 80))"""

# What a finger has to hit and is smaller than 24 pixels.
SMALL = """[...document.querySelectorAll("button, select, input, summary, .row")]
  .filter(node => node.getBoundingClientRect().height > 0 && node.getBoundingClientRect().height < 24)
  .map(node => node.outerHTML.slice(0, 80))"""


def check_paper(page, path):
    """Paper has each entry that fits the filter, in light colours, without controls."""
    opened(page, path)
    page.run("addEventListener('beforeprint', () => { window.printed = document.querySelectorAll('#paper article').length; })")
    names, entries = [entry.get("name", entry["kind"]) for entry in data(path)["entries"]], page.run("entries.length")
    page.call("Page.printToPDF")
    check("each entry is printed", page.run("printed") == entries, page.run("printed"))
    check("nothing of it stays on the screen", page.run("byID('paper').childElementCount") == 0)
    toggle(page, "Events")
    page.call("Page.printToPDF")
    check("what does not fit the filter is not printed", page.run("printed") == count(page) < entries, page.run("printed"))
    toggle(page, "Show everything")
    page.run("addToPage({ keys: [], sources: [], entries: Array.from({ length: 1234 }, () => ({ kind: 'event', name: 'row' })) })")
    page.run("dispatchEvent(new Event('beforeprint'))")
    said = page.run("[document.querySelectorAll('#paper article').length, byID('paper').innerText || byID('paper').textContent]")
    check("paper has 1,000 entries, and says how many it leaves out", said[0] == 1000 and f"Left out: {entries + 234:,}." in said[1], said[0])
    opened(page, path)
    page.call("Emulation.setEmulatedMedia", media="print", features=[{"name": "prefers-color-scheme", "value": "dark"}])
    page.run("dispatchEvent(new Event('beforeprint'))")
    for width in (560, 718):  # A5 and A4, less their margins.
        page.size(width, 1000)
        paper = page.run("[...document.querySelectorAll('#paper h2')].map(node => [node.previousElementSibling?.innerText, node.innerText])")
        told = [".".join(filter(None, texts)) for texts in paper]
        check("paper has each name", [name for name in told if name in names] == names, told)
        wide = page.run("[...document.querySelectorAll('body *')].filter(node => node.getBoundingClientRect().right > innerWidth + 1).length")
        check(f"paper of {width} pixels is wide enough", wide == 0, wide)
        seen = page.run("[...document.querySelectorAll('button, input, select, kbd, .box, path')].filter(node => node.checkVisibility()).length")
        check("paper has no controls", seen == 0, seen)
        check("paper has the values", page.run("[...document.querySelectorAll('#paper .value')].some(node => node.checkVisibility())"))
    check("paper is light", page.run("getComputedStyle(document.body).color") == "rgb(28, 30, 33)")
    page.run("dispatchEvent(new Event('afterprint'))")
    page.call("Emulation.setEmulatedMedia", media="")
    page.reset()


def check_everything(page, path):
    """Each kind of entry on a phone, upright and not, with text as large as AX5 (3.1 times), light and dark. A view on a device enlarges the page."""
    opened(page, path)
    kinds = page.run("[...new Set(entries.map(entry => entry.kind))].sort()")
    check("each kind of entry is there", set(kinds) == set(page.run("Object.keys(kinds)")) - {"launch"}, kinds)
    visits = page.run("entries.filter(entry => entry.kind === 'visit').map(entry => valueText(entry.value))")
    check("a visit begins where events say another one", visits == ["visit A", "visit B"], visits)
    told = details(page, "entry.kind === 'account'")
    last = page.run("timeOfDay(entries.findLast((entry, index) => index < shown[chosen] && entry.time && entry.to?.[0].fate === undefined).time)")
    check("the account of a hub is shown", "destination  " in told and "Last call at" in told and f"{last} Background" in told, told, last)
    told = details(page, "entry.name.endsWith('rated')")
    check("what is not as planned is shown", "Not as planned" in told and "instead of int" in told, told)
    check("one thing is said of the plan", "\nas planned " not in told and "no plan given" not in told, told)
    check("what is as planned says so", "\nas planned " in details(page, "entry.name.endsWith('opened')"))
    check("an event says whose it is", "by john in company apple" in told, told)
    check("an error has its type", "SaveError" in details(page, "entry.kind === 'error'"))
    check("a group has its ID and traits", re.search("apple.*year.*1968", details(page, "entry.kind === 'group'"), re.S))
    check("a gate that opens is an entry", "3 held calls went on, 0 were dropped" in details(page, "entry.kind === 'gate'"))
    stopped = page.run("entries.flatMap(entry => entry.to ?? []).map(arrival => arrival.fate ?? 'came')")
    check("each way to stop is there", set(stopped) == {"came", "held", "dropped", "left out"}, stopped)
    by = page.run("[...new Set(entries.flatMap(entry => entry.to ?? []).filter(({ fate }) => fate === 'left out').map(({ by }) => keys[by]))].sort()")
    check("who is not in a sample, and what has counted today, is told", by == ["once", "sampled"], by)
    check("what is held can be filtered", page.run("remarks.held.holds(entries.findLast(entry => entry.kind === 'event')) === true"))
    for width, height, scale in ((1440, 900, 1), (1024, 768, 1), (820, 1180, 1), (390, 844, 1), (844, 390, 1), (320, 568, 1), (195, 422, 2), (126, 272, 3.1)):
        page.size(width, height, scale)
        for scheme in ("light", "dark"):
            page.scheme(scheme)
            for position in range(count(page)):
                page.run(f"choose({position})")
                name = f"#{position + 1} at {width} x {height} in {scheme}"
                wide, small, pale, cut = page.run(WIDE), page.run(SMALL), page.run(PALE), page.run(CUT)
                check(f"{name} has whole remarks", cut == [], cut)
                check(f"{name} tells its boxes apart", page.run(ALIKE) == [], page.run(ALIKE))
                check(f"{name} is no wider than the window", wide == [], wide)
                check(f"{name} can be touched", small == [], small)
                check(f"{name} has enough contrast", pale == [], pale)
    page.reset()


def piece(launch, after, *entries, **more):
    """What a file of a folder has."""
    return json.dumps({"launch": launch, "first": after == 0, "after": after, "keys": ["sessionId"], "sources": [], "entries": entries, **more})


HOSTILE = ["</script><script>window.hostile = 1</script>", "<img src=x onerror='window.hostile = 1'>", "javascript:window.hostile=1", "__proto__", "${hostile = 1}"]


def check_hostile_folder(page, model, folder):
    """A folder with files that are cut, or not of the inspector, or have huge names: the page shows the others, and says how much is missing."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    shutil.copy(model / "index.html", folder)
    event, launch = {"kind": "event", "explained": True}, "1700000000 A <b>App</b>"
    texts = [event | {"name": text, "properties": [{"key": 0, "value": text}]} for text in HOSTILE]
    whole = f"chapter({piece(launch, 0, *texts)});\n"
    contents = {
        "1.js": whole,
        "2.js": f"chapter({piece(launch, len(texts), *texts)});\n"[:-90],
        "3.js": "<!doctype html><img src=x onerror='window.hostile = 1'>",
        "4.js": f"chapter({piece(launch, len(texts), {**texts[0], 'properties': [{'key': 99, 'value': 'a'}]})});\n",
        "5.js": f"chapter({piece(launch, len(texts), event)});\n",
        "6.js": f"chapter({piece(launch, 20, {**event, 'name': 'n' * 1_000_000, 'properties': [{'key': 0, 'value': 'v' * 1_000_000}]})});\n",
        "7.js": f"chapter({piece(launch, 21, {**event, 'name': 'last'})});\n",
        "0.js": "window.hostile = 1;", "9.js": "window.hostile = 1;", "evil.js": "window.hostile = 1;", "now.js.draft": "latest(9);",
        "now.js": 'latest(7, "</script>&?#");\n',
    }  # fmt: skip
    for name, content in contents.items():
        (folder / name).write_text(content)
    page.open(folder / "index.html")
    check("the last file of a hostile folder comes", wait(page, "entries.at(-1)?.name === 'last'") is not None, page.complaints())
    names = page.run("entries.filter(entry => entry.kind === 'event').map(entry => cut(entry.name, 60))")
    check("the whole files are on the page", names == [*HOSTILE, "n" * 60 + "…", "last"], names)
    issues = page.run("entries.filter(entry => entry.kind === 'issue').map(entry => entry.message)")
    unread = [re.search(r"\d+", issue)[0] for issue in issues if "cannot read the file" in issue]
    check("the page names the files that it cannot read", unread == ["2", "3", "4", "5"], issues)
    check("the page says what is missing", sum("lacks 15 calls" in issue for issue in issues) == 1 and len(issues) == 5, issues)
    for position in range(page.run("shown.length")):
        page.run(f"choose({position})")
        tags = page.run("[...new Set([...document.querySelectorAll('body *')].map(node => node.localName))]")
        check(f"#{position + 1} of a hostile folder makes no elements", not {"img", "b", "iframe"} & set(tags), tags)
    check("all rows are drawn", page.run("rows.size === shown.length"))
    (folder / "8.js").write_text(f"chapter({piece(launch, 22, {**event, 'name': 'later'})});\n")
    (folder / "now.js").write_text('latest(8, "</script>&?#");\n')
    check("the page goes on", wait(page, "entries.at(-1).name === 'later'", limit=10) is not None)
    check("nothing of a hostile folder has run", page.run("window.hostile === undefined"))


def check_launches(page, path):
    """Two processes that write one folder in turns: a visit is one of its launch, wherever it goes on."""
    opened(page, path)
    for after, launch, visit in ((0, "A", "one"), (0, "B", "two"), (1, "A", "one"), (1, "B", "two"), (0, "C", "two"), (2, "A", "three")):
        event = {"kind": "event", "name": "event", "properties": [{"key": 0, "value": visit}]}
        page.run(f"addToPage({piece(f'1700000000 {launch}', after, event)})")
    visits = page.run("entries.filter(entry => entry.kind === 'visit').map(entry => [entry.name, valueText(entry.value)]).slice(-4)")
    expected = [["Visit 1", "one"], ["Visit 2", "two"], ["Visit 2, continued", "two"], ["Visit 3", "three"]]
    check("a visit has one number, and begins once in a launch", visits == expected, visits)


def check_links(page, path):
    """A link leads to its entry, also to one that comes later, and to one that the filters hide."""
    page.open(path)
    number = page.run("entries.findIndex(entry => entry.kind === 'account') + 1")
    facts = "document.querySelector('#details .facts a').innerText"
    page.run(f"location.hash = '#{number}'")
    check("a link chooses its entry", wait(page, f"{facts} === '#{number}'", limit=5) is not None and page.run("entries[shown[chosen]].kind") == "account")
    page.run("location.hash = ''")
    toggle(page, "Events")
    before = page.run("chosen")
    page.run(f"location.hash = '#{number}'")
    check("a link shows an entry that a filter hides", wait(page, f"{facts} === '#{number}'", limit=5) is not None, page.run(facts))
    check("the filter stays", page.run("chosen") == before and page.run("wantedGroups.size") == 1)
    toggle(page, "Show everything")
    entries = page.run("entries.length")
    page.run(f"choose(0); location.hash = '#{entries + 2}'")
    event = {"kind": "event", "name": "event"}
    page.run(f"addToPage({json.dumps({'keys': [], 'sources': [], 'entries': [event]})})")
    check("a link to a later entry waits", page.run("chosen") == 0)
    page.run(f"addToPage({json.dumps({'keys': [], 'sources': [], 'entries': [event] * 3})})")
    check("the later entry is shown when it comes", page.run(facts) == f"#{entries + 2}", page.run(facts))
    page.press("Home", "ArrowDown")
    page.run(f"location.hash = '#{entries + 6}'")
    page.run(f"addToPage({json.dumps({'keys': [], 'sources': [], 'entries': [event] * 3})})")
    check("who has chosen another entry keeps it", page.run("chosen") == 1)


def check_later(page):
    """What becomes of a call later changes what the filters show of it, and only this call is tested again."""
    held, came = ([{"to": 0, **fate}] for fate in ({"fate": "held", "by": 0}, {}))
    calls = [{"kind": "event", "name": name, "to": held} for name in ("one", "two")]
    page.run(f"addToPage({piece('1700000000 A', 0, *calls)})")
    toggle(page, "held")
    check("the held calls are shown", count(page) == 2, count(page))
    page.run("(real => { window.tests = 0; remarks.held.holds = entry => { tests += 1; return real(entry); }; })(remarks.held.holds)")
    page.run(f"addToPage({piece('1700000000 A', 2, later=[{'entry': 0, 'to': came}])})")
    check("a call that came later is not held any more", count(page) == 1 and chosen(page) == "two", count(page))
    # Rows that are drawn have remarks as well.
    check("a later change does not test all again", page.run("tests") < 100, page.run("tests"))
    page.run(f"addToPage({piece('1700000000 A', 3, later=[{'entry': 0, 'to': held}])})")
    check("and it is shown if it is held again", count(page) == 2, count(page))
    toggle(page, "Show everything")


def check_many_live(page, folder):
    """50,000 events in a folder: a page that is open takes them, and stays quick."""
    index = folder / "index.html"
    started = time.monotonic()
    page.open(index)
    check("50,000 events come", wait(page, "countOfEvents === 50000", limit=120) is not None)
    opening = time.monotonic() - started
    most, loading = 0, set()
    for event in page.events:
        if event["method"] == "Network.requestWillBeSent" and re.search(r"/\d+\.js", event["params"]["request"]["url"]):
            loading.add(event["params"]["requestId"])
        elif event["method"] in ("Network.loadingFinished", "Network.loadingFailed"):
            loading.discard(event["params"]["requestId"])
        most = max(most, len(loading))
    check("the page loads 20 files at once", most == 20, most)
    page.press("End")
    check("the last of 50,000 is shown", page.run("entries[shown[chosen]].kind") == "event")
    seconds = search(page, "row 777")
    fitting = sum("777" in str(number) for number in range(50_000))
    check("a search among 50,000", count(page) == fitting, count(page))
    page.run("(real => { window.texts = 0; textsOf = entry => { texts += 1; return real(entry); }; })(textsOf)")
    started = time.monotonic()
    page.run("addToPage({ keys: ['k'], sources: [], entries: [{ kind: 'event', name: 'row 777', properties: [{ key: 0, value: 'v' }] }] })")
    adding = time.monotonic() - started
    check("one more is found at once", count(page) == fitting + 1)
    check("adding to 50,000 does not read all again", page.run("texts") == 1, page.run("texts"))
    page.press("Escape")
    check_later(page)
    print(f"50,000 events in a folder are there after {opening:.1f} s; a search takes {seconds * 1000:.0f} ms, one more {adding * 1000:.0f} ms.")


def check_many(page, path):
    opening = opened(page, path)
    check("10,000 events open in time", opening < LONGEST_OPENING, opening)
    check("10,000 events are shown", count(page) == 10_000)
    for position in range(1_000, 10_000, 1_000):
        page.run(f"choose({position})")
    page.press("End")
    check("the last is the last", page.run("shown[chosen]") == 9_999)
    check("only rows that can be seen are there", page.run("document.querySelectorAll('.row').length") < 100)
    box = page.run("(box => [box.top, box.bottom, innerHeight])(rows.get(chosen).getBoundingClientRect())")
    check("the chosen row can be seen", 0 < box[0] < box[1] <= box[2], box)
    page.press("PageUp")
    check("a page is a page", 9_900 < page.run("shown[chosen]") < 9_999)
    first = search(page, "row 777")
    check("the first search takes no time to speak of", first < LONGEST_SEARCH, first)
    fitting = sum("777" in str(number) for number in range(10_000))
    check("a search among 10,000", count(page) == fitting and page.run("shown[0]") == 777, count(page))
    second = search(page, "rated")
    check("another one", count(page) == 100, count(page))
    page.press("Escape")
    print(f"10,000 events are there after {opening * 1000:.0f} ms; searches take {first * 1000:.0f} and {second * 1000:.0f} ms.")


def check_hostile(page, path):
    opened(page, path)
    report = data(path)
    check("all texts arrive", json.loads(page.run("JSON.stringify(data)")) == report)
    shown = (
        "(node => { const copy = node.cloneNode(true); for (const sign of copy.querySelectorAll('.control'))"
        " sign.replaceWith(String.fromCodePoint(parseInt(sign.textContent, 16))); return copy.textContent; })"
    )
    check("the title is shown as it is", page.run(f"{shown}(byID('title'))") == report["title"])
    for position, entry in enumerate(report["entries"]):
        page.run(f"choose({position})")
        name = entry.get("name", "")
        heading = page.run(f"[...document.querySelectorAll('.heading > .path, h2')].map({shown})")
        if len(name) < 2_000:
            check(f"{name!r} is shown as it is", name == ".".join(heading), heading)
        tags = page.run("[...new Set([...document.querySelectorAll('body *')].map(node => node.localName))]")
        unknown = set(tags) & {"img", "iframe", "object", "embed", "link", "form", "base", "meta", "video", "audio"}
        check(f"{name[:40]!r} makes no elements", not unknown and page.run("document.scripts.length") == 2, unknown)
        note = dict(report.get("notes", [])).get(name) if entry["kind"] == "event" else None
        notes = page.run(f"[...document.querySelectorAll('.heading > .planned')].map({shown})")
        check(f"what the plan notes on {name[:40]!r} is shown", notes == ([note] if note else []), notes)
        signs = page.run("[...document.querySelectorAll('h2 .control')].map(sign => sign.title)")
        check(f"what one does not see of {name!r} has a sign", ("\u202e" in name) == ("U+202E" in signs), signs)
    for word in ("onerror", "__proto__", "\u202e"):
        search(page, word)
        check(f"{word!r} can be searched for", count(page) > 0)
        page.press("Escape")
    check("nothing hostile has run", page.run("window.hostile === undefined"))

    longest = max(range(len(report["entries"])), key=lambda index: len(report["entries"][index]["name"]))
    page.run(f"choose({longest})")
    check("a long text is cut", page.run("byID('details').textContent.length") < 20_000)
    started = time.monotonic()
    page.click("byID('details').querySelector('td .more')")
    value = page.run("byID('details').querySelector('td .value').textContent.length")
    check("a long text is shown on demand", value == len(report["entries"][longest]["name"]), value)
    print(f"A text of {value:,} characters is shown after {(time.monotonic() - started) * 1000:.0f} ms.")
    check("it still loads nothing", page.requests() == [] and page.complaints() == [], page.complaints())


def main():
    folder = Path(sys.argv[2])
    with Browser(sys.argv[1]) as page:
        check_use(page, folder / "Beatles.html")
        check_many(page, folder / "many.html")
        check_hostile(page, folder / "hostile.html")
        check_everything(page, folder / "everything.html")
        check_paper(page, folder / "everything.html")
        check_links(page, folder / "everything.html")
        check_launches(page, folder / "Beatles.html")
        for path in [folder / "everything.html", *sorted(folder.glob("[A-Z]*.html"))]:
            opened(page, path)
            check_entries(page, path)
            check_curves(page, path)
            arrivals = check_destinations(page, path)
            check(f"{path.name} follows its events to destinations", arrivals > 0)
            check(f"{path.name} shows each entry", page.complaints() == [], page.complaints())
        check_many_live(page, folder / "live")
        check_hostile_folder(page, folder / "live", folder / "foreign")
        check_live(page, sys.argv[3], folder / "running")
        check_remade(page, sys.argv[3], folder / "remade")
    if wrong:
        sys.exit(f"{len(wrong)} wrong, of {checks} checks.")
    print(f"{checks} checks, all as they should be.")


main()
