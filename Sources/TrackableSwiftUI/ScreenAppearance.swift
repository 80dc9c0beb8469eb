/// The state of a screen, shown or not, so that an appearance counts once.
///
/// A class, so that a change of the state updates no view.
@MainActor final class ScreenAppearance {
  private var isShown = false

  /// Records that the screen has appeared.
  ///
  /// - Returns: Whether the screen was hidden before. SwiftUI sometimes reports an appearance twice in a row.
  func begins() -> Bool {
    defer { isShown = true }
    return !isShown
  }

  /// Records that the screen has disappeared, so that the next appearance counts.
  func ends() { isShown = false }
}
