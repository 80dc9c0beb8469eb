extension TrackableClass {
  /// Unavailable: a parent must be `Sendable`.
  @available(
    *, unavailable,
    message:
      "A parent is a TrackableClass and Sendable: an actor, a class of a global actor, or a Sendable class. A protocol says the first, and its variable both: 'protocol Coordinator: TrackableClass' and 'any Coordinator & Sendable'. Another object hands down its context: 'link(to: object.makeTrackingContext())'."
  )
  @_disfavoredOverload public func link<Parent>(
    to parent: Parent, @TrackedPropertiesBuilder _ trackedProperties: () -> TrackedProperties = { TrackedProperties() }
  ) { fatalError() }
}
