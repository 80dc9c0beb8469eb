/// Writes JSON that may stand in a script element of a page, whatever the texts in it are.
///
/// `<`, `>` and `&` are escaped, so that no text can end the element or begin a comment; so is everything that is invisible
/// or changes the direction of what follows, so that the file can be read.
struct ScriptJSON {
  private(set) var text = ""
  private var isFirst = true

  /// `{…}`, with what `content` writes in it.
  mutating func object(_ content: (inout ScriptJSON) -> Void) { enclose("{", "}", content) }

  /// `[…]`, with an element for each of a collection.
  mutating func array<Element>(_ elements: some Sequence<Element>, _ write: (inout ScriptJSON, Element) -> Void) {
    enclose("[", "]") { for element in elements { write(&$0, element) } }
  }

  private mutating func enclose(_ opening: String, _ closing: String, _ content: (inout ScriptJSON) -> Void) {
    separate()
    text += opening
    isFirst = true
    content(&self)
    text += closing
    isFirst = false
  }

  private mutating func separate() {
    if !isFirst { text += "," }
    isFirst = false
  }

  /// The name of a field, whose value comes next.
  mutating func key(_ name: String) {
    string(name)
    text += ":"
    isFirst = true
  }

  mutating func string(_ value: String) {
    separate()
    text += "\""
    if value.utf8.allSatisfy(\.isPlain) {
      text += value
    } else {
      for scalar in value.unicodeScalars { append(scalar) }
    }
    text += "\""
  }

  /// What is already JSON.
  mutating func raw(_ json: String) {
    separate()
    text += json
  }

  /// A field; none if there is no value.
  mutating func field(_ name: String, _ value: String?) {
    guard let value else { return }
    key(name)
    string(value)
  }

  /// A field; none if there is no value.
  mutating func field(_ name: String, _ value: Int?) {
    guard let value else { return }
    key(name)
    raw(value.description)
  }

  /// A field that is true; none if it is not.
  mutating func field(_ name: String, _ isTrue: Bool) {
    guard isTrue else { return }
    key(name)
    raw("true")
  }

  /// A field with a list; none if the list is empty.
  mutating func field<Element>(
    _ name: String, _ elements: [Element], _ write: (inout ScriptJSON, Element) -> Void
  ) {
    if elements.isEmpty { return }
    key(name)
    array(elements, write)
  }

  private mutating func append(_ scalar: Unicode.Scalar) {
    switch scalar {
    case "\"": text += "\\\""
    case "\\": text += "\\\\"
    case "\n": text += "\\n"
    case "\t": text += "\\t"
    case _ where scalar.isASCII ? UInt8(scalar.value).isPlain : !scalar.isUnseen: text.unicodeScalars.append(scalar)
    default:
      for unit in UTF16.encode(scalar) ?? .init() {
        let digits = String(unit, radix: 16)
        text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      }
    }
  }
}

extension UInt8 {
  /// Whether an ASCII character stands for itself.
  fileprivate var isPlain: Bool {
    switch self {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "&"): false
    default: self >= 0x20 && self < 0x7F
    }
  }
}

extension Unicode.Scalar {
  /// Whether the scalar cannot be seen, or changes how others are seen.
  var isUnseen: Bool {
    if properties.isNoncharacterCodePoint { return true }
    return switch properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator: true
    default: false
    }
  }
}
