import TestSupport
import Testing
import Trackable

/// An ancestor on another actor that tracks while it is read comes to an end as well: what it tracks is as deep as the event
/// for which it is read.
@Suite(.timeLimit(.minutes(10))) struct ElsewhereRecursionTests {
  private let warehouse = Warehouse()
  private let child = SharedStation("child")
  private let parent = SharedBranch("parent")

  @Test func `An ancestor that tracks on its child while its actor reads it`() async {
    await warehouse.link(child, parent: parent)
    let asked = Lock(0)
    parent.whenAsked { [child] in
      child.track(NumberedEvent(2))
      asked.withLock { $0 += 1 }
    }
    let (events, issues) = await observed {
      child.track(NumberedEvent(1))
      await until { asked.withLock { $0 } == 16 }
    }
    expect(events.map(\.name).sorted(), is: ["1"] + Array(repeating: "2", count: 15))
    #expect(events.allSatisfy { $0.keys == ["computed child", "computed parent"] })
    expect(issues.map(\.kind), is: [.recursiveTracking])
  }

  @Test func `A task that an ancestor's getter starts is no part of the read`() async {
    await warehouse.link(child, parent: parent)
    let started = Lock<[Task<Void, Never>]>([])
    parent.whenAsked { [child] in
      started.withLock { if $0.isEmpty { $0.append(Task { child.track(NumberedEvent(2)) }) } }
    }
    let (events, issues) = await observed {
      child.track(NumberedEvent(1))
      await until { started.withLock { !$0.isEmpty } }
      for task in started.withLock({ $0 }) { await task.value }
    }
    // Both wait for the actor, and neither for the other.
    expect(Set(events.map(\.name)), is: ["1", "2"])
    expect(events.map(\.keys), is: Array(repeating: ["computed child", "computed parent"], count: 2))
    #expect(issues.isEmpty)
  }
}
