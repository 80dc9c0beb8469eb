/// The object that ends every chain of a system.
struct RootObject: RootSubject {
  private let object: any TrackableClass & Sendable

  init(_ object: any TrackableClass & Sendable) { self.object = object }

  var identity: ObjectIdentifier? { ObjectIdentifier(object) }

  // Specialized, because it is called through an existential, where nothing else specializes it, for each event of a
  // system that has a root.
  @_specialize(where Sink == Snapshot)
  func pass<Sink: SnapshotSink>(to sink: inout Sink, isolation: (any Actor)?) {
    ActiveCalls.withFrame { frame in
      var walk = ChainWalk(isolation: isolation, frame: frame, isOfRoot: true)
      walk.walk(from: object, into: &sink)
    }
  }
}
