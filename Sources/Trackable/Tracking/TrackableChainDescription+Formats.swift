extension TrackableChainDescription: CustomStringConvertible {
  /// The chain as a tree of text, beginning with the root.
  public var description: String {
    var lines: [String] = []
    for (depth, node) in nodes.reversed().enumerated() {
      let indentation = String(repeating: "   ", count: max(0, depth - 1))
      lines.append(indentation + (depth == 0 ? "" : "└─ ") + node.typeName + (node.isRoot ? " (root)" : "") + node.note)
      let inner = String(repeating: "   ", count: depth) + "  "
      let rows = node.properties.map { label, property in
        [inner + label, property.key.name.onOneLine + " " + property.shownValue.quoted.onOneLine]
      }
      lines += rows.aligned(gap: 2)
    }
    if !trackers.isEmpty { lines.append("to " + trackers.joined(separator: ", then ")) }
    return lines.joined(separator: "\n")
  }
}

extension TrackedValue {
  /// The text of a value in a drawing. A string gets quotation marks.
  fileprivate var quoted: String {
    if case .string(let text) = self { "\"\(text)\"" } else { description }
  }
}
