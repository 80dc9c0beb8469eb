"""Checks a static site that docc has made: python3 .ci/site.py <folder> <base path>

The root leads to the documentation. Each drawing says its size, without which a browser shows it small. Every link between its pages leads to a page, every page that links to another module names one that exists, and no page, style
or program loads anything from another host. Links that a reader clicks may lead elsewhere.
"""

import json
import re
import sys
from pathlib import Path

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


def without_dead_crumbs(site, page):
    """The data of a page. If all members of an extension are listed elsewhere, docc makes no page for the extension, and yet
    leaves a link to it above those members: the link is taken out."""
    data = json.loads(page.read_text())
    references = data.get("references", {})
    paths = data.get("hierarchy", {}).get("paths", [])
    crumbs = {reference for path in paths for reference in path}
    dead = {reference for reference in crumbs if (url := references.get(reference, {}).get("url"))
            and not (site / "data" / f"{url.strip('/').lower()}.json").exists()}  # fmt: skip
    if dead:
        data["hierarchy"]["paths"] = [[reference for reference in path if reference not in dead] for path in paths]
        data["references"] = {key: value for key, value in references.items() if key not in dead}
        page.write_text(json.dumps(data))
    return data


def main():
    site, base = Path(sys.argv[1]), sys.argv[2].strip("/")
    prefix = f"/{base}/" if base else "/"
    problems, links, pages = [], 0, sorted((site / "data").rglob("*.json"))
    for page in pages:
        for address in set(addresses(without_dead_crumbs(site, page))):
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
    root = (site / "index.html").read_text()
    if f"url={prefix}documentation/" not in root or not (site / "documentation" / "index.html").exists():
        problems.append("index.html does not lead to the documentation.")
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
