import Foundation
import Trackable
import TrackableValuePropositions

/// An app in which time stands still until it is told to go on, and whose IDs are counted.
final class World: Sendable {
  let clock = ManualClock()
  /// Other threads get their chance while it keeps an event, so that what is out of order is seen to be.
  let recorder = Recorder { _ in sched_yield() }
  let app: AppSession

  /// - Parameters:
  ///   - renewsAfter: See `AppSession`.
  ///   - whenIDIsMade: Called with the number of each ID.
  init(renewsAfter: Duration = .seconds(1_800), whenIDIsMade: @escaping @Sendable (Int) -> Void = { _ in }) {
    let (clock, ids) = (clock, Counter())
    app = AppSession(renewsAfter: renewsAfter, clock: clock, date: { clock.date }) {
      let number = ids.next()
      whenIDIsMade(number)
      return "id-\(number)"
    }
  }

  /// Runs `body` in a system of its own, whose tracker is the recorder, in this app.
  func run<Result>(_ body: () throws -> Result) rethrows -> Result {
    try TrackableSystem.withTracker(recorder) {
      let recorder = recorder
      TrackableSystem.issueHandler = { recorder.note($0) }
      return try AppSession.$current.withValue(app) { try body() }
    }
  }

  /// Runs `body` in a system of its own, whose tracker is the recorder, in this app.
  @MainActor func run<Result: Sendable>(_ body: @MainActor () async throws -> Result) async rethrows -> Result {
    let (recorder, app) = (recorder, app)
    return try await TrackableSystem.withTracker(recorder) {
      TrackableSystem.issueHandler = { recorder.note($0) }
      return try await AppSession.$current.withValue(app) { try await body() }
    }
  }

  func wait(_ seconds: Double) { clock.advance(by: .seconds(seconds)) }

  /// A time of day, in seconds since the world began.
  static func date(_ seconds: Double) -> TrackedValue { .date(Date(timeIntervalSince1970: 1_000_000 + seconds)) }
}

/// A clock that stands still until it is told to go on, and a wall clock beside it.
final class ManualClock: Clock {
  struct Instant: InstantProtocol {
    var offset: Duration
    func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
    func duration(to other: Instant) -> Duration { other.offset - offset }
    static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
  }

  private let state = Lock((offset: Duration.zero, isSetBackBy: Duration.zero))

  var now: Instant { Instant(offset: state.withLock { $0.offset }) }
  var minimumResolution: Duration { .nanoseconds(1) }
  /// What the clock on the wall says.
  var date: Date {
    Date(timeIntervalSince1970: 1_000_000 + state.withLock { ($0.offset - $0.isSetBackBy) / .seconds(1) })
  }

  func advance(by duration: Duration) { state.withLock { $0.offset += duration } }
  /// Somebody sets the clock on the wall back.
  func setBack(by duration: Duration) { state.withLock { $0.isSetBackBy += duration } }
  func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    preconditionFailure("Nothing in these tests waits.")
  }
}

/// Counts from 1.
final class Counter: Sendable {
  private let last = Lock(0)
  func next() -> Int {
    last.withLock { last in
      last += 1
      return last
    }
  }
}

/// A tracker that keeps what it gets.
final class Recorder: AnalyticsEventTracker {
  private struct State: Sendable {
    var events: [TrackedEvent] = []
    var errors: [ValuePropositionError] = []
    var locations: [SourceLocation] = []
    var issues: [TrackableIssue] = []
  }

  private let state = Lock(State())
  private let whenTracked: @Sendable (TrackedEvent) -> Void

  /// - Parameter whenTracked: Called with each event, before it is kept.
  init(whenTracked: @escaping @Sendable (TrackedEvent) -> Void = { _ in }) { self.whenTracked = whenTracked }

  var events: [TrackedEvent] { state.withLock { $0.events } }
  var errors: [ValuePropositionError] { state.withLock { $0.errors } }
  var locations: [SourceLocation] { state.withLock { $0.locations } }
  var issues: [TrackableIssue] { state.withLock { $0.issues } }
  var last: TrackedProperties { events.last?.properties ?? [] }
  /// The statuses of all events, in order.
  var statuses: [String] { events.map { $0.text("status") } }

  func note(_ issue: TrackableIssue) { state.withLock { $0.issues.append(issue) } }
  func track(_ event: TrackedEvent) {
    whenTracked(event)
    state.withLock { $0.events.append(event) }
  }
  func report(_ error: any Error, at location: SourceLocation) {
    state.withLock { state in
      if let error = error as? ValuePropositionError { state.errors.append(error) }
      state.locations.append(location)
    }
  }
}

extension TrackedEvent {
  func text(_ key: String) -> String { properties[key]?.description ?? "-" }
}

/// A proposition to test with.
struct Watching: ValueProposition {
  let name = "watching"
  var video = "Learning Swift"
  var inBackground = ValuePropositionBackgroundPolicy.end
  var whenDropped = ValuePropositionDropPolicy.cancel
  var attributes: Attributes { Attributes(video: video) }
  struct Attributes: AnalyticsEventAttributes { let video: String }
}
