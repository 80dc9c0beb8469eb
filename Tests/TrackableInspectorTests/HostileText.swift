import Foundation
import TestSupport
import Trackable

/// Texts that a careless page would take for something else.
enum HostileText {
  static let samples = [
    "</script><script>window.hostile = 1</script>", "</SCRIPT\n>", "<!--<script>", "-->", "]]>", "<![CDATA[",
    "<img src=x onerror='window.hostile = 1'>", "&lt;/script&gt;", "&amp;", "\"", "\\", "\\u003c", "'", "`${1}`",
    "</title><img src=x onerror='window.hostile = 1'>", "javascript:window.hostile=1", "\u{202E}gnp.exe",
    "\u{2066}isolated\u{2069}", "\u{200F}\u{061C}",
    "\u{2028}\u{2029}",
    "\0", "a\0b", "\u{1}\u{8}\u{B}\u{1B}[31m\u{7F}\u{85}\u{9F}", "\r", "\r\n", "\n", "\t", "\u{FEFF}",
    "\u{FFFE}\u{FFFF}",
    "\u{FFFD}", "\u{E0001}\u{E0041}", "\u{10FFFF}", "e\u{301}", "\u{E9}", "👩‍👩‍👧‍👦", "𝕊", "Ω漢字", "", " ", "__proto__",
    "constructor", "{\"int\": \"1\"}", "[object Object]",
  ]

  static let pieces: [String] =
    samples + ["<", ">", "/", "!", "-", "script", "style", "&", ";", "#", "\u{AD}", "\u{180E}", "\u{2060}", "\u{FFF9}"]
}

extension SeededGenerator {
  /// Some of them in a row, or something else that is rare.
  mutating func hostileText() -> String {
    (0..<below(6)).map { _ in
      chance(80)
        ? HostileText.pieces[below(HostileText.pieces.count)]
        : Unicode.Scalar(UInt32(below(0x11_0000))).map { String($0) } ?? ""
    }.joined()
  }

  /// A value of any kind.
  mutating func value(depth: Int) -> TrackedValue {
    switch below(depth > 0 ? 9 : 7) {
    case 0: .string(hostileText())
    case 1: .int(Int(truncatingIfNeeded: next()))
    case 2: .double(Double(below(5)))
    case 3: .double(Double.random(in: -1e9...1e9, using: &self))
    case 4: .bool(chance(50))
    case 5: .date(Date(timeIntervalSinceReferenceDate: Double.random(in: -1e9...1e9, using: &self)))
    case 6: .null
    case 7: .array((0..<below(4)).map { _ in value(depth: depth - 1) })
    default:
      .properties(
        TrackedProperties(
          (0..<below(4)).map { PropertyKey(stringLiteral: "\($0) \(hostileText())") ~>> value(depth: depth - 1) }))
    }
  }
}
