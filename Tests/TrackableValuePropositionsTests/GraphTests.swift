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

@Suite struct GraphTests {
  /// Steps that lead to each status.
  static let ways: [ValuePropositionStatus: [ValuePropositionStatus]] = [
    .open: [], .start: [.start], .pause: [.start, .pause], .complete: [.start, .complete], .cancel: [.cancel],
  ]

  @Test(arguments: ValuePropositionStatus.allCases, ValuePropositionStatus.allCases)
  func `A step is taken if the graph allows it, and else changes nothing and is reported`(
    status: ValuePropositionStatus, step: ValuePropositionStatus
  ) throws {
    let world = World()
    try world.run {
      let session = TrackingContext().open(Watching())
      for step in try #require(Self.ways[status]) { session.track(ValuePropositionAction(status: step)) }
      #expect(session.status == status)
      let before = world.recorder.events.count

      session.track(ValuePropositionAction(status: step))

      if let next = Graph.allowed[status.rawValue]?["\(step)"] {
        #expect(session.status.rawValue == next)
        #expect(world.recorder.statuses.dropFirst(before) == [next])
        #expect(world.recorder.errors.isEmpty)
        #expect(world.recorder.issues.isEmpty)
      } else {
        #expect(session.status == status)
        #expect(world.recorder.events.count == before)
        let error = try #require(world.recorder.errors.first)
        #expect(error.sessionID == session.id)
        #expect(error.status == status)
        #expect(error.step == step)
        #expect(Set(status.next.map { "\($0)" }) == Set(Graph.allowed[status.rawValue, default: [:]].keys))
        #expect(world.recorder.errors.count == 1)
        #expect(world.recorder.issues.map(\.kind) == [.prohibitedStep])
      }
      if !session.status.isEnd { session.cancel() }
      if !session.status.isEnd { session.start(); session.cancel() }
    }
  }

  @Test func `An error names the session, its status, the prohibited step, and the allowed ones`() throws {
    let world = World()
    world.run {
      let session = TrackingContext().open(Watching())
      session.complete()
      session.start()
      session.open()
      session.cancel()
      session.cancel()
      TrackingContext().track(for: Watching(), with: .pause())
    }
    #expect(
      world.recorder.errors.map(\.description) == [
        "watching, session id-2: 'completed' cannot follow 'opened'; allowed are 'started' and 'canceled'.",
        "watching, session id-2: 'opened' cannot follow 'started'; allowed are 'paused', 'completed' and 'canceled'.",
        "watching, session id-2: 'canceled' cannot follow 'canceled'; the session has ended.",
        "watching: 'paused' is not possible, because no session is open; allowed is 'opened'.",
      ])
    #expect(world.recorder.issues.map(\.message) == world.recorder.errors.map(\.description))
    #expect(world.recorder.locations == world.recorder.issues.map(\.location))
    let fileIDs = Set(world.recorder.locations.map(\.fileID))
    #expect(fileIDs == ["TrackableValuePropositionsTests/GraphTests.swift"])
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

extension ValuePropositionSession {
  /// Never allowed.
  func open(fileID: StaticString = #fileID, line: UInt = #line) { track(.open(), fileID: fileID, line: line) }
}
