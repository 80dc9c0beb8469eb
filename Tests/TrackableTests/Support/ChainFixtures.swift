import Testing
import Trackable

struct Noted: AnalyticsEvent {}

/// A tracker whose end can be seen, unlike that of a recorder, which is a value.
final class Ending: AnalyticsEventTracker {
  func track(_ event: TrackedEvent) { HeldLocks.mustBeNone() }
  deinit { HeldLocks.mustBeNone() }
}

/// A tracker whose lifetime shows how long a link is kept: links hold it, and nothing else does.
final class Kept: AnalyticsEventTracker {
  private static let alive = Lock(0)
  static var count: Int { alive.withLock { $0 } }

  init() { Self.alive.withLock { $0 += 1 } }
  deinit { Self.alive.withLock { $0 -= 1 } }

  func track(_ event: TrackedEvent) {}
}

/// An actor that is an object of the chain.
actor Musician: TrackableClass {
  nonisolated var trackedProperties: TrackedProperties {}
}

/// A class that uses the protocol's defaults.
final class Plain: TrackableClass, @unchecked Sendable {
  var trackedProperties: TrackedProperties { let _ = HeldLocks.mustBeNone() }
  deinit { HeldLocks.mustBeNone() }
}

/// An object that is not `Sendable` and computes one property: its name.
final class Station: TrackableClass, @unchecked Sendable {
  let name: String

  init(_ name: String) { self.name = name }
  deinit { HeldLocks.mustBeNone() }

  var trackedProperties: TrackedProperties {
    let _ = HeldLocks.mustBeNone()
    "computed \(name)" ~>> true
  }
}

/// An object that may be used from anywhere.
final class SharedStation: TrackableClass, Sendable {
  let name: String

  init(_ name: String) { self.name = name }
  deinit { HeldLocks.mustBeNone() }

  var trackedProperties: TrackedProperties {
    let _ = HeldLocks.mustBeNone()
    "computed \(name)" ~>> true
  }
}

extension Station {
  /// Links with one property: the station's name.
  func linkNamed(parent: Station?) {
    setupTrackableChain(trackedProperties: ["link \(name)" ~>> true], parent: parent)
  }
}

extension TrackableClass {
  /// The names on an event that is tracked now, in order.
  func trackedNames(isolation: isolated (any Actor)? = #isolation) -> [String] {
    let recorder = RecordingTracker.plain()
    TrackableSystem.withTracker(recorder) {
      TrackableSystem.issueHandler = { _ in }
      track(Noted(), isolation: isolation)
    }
    return recorder.events.flatMap(\.keys)
  }

  /// The names on an event that is tracked now, in order, after all its actors were asked.
  func deliveredNames(isolation: isolated (any Actor)? = #isolation) async -> [String] {
    let recorder = RecordingTracker.plain()
    await TrackableSystem.withTracker(recorder) {
      track(Noted(), isolation: isolation)
      await TrackableSystem.flush()
    }
    return recorder.events.flatMap(\.keys)
  }
}

/// The allocator gave an address to another test: tests run side by side.
struct AddressNotGivenOut: Error {}

/// Holds every address it gets until it gets `former` again.
func newcomer<Object: AnyObject>(at former: ObjectIdentifier, make: () -> Object) throws -> Object {
  var others: [Object] = []
  for _ in 0..<100_000 {
    let object = make()
    if ObjectIdentifier(object) == former { return object }
    others.append(object)
  }
  throw AddressNotGivenOut()
}

/// Runs a test again if the allocator gave no address out again. All else is as it was.
func whereAddressesComeBack(
  isolation: isolated (any Actor)? = #isolation, _ test: () async throws -> Void
) async throws {
  for _ in 0..<50 {
    do { return try await test() } catch is AddressNotGivenOut { continue }
  }
  throw AddressNotGivenOut()
}
