import Testing
import Trackable

/// An ancestor that tracks while it is asked for an event is not asked for what it tracks: that would have no end.
@Suite(.timeLimit(.minutes(10))) struct ElsewhereRecursionTests {
  private let warehouse = Warehouse()
  private let child = SharedStation("child")
  private let parent = SharedBranch("parent")

  @Test func `An ancestor that tracks on its child while it is asked on its actor`() async {
    await warehouse.link(child, parent: parent)
    parent.whenAsked { [child] in child.track(NumberedEvent(2)) }
    let (events, issues) = await observed { child.track(NumberedEvent(1)) }
    #expect(events.map(\.name).sorted() == ["1", "2"])
    #expect(events.first { $0.name == "1" }?.keys == ["computed child", "computed parent"])
    #expect(events.first { $0.name == "2" }?.keys == ["computed child"])
    #expect(issues.map(\.kind) == [.recursiveProperties])
    #expect(parent.asked == 1)
  }

  @Test func `Two ancestors on two actors that each track on the child`() async {
    let other = Warehouse()
    let root = SharedBranch("root")
    await warehouse.link(child, parent: parent)
    await other.link(parent, parent: root)
    for ancestor in [parent, root] { ancestor.whenAsked { [child] in child.track(NumberedEvent(2)) } }
    let (events, issues) = await observed { child.track(NumberedEvent(1)) }
    #expect(events.first { $0.name == "1" }?.keys == ["computed child", "computed parent", "computed root"])
    #expect(events.count <= 5)
    #expect(!issues.isEmpty && issues.allSatisfy { $0.kind == .recursiveProperties })
  }

  @Test(arguments: 2...4) func `Ancestors of several chains that each track on the next one's child`(_ count: Int) async
  {
    let chains = (0..<count).map { number in
      (actor: Warehouse(), child: SharedStation("child \(number)"), parent: SharedBranch("parent \(number)"))
    }
    for (number, chain) in chains.enumerated() {
      await chain.actor.link(chain.child, parent: chain.parent)
      let next = chains[(number + 1) % count].child
      // Without a bound the test has no end.
      chain.parent.whenAsked { [weak parent = chain.parent] in
        if parent?.asked ?? 0 < 20 { next.track(NumberedEvent(2)) }
      }
    }
    let (events, issues) = await observed {
      chains[0].child.track(NumberedEvent(1))
      for _ in 0..<50 { await TrackableSystem.flush() }
    }
    let complete = (0..<count).map { ["computed child \($0)", "computed parent \($0)"] }
    #expect(Set(events.map(\.keys)) == Set(complete + [["computed child 0"]]))
    #expect(events.count == count + 1)
    #expect(issues.map(\.kind) == [.recursiveProperties])
  }

  @Test func `An ancestor that tracks from its computed parent while it is asked on its actor`() async {
    final class Asked: TrackableClass, Sendable {
      let child: SharedStation
      init(_ child: SharedStation) { self.child = child }
      var trackedProperties: TrackedProperties { "asked" ~>> true }
      var trackableParent: (any TrackableClass)? {
        child.track(NumberedEvent(2))
        return nil
      }
    }
    let asked = Asked(child)
    await warehouse.link(child, parent: asked)
    let (events, issues) = await observed { child.track(NumberedEvent(1)) }
    #expect(events.map(\.name).sorted() == ["1", "2"])
    #expect(events.first { $0.name == "1" }?.keys == ["computed child", "asked"])
    #expect(events.first { $0.name == "2" }?.keys == ["computed child"])
    #expect(issues.map(\.kind) == [.recursiveProperties])
  }

  @Test func `An ancestor that tracks on a context in which it is itself`() async {
    await warehouse.link(child, parent: parent)
    let context = child.makeTrackingContext()
    parent.whenAsked { context.track(NumberedEvent(2)) }
    let (events, issues) = await observed { child.track(NumberedEvent(1)) }
    #expect(events.map(\.name).sorted() == ["1", "2"])
    #expect(events.first { $0.name == "2" }?.keys == ["computed child"])
    #expect(issues.map(\.kind) == [.recursiveProperties])
  }

  @Test func `A task that an ancestor starts while it is asked is no part of the question`() async {
    await warehouse.link(child, parent: parent)
    let started = Lock<[Task<Void, Never>]>([])
    parent.whenAsked { [child] in
      let task: Task<Void, Never>? = started.withLock { started in
        if !started.isEmpty { return nil }
        let task = Task { child.track(NumberedEvent(2)) }
        started.append(task)
        return task
      }
      _ = task
    }
    let (events, issues) = await observed {
      child.track(NumberedEvent(1))
      await TrackableSystem.flush()
      for task in started.withLock({ $0 }) { await task.value }
    }
    // Both wait for the actor, and neither for the other.
    #expect(Set(events.map(\.name)) == ["1", "2"])
    #expect(events.map(\.keys) == Array(repeating: ["computed child", "computed parent"], count: 2))
    #expect(issues.isEmpty)
  }
}
