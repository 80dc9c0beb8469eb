/// That a class has no properties of its own, now and ever: the whole body of a `trackedProperties`.
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
  private let isOfItsClass: Bool

  /// - Parameter isOfItsClass: Whether the object's class is the one that says so, and not a subclass, which may add
  ///   something.
  init(of object: AnyObject, isOfItsClass: Bool) {
    self.object = ObjectIdentifier(object)
    self.isOfItsClass = isOfItsClass
  }

  var said: TrackedProperties {
    if isOfItsClass { ActiveCalls.noteDefault(object, .properties) }
    return TrackedProperties()
  }
}
