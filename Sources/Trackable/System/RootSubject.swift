/// The object that ends every chain of a system. The one type that conforms is declared above, with the chain.
protocol RootSubject: Sendable {
  /// What makes a walk notice that it passes this object.
  var identity: ObjectIdentifier? { get }

  /// Passes the properties of the object and of everything above it to `sink`, as rank 7.
  ///
  /// - Parameter isolation: Where that happens: ancestors on another actor are left to be read there.
  func pass(to sink: inout some SnapshotSink, isolation: (any Actor)?)
}

/// No root.
struct NoRoot: RootSubject {
  var identity: ObjectIdentifier? { nil }
  func pass(to sink: inout some SnapshotSink, isolation: (any Actor)?) {}
}
