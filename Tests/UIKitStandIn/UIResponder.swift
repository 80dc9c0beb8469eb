// What the documentation's snippets need of UIKit, with the signatures that UIKit has, so that they are compiled where there
// is no UIKit, and run: https://developer.apple.com/documentation/uikit/uiresponder

@MainActor open class UIResponder {
  public init() {}

  open var next: UIResponder? { nil }
}
