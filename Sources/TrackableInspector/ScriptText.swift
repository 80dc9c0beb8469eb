extension String {
  /// JSON in a form that is safe inside a script element of a page.
  ///
  /// `<`, `>` and `&` are escaped, so that no text can end the element or begin a comment. Characters that are
  /// invisible, or change the direction of others, are escaped so that a person can read the file. JSON has all these
  /// characters in strings only.
  var asScriptData: String {
    unicodeScalars.reduce(into: "") { text, scalar in
      if scalar.isPlain { text.unicodeScalars.append(scalar) } else { text += scalar.escaped }
    }
  }
}

extension Unicode.Scalar {
  /// `\u003c`.
  fileprivate var escaped: String {
    (UTF16.encode(self) ?? .init()).reduce(into: "") { text, unit in
      let digits = String(unit, radix: 16)
      text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
    }
  }

  /// Whether the scalar is visible, is not part of markup, and does not change how other characters are shown.
  fileprivate var isPlain: Bool {
    if isASCII { return !["<", ">", "&"].contains(self) && value >= 0x20 && value != 0x7F }
    if properties.isNoncharacterCodePoint { return false }
    return switch properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator: false
    default: true
    }
  }
}
