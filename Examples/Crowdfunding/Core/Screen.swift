/// The base class of all screens.
@MainActor
open class Screen {
  /// Creates a screen.
  public init() {}

  /// Call it when the screen is shown.
  public final func appear() {
    trackViewed()
  }
}
