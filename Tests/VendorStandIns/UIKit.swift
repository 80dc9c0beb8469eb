// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// What the snippets use of UIKit, in the spelling of Swift 2 and in today's.

/// A view controller. Like UIKit's, it belongs to the main actor.
@MainActor open class UIViewController {
  // Only what is `open` can be subclassed and overridden in another module, and that is public.
  /// A view controller that shows nothing.
  public nonisolated init() {}
  /// In the spelling of Swift 2.
  open func prepareForSegue(segue: UIStoryboardSegue, sender: Any?) {}
  /// In today's.
  open func prepare(for segue: UIStoryboardSegue, sender: Any?) {}
}

/// A step from one view controller to the next.
@MainActor public final class UIStoryboardSegue {
  public let destination: UIViewController
  public var destinationViewController: UIViewController { destination }

  public init(destination: UIViewController) { self.destination = destination }
}

/// A button.
@MainActor public final class UIButton {
  package nonisolated init() {}
}
