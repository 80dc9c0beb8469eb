import Foundation
import TestSupport
import Trackable
import TrackableTesting

@testable import TrackableValuePropositions

/// An app in which time stands still until a test lets it pass, and whose IDs are counted.
final class World: Sendable {
  let clock = ManualClock(date: Date(timeIntervalSince1970: 1_000_000))
  /// By how many seconds the clock on the wall was set back; the other one only goes forwards.
  let isSetBackBy = Shared(0.0)
  let recorder = RecordingTracker()
  let app: ValuePropositionSessions

  /// - Parameter whenIDIsMade: Called with the number of each ID, from 2 on.
  init(whenIDIsMade: @escaping @Sendable (Int) -> Void = { _ in }) {
    let ids = Shared(1)
    app = ValuePropositionSessions(clock: clock, date: { [clock, isSetBackBy] in clock.date - isSetBackBy.value }) {
      let number = ids.add(1)
      whenIDIsMade(number)
      return "id-\(number)"
    }
  }

  /// The recorder. Other threads get their chance before it keeps an event, so that a test sees a wrong order.
  var tracker: some AnalyticsEventTracker { recorder.first { _ in sched_yield() } }

  /// Runs `body` in a system of its own, whose tracker is the recorder unless another one is given, in this app.
  func run<Result>(_ other: (any AnalyticsEventTracker)? = nil, _ body: () throws -> Result) rethrows -> Result {
    try TrackableSystem.withTracker(other ?? tracker) { try runHere(body) }
  }

  private func runHere<Result>(_ body: () throws -> Result) rethrows -> Result {
    TrackableSystem.issueHandler = recorder.record
    return try ValuePropositionSessions.$current.withValue(app) { try body() }
  }

  /// Runs `body` in a system of its own, whose tracker is the recorder, in this app.
  @MainActor func run<Result: Sendable>(_ body: @MainActor () async throws -> Result) async rethrows -> Result {
    let (recorder, app) = (recorder, app)
    return try await TrackableSystem.withTracker(tracker) {
      TrackableSystem.issueHandler = recorder.record
      return try await ValuePropositionSessions.$current.withValue(app) { try await body() }
    }
  }

  func wait(_ seconds: Double) { clock.advance(by: .seconds(seconds)) }

  /// A time of day, in seconds since the world began.
  static func date(_ seconds: Double) -> TrackedValue { .date(Date(timeIntervalSince1970: 1_000_000 + seconds)) }
}

extension RecordingTracker {
  var errors: [ValuePropositionError] { reports.compactMap { $0.error as? ValuePropositionError } }
  var locations: [CodeLocation] { reports.map(\.location) }
  var last: TrackedProperties { events.last?.properties ?? [] }
  /// The statuses of all events, in order.
  var statuses: [String] { events.map { $0.text("status") } }

  private var reports: [(error: any Error, location: CodeLocation)] {
    deliveries.compactMap { if case .report(let error, let location) = $0 { (error, location) } else { nil } }
  }

  /// A tracker that runs `body` with each event, before it is recorded.
  func first(_ body: @escaping @Sendable (TrackedEvent) -> Void) -> some AnalyticsEventTracker {
    map { event in
      body(event)
      return event
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
  var endsInBackground = true
  var attributes: Attributes { Attributes(video: video) }
  struct Attributes: AnalyticsEventAttributes { let video: String }
}

extension ValuePropositionSessions {
  // What `TrackableSystem.applicationDidEnterBackground` and its counterpart do first, for tests that are not asynchronous.
  func applicationDidEnterBackground(
    isolation: isolated (any Actor)? = #isolation, fileID: StaticString = #fileID, line: UInt = #line
  ) { list.foregroundEnds(isolation: isolation, at: CodeLocation(fileID: fileID, line: line)) }

  func applicationWillEnterForeground(
    isolation: isolated (any Actor)? = #isolation, fileID: StaticString = #fileID, line: UInt = #line
  ) { list.foregroundBegins(isolation: isolation, at: CodeLocation(fileID: fileID, line: line)) }
}
