/// The page of a ``TrackingReport``, around its data.
enum ReportPage {
  /// The whole file.
  ///
  /// - Parameter json: The data, in a form that may stand in a script element. The program takes the title from it.
  static func html(json: String, isLive: Bool = false) -> String {
    """
    <!doctype html>
    <html lang="en">
    <head>
    <meta charset="utf-8">
    <meta http-equiv="Content-Security-Policy" content="\(isLive ? livePolicy : policy)">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <meta name="referrer" content="no-referrer">
    <title>Tracking report</title>
    <style>\(ReportStyle.text)</style>
    </head>
    <body>
    \(frame)
    <script type="application/json" id="data">\(json)</script>
    <script>\(ReportScript.text)</script>
    </body>
    </html>

    """
  }

  /// The content security policy of the page: the browser loads nothing, and runs no script except the page's own. So
  /// even if the browser read recorded text as markup, no script in the text would run. The digests are constants
  /// because the library has no SHA-256; a test computes them.
  static let policy =
    "default-src 'none'; base-uri 'none'; form-action 'none'; "
    + "style-src '\(styleDigest)'; script-src '\(scriptDigest)'"

  /// The page of a folder loads the programs that lie beside it. Browsers have different words for the origin of a file.
  static let livePolicy = policy + " 'self' file:"

  private static let styleDigest = "sha256-/fr+Ijla8BL1TsXpJiKhKgdSSLdWl9SEpuR19KZr8fA="
  private static let scriptDigest = "sha256-sL3Lvpz5KXjt/VngJnuShcBxHNt29oGxhbBcdgisGck="

  private static let frame = """
    <header>
    <div class="titles"><h1 id="title"></h1><p id="summary"></p><p id="count" role="status"></p></div>
    <p id="about">A tracking report: what the app tracked, which object gave each property, and what each destination got.</p>
    <p id="live" class="warning" role="status" hidden></p>
    <div class="controls" role="search">
    <input id="search" type="search" placeholder="Search names, keys, values, sources" aria-label="Search"
      aria-keyshortcuts="/" autocomplete="off" spellcheck="false">
    <span class="only" aria-hidden="true">Show only</span>
    <select id="names" aria-label="Show only events of this name"></select>
    <div id="groups" role="group" aria-label="Show only these kinds"></div>
    <div id="remarks" role="group" aria-label="Show only calls that are"></div>
    <button id="all" type="button" hidden>Show everything</button>
    </div>
    </header>
    <div id="list" role="listbox" tabindex="0" aria-label="Timeline"><div id="rows" role="presentation"></div></div>
    <main id="details" tabindex="-1" aria-label="Details of the chosen entry"></main>
    <div id="paper"></div>
    <footer><kbd>↑</kbd> <kbd>↓</kbd> choose &nbsp; <kbd>/</kbd> search &nbsp; <kbd>Enter</kbd> read &nbsp;
    <kbd>Esc</kbd> back</footer>
    <noscript>This report is a file that reads itself: it needs JavaScript, and loads nothing.</noscript>
    """
}
