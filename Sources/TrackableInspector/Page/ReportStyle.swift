/// How the page of a ``TrackingReport`` looks: its style sheet. Like ``ReportScript``, it is one literal in a file of its own,
/// and its digest is in ``ReportPage``.
enum ReportStyle {
  static let text = #"""
    :root {
      color-scheme: light dark;
      --paper: #fbfbfa; --raised: #ffffff; --ink: #1c1e21; --soft: #555a61; --faint: #646a72; --line: #e4e4e1;
      --chosen: #e8effb; --accent: #2457b3; --bad: #b3261e; --warn: #8a5a00; --warnpaper: #fdf5e2; --mark: #ffe58a;
      --r1: #1f4fa8; --r2: #2b6cb0; --r3: #2a7f8f; --r4: #357d62; --r5: #6b7a2f; --r6: #8a6a2f; --r7: #7a6a78;
      --sans: system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", sans-serif;
      --mono: ui-monospace, "SF Mono", "Cascadia Code", Menlo, Consolas, "DejaVu Sans Mono", monospace;
    }
    @media screen and (prefers-color-scheme: dark) {
      :root {
        --paper: #17181a; --raised: #1f2123; --ink: #e6e6e3; --soft: #a3a8ae; --faint: #989ea4; --line: #313438;
        --chosen: #24334d; --accent: #8ab4f8; --bad: #f2968f; --warn: #e4b765; --warnpaper: #2c2618; --mark: #5c4a0a;
        --r1: #8ab4f8; --r2: #7fc0ea; --r3: #72c5cf; --r4: #82c9a5; --r5: #b7c272; --r6: #d5b071; --r7: #bba6b8;
      }
    }
    * { box-sizing: border-box; scrollbar-width: thin; scrollbar-color: var(--faint) transparent; }
    html, body { height: 100%; margin: 0; }
    body {
      display: grid; grid-template: auto minmax(0, 1fr) auto / minmax(300px, 33%) minmax(0, 1fr);
      grid-template-areas: "top top" "list details" "keys details";
      background: var(--paper); color: var(--ink); font: 14px/1.45 var(--sans);
    }
    header { grid-area: top; padding: 14px 20px 12px; border-bottom: 1px solid var(--line); background: var(--raised); }
    .titles { display: flex; flex-wrap: wrap; align-items: baseline; gap: 4px 16px; margin-bottom: 10px; }
    h1 { margin: 0; font-size: 19px; font-weight: 650; letter-spacing: -0.01em; overflow-wrap: anywhere; }
    #about { margin: -6px 0 10px; color: var(--soft); font-size: 12px; }
    #summary, #count { margin: 0; color: var(--soft); font-variant-numeric: tabular-nums; }
    .controls { display: flex; flex-wrap: wrap; align-items: center; gap: 8px 12px; }
    .controls [role="group"] { display: flex; flex-wrap: wrap; gap: 4px; }
    .controls [hidden] { display: none; }
    .titles #count { margin-left: auto; }
    input, select, button { font: inherit; color: inherit; background: var(--paper); border: 1px solid var(--line); border-radius: 6px; padding: 4px 9px; }
    input { width: min(340px, 100%); }
    input::placeholder { color: var(--faint); }
    select { max-width: min(280px, 100%); }
    button { cursor: pointer; }
    .controls button { color: var(--soft); }
    .controls button[aria-pressed="true"] { color: var(--raised); background: var(--accent); border-color: var(--accent); }
    .controls button[aria-pressed="true"] .number { color: inherit; }
    .only { color: var(--soft); }
    mark { color: inherit; background: var(--mark); border-radius: 2px; }
    .number { color: var(--faint); font-variant-numeric: tabular-nums; }
    :focus-visible { outline: 2px solid var(--accent); outline-offset: 1px; }
    .path, .note, .nothing { color: var(--soft); }
    .control { font: 10px/1 var(--mono); color: var(--bad); border: 1px solid currentcolor; border-radius: 3px; padding: 0 2px; margin: 0 1px; }
    bdi, .value { unicode-bidi: isolate; }
    strong > bdi:empty::after, h2 > bdi:empty::after { content: "(empty)"; font-weight: 400; color: var(--soft); }
    footer { grid-area: keys; padding: 7px 20px; color: var(--faint); font-size: 12px; border-top: 1px solid var(--line); }
    kbd { font: 11px/1 var(--mono); border: 1px solid var(--line); border-radius: 4px; padding: 1px 5px; color: var(--soft); background: var(--raised); }
    noscript { grid-area: details; padding: 24px; }
    @media screen and (max-width: 760px) {
      body { height: auto; min-height: 100%; align-content: start; grid-template: auto 45vh auto / minmax(0, 1fr); grid-template-areas: "top" "list" "details"; }
      footer { display: none; }
    }
    @media (prefers-reduced-motion: no-preference) { .curves path { transition: opacity 0.12s; } }
    #list { grid-area: list; overflow-y: auto; overflow-x: hidden; position: relative; contain: strict; }
    #list:focus-visible { outline: none; }
    #list:focus-visible .row[aria-selected="true"] { outline: 2px solid var(--accent); outline-offset: -2px; }
    #rows { position: relative; }
    .row {
      position: absolute; inset: 0 0 auto 0; height: 46px; padding: 4px 16px 4px 12px; overflow: hidden; cursor: default;
      display: grid; grid-template: 20px 18px / 72px minmax(0, 1fr); grid-auto-flow: column; column-gap: 12px; align-items: baseline;
      border-bottom: 1px solid var(--line);
    }
    .row:hover { background: color-mix(in srgb, var(--chosen) 45%, transparent); }
    .row[aria-selected="true"] { background: var(--chosen); box-shadow: inset 3px 0 var(--accent); }
    .row .tag, .row .time { font: 11px/20px var(--mono); color: var(--faint); font-variant-numeric: tabular-nums; }
    .row .tag, .row .time { text-align: right; white-space: nowrap; overflow: hidden; }
    .row .tag { font: 11px/20px var(--sans); letter-spacing: -0.01em; }
    .row .line { display: flex; gap: 8px; align-items: baseline; min-width: 0; white-space: nowrap; overflow: hidden; }
    .row strong { font-weight: 600; flex: none; max-width: 100%; overflow: hidden; text-overflow: ellipsis; }
    .row .path { flex: 1 9 0; font-size: 12px; overflow: hidden; text-overflow: ellipsis; min-width: 0; }
    .row .preview { display: flex; gap: 4px; font-size: 12px; color: var(--soft); white-space: pre; min-width: 0; }
    .row .preview .text { overflow: hidden; text-overflow: ellipsis; min-width: 0; }
    .row .preview .flag { line-height: 15px; }
    .flag.fits { color: var(--r4); border-color: currentcolor; }
    .row .preview .key { font: inherit; color: var(--faint); }
    .row bdi { white-space: pre; }
    .row.issue .tag, .row.error .tag, .row.issue strong, .row.error strong { color: var(--bad); }
    .row.identify strong, .row.reset strong, .row.purge strong, .row.userProperty strong { font-weight: 500; font-style: italic; }
    .flag { flex: none; font-size: 11px; line-height: 16px; color: var(--soft); border: 1px solid var(--line); border-radius: 8px; padding: 0 6px; background: var(--raised); }
    .flag.incomplete, .flag.not, .flag.of, .flag.nowhere, .flag.changed { color: var(--warn); border-color: currentcolor; }
    #details { grid-area: details; overflow: auto; overflow-wrap: anywhere; padding: 18px 28px 40px; border-left: 1px solid var(--line); background: var(--raised); }
    .heading { margin-bottom: 18px; }
    .heading p { margin: 0; }
    h2 { margin: 0 0 4px; font-size: 24px; line-height: 1.25; font-weight: 650; letter-spacing: -0.015em; overflow-wrap: anywhere; white-space: pre-wrap; }
    .facts { display: flex; flex-wrap: wrap; gap: 2px 18px; color: var(--soft); font-variant-numeric: tabular-nums; }
    .marks { list-style: none; margin: 2px 0 0; padding: 0; }
    .note a { color: var(--accent); }
    .facts a { color: var(--faint); text-decoration: none; }
    .facts > * { overflow-wrap: anywhere; }
    code, .value, .key { font-family: var(--mono); font-size: 13px; }
    h3 { margin: 26px 0 8px; font-size: 12px; font-weight: 600; letter-spacing: 0.02em; color: var(--soft); }
    .message { max-width: 68ch; overflow-wrap: anywhere; white-space: pre-wrap; margin: 0; }
    .warning { background: var(--warnpaper); color: var(--warn); border-radius: 6px; padding: 8px 12px; margin: 0; }
    table { border-collapse: collapse; width: 100%; align-self: start; }
    th, td { text-align: left; vertical-align: top; padding: 6px 14px 6px 0; border-bottom: 1px solid var(--line); font-weight: 400; overflow-wrap: anywhere; }
    thead th { font-size: 12px; color: var(--faint); padding: 0 14px 5px 0; }
    tbody th { position: relative; width: 33%; }
    td.value-cell { min-width: 110px; }
    tbody th .last { font-weight: 600; }
    tbody th .path { display: block; font-size: 11px; line-height: 1.3; }
    .value { white-space: pre-wrap; overflow-wrap: anywhere; }
    .value.int, .value.double, .value.bool, .value.null { color: var(--accent); }
    .value.date { color: var(--r4); }
    .value .more { font: 12px var(--sans); }
    .giver { width: 36%; }
    .source { white-space: nowrap; }
    .rank { display: inline-block; width: 9px; height: 9px; margin-right: 6px; border-radius: 3px; background: var(--rank); }
    .where { color: var(--soft); }
    .rank1 { --rank: var(--r1); } .rank2 { --rank: var(--r2); } .rank3 { --rank: var(--r3); } .rank4 { --rank: var(--r4); }
    .rank5 { --rank: var(--r5); } .rank6 { --rank: var(--r6); } .rank7 { --rank: var(--r7); }
    .over { margin-top: 2px; font-size: 12px; color: var(--soft); }
    .over .value { font-size: 12px; color: inherit; }
    .note { font-size: 12px; }
    .destinations { list-style: none; margin: 0; padding: 0; }
    .destination { padding: 5px 0; border-bottom: 1px solid var(--line); overflow-wrap: anywhere; }
    .destination summary { cursor: pointer; padding: 4px 0; }
    .destination table { margin: 8px 0 4px; }
    .destination th:first-child, .destination th.key { padding-left: 17px; }
    .stopped { color: var(--warn); }
    pre { font: 13px/1.5 var(--mono); margin: 0; overflow-x: auto; }
    .row.visit { background: var(--paper); }
    .row.launch { background: var(--line); border-top: 3px solid var(--ink); }
    .row.launch strong { font-size: 15px; }
    .row.launch .tag, .row.launch .preview { color: var(--ink); }
    .legend { grid-column: 1 / -1; margin-top: 8px; }
    .legend summary { cursor: pointer; padding: 4px 0; font-size: 12px; color: var(--soft); }
    .legend p { margin: 0; max-width: 76ch; }
    #live { margin-bottom: 10px; }
    .planned::before { content: "Plan: "; font-weight: 600; }
    .planned { margin: 4px 0 0; font: 12px/1.4 var(--sans); color: var(--soft); max-width: 68ch; overflow-wrap: anywhere; }
    .sensitive { color: var(--warn); }
    .sensitive:not(.flag) { font-size: 12px; }
    .removed .last { text-decoration: line-through; color: var(--soft); }
    .leftout, .related { list-style: none; margin: 0; padding: 0; }
    .leftout li, .related li { padding: 6px 0; border-bottom: 1px solid var(--line); overflow-wrap: anywhere; }
    .leftout .last { font: 600 13px var(--mono); }
    .leftout .source { margin-left: 10px; }
    @media screen and (max-width: 760px) { #details { border-left: 0; padding: 16px; overflow: visible; } }
    .drawing { display: grid; grid-template-columns: minmax(170px, 24%) minmax(48px, 9%) minmax(0, 1fr); }
    .chain { list-style: none; margin: 0; padding: 20px 0 0; position: relative; }
    .box { position: relative; border: 1px solid var(--line); border-left: 3px solid var(--rank); border-radius: 6px; background: var(--paper); margin-bottom: 18px; }
    .box:not(:last-child)::after, .silent::after {
      content: ""; position: absolute; left: 18px; top: 100%; height: 18px; border-left: 1px solid var(--faint);
    }
    .silent { position: relative; margin-bottom: 18px; padding: 0 8px 0 34px; font-size: 12px; color: var(--faint); }
    .silent::before { content: ""; position: absolute; left: 21px; top: 0; bottom: 0; border-left: 1px dashed var(--faint); }
    .silent::after { left: 21px; }
    .box .title { display: flex; flex-wrap: wrap; align-items: baseline; padding: 5px 10px 2px 8px; font-weight: 600; overflow-wrap: break-word; }
    .box .position { margin-left: auto; padding-left: 8px; font-size: 11px; font-weight: 400; color: var(--faint); white-space: nowrap; }
    .part { position: relative; display: flex; flex-wrap: wrap; gap: 0 8px; padding: 1px 10px 3px; font-size: 12px; color: var(--soft); }
    .part:last-child { padding-bottom: 6px; }
    .part .said { color: var(--faint); overflow-wrap: anywhere; min-width: 0; }
    .part .anchor { position: absolute; right: 0; top: 0; bottom: 0; width: 0; }
    .unread { border-style: dashed; }
    .unread .title, .unread .said { color: var(--warn); }
    tbody th .anchor { position: absolute; left: 0; top: 8px; height: 16px; width: 0; }
    .drawing tbody th { padding-left: 10px; }
    .drawing thead th:first-child { padding-left: 10px; }
    .curves { position: relative; overflow: hidden; }
    .curves svg { position: absolute; inset: 0; display: block; }
    .curves path { fill: none; stroke: var(--rank); stroke-width: 1.6; }
    .curves path.overridden { stroke: var(--faint); stroke-width: 1.2; stroke-dasharray: 3 4; }
    .dimmed .curves path:not(.lit) { opacity: 0.12; }
    .curves path.lit { stroke-width: 2.4; }
    @media screen and (max-width: 1100px) {
      .drawing { display: flex; flex-direction: column; }
      .curves { display: none; }
      .chain { padding: 0; }
      .drawing table { table-layout: fixed; }
      .drawing :is(th, td) { padding-right: 8px; }
      .drawing thead th:first-child, tbody th { width: 40%; }
      .drawing thead th:last-child, .giver { width: 36%; }
      .source { white-space: normal; }
    }
    @media screen and (max-width: 760px) {
      #details :is(table, tbody) { display: block; }
      #details thead { display: none; }
      #details tr { display: block; padding: 8px 0; border-bottom: 1px solid var(--line); }
      #details :is(th, td) { display: block; width: auto; min-width: 0; padding: 0 0 2px; border: 0; }
    }
    @media screen and (max-width: 260px) {
      .row { grid-template: 20px 18px / minmax(0, 1fr); }
      .row .time, .row .tag, .row .flag + .flag { display: none; }
      .row .flag { padding: 0 2px; font-size: min(11px, 8vw); }
      header, .row, #details { padding-left: 6px; padding-right: 6px; overflow-wrap: anywhere; }
    }
    #paper { display: none; }
    @media print {
      :root { color-scheme: light; }
      body { display: block; height: auto; font-size: 11px; }
      #list, #details, #live, footer, .controls, .chain, .curves, .legend, #paper .more, .destinations + .note { display: none; }
      header { padding: 0 0 6px; }
      #paper, .drawing { display: block; }
      article { padding: 6px 0; border-bottom: 2px solid var(--line); }
      article.launch { border-top: 3px solid var(--ink); }
      .heading { margin: 0; }
      h2 { font-size: 14px; }
      h3 { margin: 6px 0 0; }
      .heading, h3 { break-after: avoid; }
      tr { break-inside: avoid; }
      #paper :is(th, td) { padding: 1px 12px 1px 0; }
      #paper :is(code, pre, .value, .key) { font-size: 11px; white-space: pre-wrap; }
      #paper .destination, #paper summary { padding: 1px 0; list-style: none; }
      .rank { print-color-adjust: exact; }
    }
    """#
}
