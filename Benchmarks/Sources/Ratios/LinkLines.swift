import Cases
import References
import Trackable

/// What links cost: time and memory.
///
/// Links are made on the main actor, as an app's screens make theirs: only then may a call ask whether their objects are
/// gone.
enum LinkLines {
  private static let million = 1_000_000

  static func measure() -> [Line] {
    TrackableSystem.bootstrap(CountingTracker())
    return time() + memory() + [leftovers(), linkedOnce()]
  }

  /// This includes the object itself, which is made, linked, and dropped a thousand objects later.
  private static func time() -> [Line] {
    let batch = 1_000
    let onActor = LinkedObjects(capacity: 1_000)
    let outside = LinkedObjects(capacity: 1_000)
    let byHand = WeakDictionary.Objects(capacity: 1_000)
    let bare = WeakDictionary.Objects(capacity: 1_000)
    let floor = LinkFloor(capacity: 1_000)
    let turns = Interleaved([
      { MainActor.assumeIsolated { onActor.link(times: batch) } }, { byHand.link(times: batch) },
      { outside.link(times: batch) }, { bare.add(times: batch) },
      { floor.link(times: batch) },
    ])
    func line(_ what: String, _ index: Int, to reference: Int = 1, _ goal: Line.Goal? = nil) -> Line {
      Line(
        what: what, ours: (turns.median(index) / Double(batch)).nanoseconds,
        reference: (turns.median(reference) / Double(batch)).nanoseconds, figure: turns.ratio(index, to: reference),
        unit: "x",
        goal: goal)
    }
    return [
      line("linking and dropping an object / dictionary of weak references", 0, .atMost(1.5)),
      line("linking and dropping outside of actors / dictionary of weak references", 2),
      line("the least that linking has to do / dictionary of weak references", 4),
      line("linking and dropping an object / a dictionary without properties and parents", 0, to: 3),
    ]
  }

  private static func memory() -> [Line] {
    [1, 64, 250].flatMap { depth in
      MainActor.assumeIsolated {
        sweep()
        let chains = LinkedChains(depth: depth, total: 100_000)
        let linked = Allocations.bytesLeft { MainActor.assumeIsolated { chains.linkAll() } } / Double(chains.count)
        let tracked = Allocations.bytesLeft { MainActor.assumeIsolated { chains.trackAll() } } / Double(chains.count)
        return [
          Line(what: "a live link, chains of depth \(depth)", figure: linked, unit: "bytes", goal: .atMost(220)),
          Line(
            what: "a link that has tracked, on top, chains of depth \(depth)", figure: tracked, unit: "bytes",
            goal: .atMost(100)),
        ]
      }
    }
  }

  /// Removes earlier links, so that they do not disappear while memory is counted. Dead links are removed when
  /// others are made on the same actor.
  @MainActor private static func sweep() { LinkedObjects(capacity: 1).link(times: 250_000) }

  /// As an app's rows: each is linked once and dropped, and something else takes its memory.
  private static func linkedOnce() -> Line {
    let left = MainActor.assumeIsolated {
      sweep()
      let objects = LinkedObjects(capacity: million)
      objects.makeAll()
      return Allocations.bytesLeft { MainActor.assumeIsolated { objects.linkAndReplaceAll() } }
    }
    return Line(
      what: "left of a million objects that were linked once and dropped, one after the other", figure: left / 1_000,
      unit: "KB", goal: .atMost(1_000))
  }

  /// Everything is removed a while later, also what the table itself took.
  private static func leftovers() -> Line {
    let left = MainActor.assumeIsolated {
      sweep()
      let others = LinkedObjects(capacity: 1)
      return Allocations.bytesLeft {
        MainActor.assumeIsolated {
          let objects = LinkedObjects(capacity: million)
          objects.makeAll()
          objects.linkAll()
          objects.dropAll()
          others.link(times: million / 2)
        }
      }
    }
    return Line(
      what: "left of a million dropped objects, half a million links later", figure: left / 1_000, unit: "KB", goal: nil
    )
  }
}
