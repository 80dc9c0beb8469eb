// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// What the inspector's view uses of UniformTypeIdentifiers: https://developer.apple.com/documentation/uniformtypeidentifiers

public struct UTType: Sendable {
  public static var html: UTType { fatalError("A declaration only.") }
}
