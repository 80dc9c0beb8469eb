// What the documentation's snippets need of UIKit, with the signatures that UIKit has, so that they are compiled where there
// is no UIKit, and run: https://developer.apple.com/documentation/uikit/uiresponder

/// An object that events of the user interface pass.
@MainActor open class UIResponder {
  /// A responder that nothing comes after.
  public init() {}

  /// The next responder.
  open var next: UIResponder? { nil }
}
