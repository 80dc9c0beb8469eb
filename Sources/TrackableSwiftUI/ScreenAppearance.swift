/// Knows whether a screen is shown, so that each appearance is tracked once.
///
/// This is a class, so that a change of the state does not update a view.
@MainActor final class ScreenAppearance {
  private var isShown = false

  /// Records that the screen has appeared.
  ///
  /// - Returns: Whether the screen was hidden before. SwiftUI sometimes reports an appearance twice in a row.
  func begins() -> Bool {
    defer { isShown = true }
    return !isShown
  }

  /// Records that the screen has disappeared, so that the next appearance is tracked.
  func ends() { isShown = false }
}
