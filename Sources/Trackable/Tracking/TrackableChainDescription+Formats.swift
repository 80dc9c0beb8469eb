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
    drawn(
      first: "flowchart BT", node: { #"  n\#($0)["\#($1.map(\.asMermaid).joined(separator: "<br/>"))"]"# },
      edge: { "  n\($0) --> n\($1)" }, last: nil)
  }

  /// The chain in Graphviz's DOT, each object with an arrow to its parent.
  public var dot: String {
    drawn(
      first: "digraph TrackableChain {\n  rankdir=BT\n  node [shape=box]",
      node: { #"  n\#($0) [label="\#($1.map { $0.asDot + #"\l"# }.joined())"]"# },
      edge: { "  n\($0) -> n\($1)" }, last: "}")
  }

  private func drawn(
    first: String, node draw: (Int, [String]) -> String, edge: (Int, Int) -> String, last: String?
  ) -> String {
    var lines = [first]
    for (index, node) in nodes.enumerated() {
      let texts = node.labelled.map { "\($0.label) \($0.property.key.name) \($0.property.shownValue.quoted)" }
      lines.append(draw(index, [node.title] + texts))
    }
    lines += nodes.indices.dropFirst().map { edge($0 - 1, $0) }
    return (lines + (last.map { [$0] } ?? [])).joined(separator: "\n")
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
    escaped(["#": "#35;", "\"": "#quot;", "<": "#lt;", ">": "#gt;", "&": "#amp;", "`": "#96;"])
  }

  /// As it may stand between quotation marks in DOT, on one line.
  fileprivate var asDot: String { escaped(["\"": "\\\"", "\\": "\\\\"]) }

  // Scalars: what follows a quotation mark may be one character with it.
  private func escaped(_ table: [Unicode.Scalar: String]) -> String {
    onOneLine.unicodeScalars.reduce(into: "") { $0 += table[$1] ?? String($1) }
  }
}
