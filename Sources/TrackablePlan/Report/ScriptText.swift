extension String {
  /// JSON as it may stand in a script element of a page.
  ///
  /// `<`, `>` and `&` are escaped, so that no text can end the element or begin a comment. Characters that are invisible, or
  /// change the direction of others, are escaped so that a person can read the file. All of them stand in strings only.
  var asScriptData: String {
    unicodeScalars.reduce(into: "") { text, scalar in
      switch scalar {
      case "<", ">", "&": text += scalar.escaped
      case _ where scalar.isASCII ? scalar.value < 0x20 || scalar.value == 0x7F : scalar.isUnseen:
        text += scalar.escaped
      default: text.unicodeScalars.append(scalar)
      }
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

  /// Whether the scalar cannot be seen, or changes how others are seen.
  var isUnseen: Bool {
    if properties.isNoncharacterCodePoint { return true }
    return switch properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator: true
    default: false
    }
  }
}
