"""Finishes and checks a static site that docc has made: python3 .ci/site.py <folder> <base path>

It gives the site a root, which leads to the landing page, a style beside docc's, and each cell of a table the heading of its
column, which a phone shows. Then it checks:

1. Every link between the pages leads to a page, and no page, style or program loads anything from another host. Links that a
   reader clicks may lead elsewhere.
2. Each drawing says its size, without which a browser shows it small, and each picture has a whole sentence for those who
   hear it.
3. In the pages' sources, code and output have short lines, no page has a heading *Overview* beside docc's own, and each link of
   the README and of .github leads to a file.
"""

import html
import json
import re
import shutil
import sys
from pathlib import Path

LANDING = "documentation/trackable/"

# The most columns of a line of code or output that docc's column shows without a scroll bar. Only this earlier library's code has
# longer lines, because the page quotes it word for word.
COLUMNS = 76
QUOTED = {
    "Migrating.md": [
        "        setupTrackableChain() // allows self to be part of the trackable chain",
        "    func trackEventToMixpanel(eventName: String, trackedProperties: [String: AnyObject]) {",
    ],
}

# Texts of docc's program, and those in their place. The link above each page, and the end of a tab's title, are "Documentation":
# docc has no setting for the first one, and reads its setting for the other one too late.
DOCC_TEXTS = {
    '"documentation":{"title":"Documentation"': '"documentation":{"title":"Trackable"',
    '["meta","title"],"Documentation"': '["meta","title"],"Trackable"',
}

# What makes a browser load something: attributes of elements that load, and addresses in styles.
LOADS = [
    re.compile(r"""<(?:script|img|source|iframe|link|video|audio)\b[^>]*?\b(?:src|href|srcset)=["']?(https?:)?//""", re.I),
    re.compile(r"""url\(\s*["']?(https?:)?//|@import\s+["'](https?:)?//""", re.I),
    re.compile(r"""\b(?:fetch|importScripts|import)\(\s*["'](https?:)?//|\.(?:src|open)\s*=?\s*\(?["'](https?:)?//""", re.I),
]  # fmt: skip


def addresses(value):
    """The addresses of a page's data: those of its links, and those of its images."""
    if isinstance(value, dict):
        if isinstance(value.get("url"), str):
            yield value["url"]
        for child in value.values():
            yield from addresses(child)
    elif isinstance(value, list):
        for child in value:
            yield from addresses(child)


def take_out_dead_crumbs(site, data):
    """Takes dead links out of a page's data. If all members of an extension are listed elsewhere, docc makes no page for the
    extension, and yet leaves a link to it above those members."""
    references = data.get("references", {})
    paths = data.get("hierarchy", {}).get("paths", [])
    crumbs = {reference for path in paths for reference in path}
    dead = {reference for reference in crumbs if (url := references.get(reference, {}).get("url"))
            and not (site / "data" / f"{url.strip('/').lower()}.json").exists()}  # fmt: skip
    if dead:
        data["hierarchy"]["paths"] = [[reference for reference in path if reference not in dead] for path in paths]
        data["references"] = {key: value for key, value in references.items() if key not in dead}


def finished(site, page):
    """The data of a page, without dead links, and with headings in its tables' cells."""
    data = json.loads(before := page.read_text())
    take_out_dead_crumbs(site, data)
    label_cells(data)
    if (after := json.dumps(data)) != before:
        page.write_text(after)
    return data


def label_cells(value):
    """Puts the heading of its column in front of each cell of a table. A phone shows each row as a block, with these headings;
    elsewhere the style hides them. docc makes a `sub` of them, which no page uses otherwise."""
    if isinstance(value, list):
        for child in value:
            label_cells(child)
    elif isinstance(value, dict):
        if value.get("type") == "table" and value.get("header") in ("row", "both"):
            titles, *rows = value["rows"]
            for row in rows:
                for title, cell in zip(titles, row):
                    label(cell, title)
        for child in value.values():
            label_cells(child)


def label(cell, title):
    # Titles and cells are lists of paragraphs. An empty cell needs no heading.
    heading = [inline for paragraph in title for inline in paragraph["inlineContent"]]
    if heading and cell and (content := cell[0].get("inlineContent")) and content[0]["type"] != "subscript":
        content.insert(0, {"type": "subscript", "inlineContent": heading})


def words(inlines):
    """The text of an abstract. A link has no text of its own there, so its page's name takes its place."""
    return "".join(
        inline.get("text") or inline.get("code") or words(inline.get("inlineContent", []))
        or inline.get("identifier", "").rpartition("/")[2] for inline in inlines)  # fmt: skip


def finish(site, prefix):
    """Writes the root, where docc leaves an error page, and gives each page its title and the style."""
    landing = prefix + LANDING
    (site / "index.html").write_text(
        "<!doctype html>\n"
        '<html lang="en">\n<meta charset="utf-8">\n'
        f'<meta http-equiv="refresh" content="0; url={landing}">\n<title>Trackable</title>\n'
        f'<p><a href="{landing}">The documentation of Trackable</a></p>\n</html>\n'
    )
    shutil.copy(Path(__file__).parent / "site" / "style.css", site / "css" / "site.css")
    # Each page asks for it.
    (site / "theme-settings.json").write_text("{}\n")
    programs = sorted((site / "js").glob("*.js"))
    for before, after in DOCC_TEXTS.items():
        replaced = 0
        for program in programs:
            text = program.read_text()
            replaced += text.count(before) + text.count(after)
            program.write_text(text.replace(before, after))
        if replaced != 1:
            sys.exit(f"error: docc's program has the text {before} {replaced} times. Another version of docc needs another text here.")
    modules = site / "data" / "documentation.json"
    data = json.loads(modules.read_text())
    data["abstract"] = [{"type": "text", "text": "Start with Trackable, and add another module when you need it."}]
    modules.write_text(json.dumps(data))
    link = f'<link href="{prefix}css/site.css" rel="stylesheet">'
    for page in (site / "documentation").rglob("index.html"):
        text = page.read_text()
        if link not in text:
            data = json.loads((site / "data" / f"{page.parent.relative_to(site)}.json").read_text())
            title = data["metadata"]["title"] + ("" if data["metadata"]["title"] == "Trackable" else " | Trackable")
            about = f'<meta name="description" content="{html.escape(words(data.get("abstract", [])))}">'
            text = text.replace("<title>Documentation</title>", f"<title>{html.escape(title)}</title>{about}", 1)
            page.write_text(text.replace("</head>", f"{link}</head>", 1))


