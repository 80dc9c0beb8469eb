/// States that a class has no properties of its own, now and ever: the whole body of a `trackedProperties`.
///
/// ```swift
/// extension TabBarController: @MainActor TrackableClass {
///   var trackedProperties: TrackedProperties { noTrackedProperties }
/// }
/// ```
///
/// It is a type of its own so that it cannot stand beside anything else, or in one branch only: what is known of a class
/// then holds for all its objects and for ever, so they need not be asked again.
public struct NoTrackedProperties: Sendable {
  private let object: ObjectIdentifier
  /// Whether it is known of the class: not of a subclass, which may add something, nor from a helper of
  /// `trackedProperties`, which may be called in one branch only.
  private var holdsForClass: Bool

  /// - Parameter isOfItsClass: Whether the object's class is the one that says so.
  init(of object: AnyObject, isOfItsClass: Bool) {
    self.object = ObjectIdentifier(object)
    holdsForClass = isOfItsClass
  }

  /// The same, as what a function says.
  func said(by function: StaticString) -> NoTrackedProperties {
    var nothing = self
    if function.description != "trackedProperties" { nothing.holdsForClass = false }
    return nothing
  }

  /// No properties; it is noted if that is known of the class.
  var properties: TrackedProperties {
    if holdsForClass { ActiveCalls.noteDefault(object, .properties) }
    return TrackedProperties()
  }
}
