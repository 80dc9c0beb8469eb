/// Takes what a doc comment shows, one expression on each line, as text.
@resultBuilder enum Shown {
  static func buildExpression(_ value: some Any) -> [String] { ["\(value)"] }
  static func buildExpression(_ nothing: Void) -> [String] { [] }
  static func buildBlock(_ parts: [String]...) -> [String] { parts.flatMap { $0 } }
}

/// The values of the lines.
@discardableResult func shown(@Shown _ values: () throws -> [String]) rethrows -> [String] {
  try values().map { $0.replacing("DocumentationTests.", with: "MyApp.") }
}
