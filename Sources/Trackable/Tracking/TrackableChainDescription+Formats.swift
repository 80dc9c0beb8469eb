extension TrackableChainDescription: CustomStringConvertible {
  /// The chain as a tree, the root first.
  public var description: String {
    var lines: [String] = []
    for (depth, node) in nodes.reversed().enumerated() {
      let indentation = String(repeating: "   ", count: max(0, depth - 1))
      lines.append(indentation + (depth == 0 ? "" : "└─ ") + node.title)
      let inner = String(repeating: "   ", count: depth) + "  "
      let labels = node.labelled
      let width = labels.map(\.label.count).max() ?? 0
      for (label, property) in labels {
        let padding = String(repeating: " ", count: width - label.count)
        lines.append(
          "\(inner)\(label)\(padding)  \(property.key.name.onOneLine) \(property.shownValue.quoted.onOneLine)")
      }
    }
    if !trackers.isEmpty { lines.append("to " + trackers.joined(separator: ", then ")) }
    return lines.joined(separator: "\n")
  }

  /// The chain as a Mermaid flowchart, each object with an arrow to its parent.
  public var mermaid: String {
    var lines = ["flowchart BT"]
    for (index, node) in nodes.enumerated() {
      let texts = node.labelled.map { "\($0.label) \($0.property.key.name) \($0.property.shownValue.quoted)" }
      lines.append("  n\(index)[\"\(([node.title] + texts).map(\.asMermaid).joined(separator: "<br/>"))\"]")
    }
    lines += nodes.indices.dropFirst().map { "  n\($0 - 1) --> n\($0)" }
    return lines.joined(separator: "\n")
  }
}

extension TrackableChainDescription.Node {
  fileprivate var title: String {
    let owner = isRoot ? "\(typeName) (root)" : typeName
    return switch state {
    case .read, .context: owner
    case .gone, .elsewhere, .unread: "\(owner) (\(state.rawValue))"
    }
  }

  fileprivate var labelled: [(label: String, property: TrackedProperty)] {
    linkProperties.map { (state == .context ? "says" : "set", $0) } + computedProperties.map { ("computed", $0) }
  }
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
    let escaped: [Unicode.Scalar: String] = [
      "#": "#35;", "\"": "#quot;", "<": "#lt;", ">": "#gt;", "&": "#amp;", "`": "#96;",
    ]
    // Scalars: what follows a quotation mark may be one character with it.
    return onOneLine.unicodeScalars.reduce(into: "") { $0 += escaped[$1] ?? String($1) }
  }
}