def sources():
    """The texts that become pages, and those that a repository's host shows."""
    return [Path("README.md"), *sorted(Path(".github").rglob("*.md")), *sorted(Path("Sources").rglob("*.docc/**/*.md"))]


def long_lines(page):
    """The lines of code and output in a page that docc's column cuts off."""
    inside = False
    for number, line in enumerate(page.read_text().split("\n"), 1):
        if line.lstrip().startswith("```"):
            inside = not inside
        elif inside and len(line) > COLUMNS and line not in QUOTED.get(page.name, []):
            yield number


def check_sources():
    problems = []
    for page in sources():
        text = page.read_text()
        prose = re.sub(r"^```.*?^```|`[^`\n]+`", "", text, flags=re.M | re.S)
        for head in re.findall(r"^(\|.*)\n\|[-|:]+\|$", text, re.M):
            if page.parts[0] == "Sources" and re.search(r"\| +\|", head):
                problems.append(f"{page}: a column has no heading, which a phone shows in front of its cells: {head}")
        if re.search(r"^#+ Overview$", prose, re.M):
            problems.append(f"{page}: docc writes a heading 'Overview' itself.")
        pictures = re.findall(r"!\[([^\]]*)\]\(", prose) + re.findall(r'<img [^>]*alt="([^"]*)"', prose)
        if len(pictures) != len(re.findall(r"!\[|<img ", prose)):
            problems.append(f"{page}: a picture has no alternative text.")
        for spoken in pictures:
            if not spoken.endswith(".") or len(spoken) < 40:
                problems.append(f"{page}: a picture's alternative text is no whole sentence: {spoken}")
            # docc reads the first line only.
            if "\n" in spoken:
                problems.append(f"{page}: an alternative text has a line break, where docc cuts it off: {spoken[:60]}")
        if page.parts[0] != ".github" and (too_long := list(long_lines(page))):
            problems.append(f"{page}: lines {too_long} of code or output have more than {COLUMNS} columns.")
        if page.parts[0] == "Sources":
            # docc checks the links, but shows one text of a page for all links to one address.
            texts = {}
            for words, address in re.findall(r"\[([^\]]+)\]\((/[^)\s]+)\)", prose):
                if texts.setdefault(address, " ".join(words.split())) != " ".join(words.split()):
                    problems.append(f"{page}: two texts lead to {address}, and docc shows only one of them.")
            continue
        for address in re.findall(r"\]\(([^)\s]+)\)", prose) + re.findall(r'(?:src|srcset|href)="([^"]+)"', prose):
            if not re.match(r"[a-z]+:|#", address) and not (page.parent / address.split("#")[0]).exists():
                problems.append(f"{page}: there is no {address}.")
    return problems


def main():
    site, base = Path(sys.argv[1]), sys.argv[2].strip("/")
    prefix = f"/{base}/" if base else "/"
    finish(site, prefix)
    problems = check_sources()
    links, pages = 0, sorted((site / "data").rglob("*.json"))
    for page in pages:
        for address in set(addresses(finished(site, page))):
            if re.match(r"[a-z][a-z0-9+.-]*:", address) or address.startswith("#"):
                continue
            links += 1
            path = address.split("#")[0].removeprefix(prefix).strip("/")
            if path.startswith("documentation"):
                if not (site / "data" / f"{path.lower()}.json").exists():
                    problems.append(f"{page.relative_to(site)}: {address} leads nowhere.")
                elif not (site / path.lower() / "index.html").exists():
                    problems.append(f"{page.relative_to(site)}: {address} has no page of its own.")
            elif not (site / path).exists():
                problems.append(f"{page.relative_to(site)}: there is no {address}.")
    if not (site / LANDING / "index.html").exists():
        problems.append(f"the root leads to {LANDING}, which is no page.")
    for drawing in site.rglob("*.svg"):
        # Icons of docc have classes and sizes of their own.
        opening = re.search(r"<svg[^>]*>", drawing.read_text())[0]
        if drawing.is_relative_to(site / "images") and not (" width=" in opening and " height=" in opening):
            problems.append(f"{drawing.relative_to(site)} does not say its size.")
    files = [file for suffix in ("html", "css", "js") for file in site.rglob(f"*.{suffix}")]
    for file in files:
        text = file.read_text(errors="replace")
        problems += [f"{file.relative_to(site)} loads from elsewhere: {match[0][:120]}" for load in LOADS if (match := load.search(text))]
    if problems:
        sys.exit("\n".join(["error: the site is not whole:", *sorted(problems)[:40]]))
    if len(pages) < 300 or not files:
        sys.exit(f"error: the site has {len(pages)} pages and {len(files)} files.")
    print(f"{len(pages)} pages, {links} links that lead somewhere, and nothing loaded from elsewhere.")


main()
