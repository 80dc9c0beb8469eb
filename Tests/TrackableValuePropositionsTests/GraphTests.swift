import Testing
import Trackable

@testable import TrackableValuePropositions

/// The table of the seed, written down without the code: names, no types.
enum Graph {
  static let allowed: [String: [String: String]] = [
    "opened": ["start": "started", "cancel": "canceled"],
    "started": ["pause": "paused", "complete": "completed", "cancel": "canceled"],
    "paused": ["start": "started", "cancel": "canceled"],
    "completed": [:],
    "canceled": [:],
  ]

  /// Where the app's going to the background leads.
  static let background = ["opened": "canceled", "started": "completed", "paused": "canceled"]
}

/// That each step is taken or reported as the graph says, `InterleavingTests` show.
@Suite struct GraphTests {
  private let world = World()

  @Test func `An error names the session, its status, the prohibited step, and the allowed ones`() throws {
    world.run {
      let session = TrackingContext().open(Watching())
      session.complete()
      session.start()
      session.track(.open())
      session.pause()
      session.pause()
      session.cancel()
      session.cancel()
      TrackingContext().track(for: Watching(), with: .pause())
    }
    let errors = world.recorder.errors
    #expect(
      errors.map(\.description) == [
        "watching, session id-2: 'completed' cannot follow 'opened'; allowed are 'started' and 'canceled'.",
        "watching, session id-2: 'opened' cannot follow 'started'; allowed are 'paused', 'completed' and 'canceled'.",
        "watching, session id-2: 'paused' cannot follow 'paused'; allowed are 'started' and 'canceled'.",
        "watching, session id-2: 'canceled' cannot follow 'canceled'; the session has ended.",
        "watching: 'paused' is not possible, because no session is open; allowed is 'opened'.",
      ])
    #expect(world.recorder.issues.map(\.kind) == errors.map { _ in .prohibitedStep })
    #expect(world.recorder.issues.map(\.message) == errors.map(\.description))
    #expect(world.recorder.locations == world.recorder.issues.map(\.location))
    #expect(Set(world.recorder.locations.map(\.fileID)) == ["TrackableValuePropositionsTests/GraphTests.swift"])
  }

  @Test func `A step that asked for the time before the last one, and comes after it, takes no time`() {
    let zero = ContinuousClock.now
    func moment(_ seconds: Int) -> Moment {
      Moment(date: .init(timeIntervalSince1970: Double(seconds)), instant: zero + .seconds(seconds))
    }
    var record = SessionRecord(id: "1", at: moment(0))
    let taken = [record.apply(.start, at: moment(10)), record.apply(.pause, at: moment(5))]
    #expect(taken == [true, true])
    #expect(record.timeActive == .zero)
    #expect(record.timeline.map(\.date) == [moment(0), moment(10), moment(10)].map(\.date))
  }
}
