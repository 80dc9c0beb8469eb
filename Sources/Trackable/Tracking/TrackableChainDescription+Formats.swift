extension TrackableChainDescription: CustomStringConvertible {
  /// The chain as a tree, the root first.
  public var description: String {
    var lines: [String] = []
    for (depth, node) in nodes.reversed().enumerated() {
      let indentation = String(repeating: "   ", count: max(0, depth - 1))
      lines.append(indentation + (depth == 0 ? "" : "└─ ") + node.title)
      let inner = String(repeating: "   ", count: depth) + "  "
      let rows = node.properties.map { label, property in
        [inner + label, property.key.name.onOneLine + " " + property.shownValue.quoted.onOneLine]
      }
      lines += rows.aligned(gap: 2)
    }
    if !trackers.isEmpty { lines.append("to " + trackers.joined(separator: ", then ")) }
    return lines.joined(separator: "\n")
  }

  /// The chain as a Mermaid flowchart, each object with an arrow to its parent.
  public var mermaid: String {
    var lines = ["flowchart BT"]
    for (index, node) in nodes.enumerated() {
      var text = node.title.asMermaid
      for (label, property) in node.properties {
        text += "<br/>" + (label + " " + property.key.name + " " + property.shownValue.quoted).asMermaid
      }
      lines.append("  n" + index.description + "[\"" + text + "\"]")
    }
    for index in nodes.indices.dropFirst() {
      lines.append("  n" + (index - 1).description + " --> n" + index.description)
    }
    return lines.joined(separator: "\n")
  }
}

extension TrackableChainDescription.Node {
  fileprivate var title: String { typeName + (isRoot ? " (root)" : "") + state.rawValue }
}

extension TrackedValue {
  /// Text between quotation marks, everything else as it is.
  fileprivate var quoted: String {
    if case .string(let text) = self { "\"\(text)\"" } else { description }
  }
}

extension String {
  /// As it may stand between quotation marks in Mermaid: `#quot;` and the like, on one line.
  fileprivate var asMermaid: String {
    var text = ""
    // Scalars: what follows a quotation mark may be one character with it.
    for scalar in onOneLine.unicodeScalars {
      switch scalar {
      case "\"": text += "#quot;"
      case "<": text += "#lt;"
      case ">": text += "#gt;"
      case "&": text += "#amp;"
      case "#", "`": text += "#" + scalar.value.description + ";"
      default: text.unicodeScalars.append(scalar)
      }
    }
    return text
  }
}
