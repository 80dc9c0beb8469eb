import TestSupport
import Testing
import Trackable

/// Eight threads on shared objects. Meant to be run under the thread sanitizer as well:
///
///     swift test --sanitize=thread -Xswiftc -DTRACKABLE_SANITIZER --filter Concurrency
@Suite(.timeLimit(.minutes(10))) struct ChainConcurrencyTests {
  private static let threads = 8

  /// The parent and the number that a station was linked with last.
  private struct Linked: Equatable, Sendable {
    var parent: Int?
    var number: Int
  }

  /// Sets the number twice: an event must never carry two that differ.
  private static func link(_ index: Int, of stations: [SharedStation], as linked: Linked) {
    stations[index].setupTrackableChain(
      trackedProperties: ["one \(index)" ~>> linked.number, "other \(index)" ~>> linked.number],
      parent: linked.parent.map { stations[$0] })
  }

  private struct Ancestor: Equatable {
    var index: Int
    var number: Int
  }

  /// The stations that an event names, nearest first, or `nil` if the properties of one of them are torn.
  private static func lineage(_ event: TrackedEvent) -> [Ancestor]? {
    var lineage: [Ancestor] = []
    let properties = Array(event.properties)
    for start in stride(from: 0, to: properties.count, by: 3) {
      guard start + 2 < properties.count, case .int(let one) = properties[start].value,
        case .int(let other) = properties[start + 1].value, one == other,
        let index = Int(properties[start].key.name.dropFirst(4)),
        properties[start + 1].key.name == "other \(index)", properties[start + 2].key.name == "computed \(index)"
      else { return nil }
      lineage.append(Ancestor(index: index, number: one))
    }
    return lineage
  }

  @Test func `Linking and tracking at once loses no event, tears no link, and ends where each thread left it`() {
    let stations = (0..<32).map { SharedStation("\($0)") }
    for index in stations.indices { Self.link(index, of: stations, as: Linked(parent: nil, number: 0)) }
    let recorder = RecordingTracker.plain()
    let rounds = SearchScale.times(600, long: 3_000)
    let outcomes = onThreads(Self.threads) { thread -> (tracked: Int, linked: [Int: Linked]) in
      var generator = SeededGenerator(seed: UInt64(thread))
      // One thread links each station to one before it, so the test knows its last link.
      let own = stations.indices.filter { $0 % Self.threads == thread }
      var linked: [Int: Linked] = [:]
      var tracked = 0
      TrackableSystem.withTracker(recorder) {
        for round in 1...rounds {
          if generator.chance(50) {
            stations[generator.below(stations.count)].track(Noted())
            tracked += 1
          } else {
            let index = own[generator.below(own.count)]
            let parent = index == 0 || generator.chance(10) ? nil : generator.below(index)
            linked[index] = Linked(parent: parent, number: round)
            Self.link(index, of: stations, as: linked[index] ?? Linked(number: 0))
          }
        }
      }
      return (tracked, linked)
    }
    let events = recorder.events
    expect(events.count, is: outcomes.map(\.tracked).reduce(0, +))
    #expect(
      events.allSatisfy { event in
        guard let lineage = Self.lineage(event), !lineage.isEmpty else { return false }
        return zip(lineage, lineage.dropFirst()).allSatisfy { $0.index > $1.index && (0...rounds).contains($1.number) }
      })

    let linked = outcomes.map(\.linked).reduce(into: [:]) { $0.merge($1) { _, new in new } }
    for index in stations.indices {
      var expected: [Ancestor] = []
      var next: Int? = index
      while let current = next {
        expected.append(Ancestor(index: current, number: linked[current]?.number ?? 0))
        next = linked[current]?.parent
      }
      let quiet = RecordingTracker.plain()
      TrackableSystem.withTracker(quiet) { stations[index].track(Noted()) }
      expect(quiet.events.map(Self.lineage), is: [expected])
    }
  }

  @Test func `No cycle forms while eight threads try to close one`() {
    let stations = (0..<6).map { SharedStation("\($0)") }
    let issues = RecordingTracker.plain()
    let rounds = SearchScale.times(800, long: 4_000)
    let longest = onThreads(Self.threads) { thread -> Int in
      var generator = SeededGenerator(seed: UInt64(100 + thread))
      return withSystem(NoOpTracker(), issues: issues) {
        var longest = 0
        for _ in 0..<rounds {
          let child = stations[generator.below(stations.count)]
          child.setupTrackableChain(parent: stations[generator.below(stations.count)])
          longest = max(longest, child.trackableChainDescription().nodes.count)
        }
        return longest
      }
    }
    // The walk ended each time, and met no station twice.
    #expect(longest.allSatisfy { $0 <= stations.count })
    #expect(issues.issues.allSatisfy { $0.kind == .cycle })
    let refused = issues.issues.count
    #expect(refused > Self.threads * rounds / 10 && refused < Self.threads * rounds)
    for station in stations {
      #expect(station.trackableChainDescription().nodes.count <= stations.count)
    }
  }
}
