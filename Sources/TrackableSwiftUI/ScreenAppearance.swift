/// Whether a screen is shown, so that an appearance counts once.
///
/// A class, so that noting it updates no view.
@MainActor final class ScreenAppearance {
  private var isShown = false

  /// Notes that the screen appeared.
  ///
  /// - Returns: Whether it was not shown before. SwiftUI sometimes says twice in a row that a view appeared.
  func begins() -> Bool {
    defer { isShown = true }
    return !isShown
  }

  /// Notes that the screen disappeared: the next appearance counts again.
  func ends() { isShown = false }
}
