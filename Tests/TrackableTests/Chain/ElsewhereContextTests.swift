import Testing
import Trackable

/// Contexts, explanations and user properties of chains that lead to other actors.
@Suite(.timeLimit(.minutes(10))) struct ElsewhereContextTests {
  private struct Level: UserProperty { let value = 1 }

  private let warehouse = Warehouse()
  private let child = SharedStation("child")
  private let parent = SharedBranch("parent")
  private let root = SharedStation("root")

  private func linkAll() async {
    root.setupTrackableChain(trackedProperties: ["link root" ~>> true])
    parent.setupTrackableChain(trackedProperties: ["link parent" ~>> true], parent: root)
    await warehouse.link(child, saying: ["link child" ~>> true], parent: parent)
  }

  private let all = [
    "link child", "computed child", "link parent", "computed parent", "link root", "computed root",
  ]

  @Test func `A context reads an ancestor on another actor for each event, in its place`() async {
    await linkAll()
    for context in [child.makeTrackingContext(), child.makeTrackingContext()] {
      let before = parent.asked
      let (events, issues) = await observed {
        context.track(Noted())
        context.appending(["near" ~>> true]).track(Noted())
      }
      // Both wait for the actor, and neither for the other.
      #expect(Set(events.map(\.keys)) == [all, ["near"] + all] && events.count == 2)
      #expect(issues.isEmpty)
      expect(parent.asked, is: before + 2)
    }
  }

  @Test func `A context that is above the object and around the task is read once for an event`() async {
    await linkAll()
    let (context, leaf) = (child.makeTrackingContext(), SharedStation("leaf"))
    leaf.link(to: context)
    let before = parent.asked
    let (events, issues) = await observed { withTrackedProperties([], in: context) { leaf.track(Noted()) } }
    expect(events.map(\.keys), is: [["computed leaf"] + all])
    expect(parent.asked, is: before + 1)
    #expect(issues.isEmpty)
  }

  @Test func `On the ancestor's own actor, a context has the properties of its making`() async {
    await linkAll()
    let context = await warehouse.run { [child] in child.makeTrackingContext(isolation: $0) }
    expect(parent.asked, is: 1)
    let (events, _) = await observed { context.track(Noted()) }
    expect(events.map(\.keys), is: [all])
    expect(parent.asked, is: 1)
  }

  @Test func `Below a context with an ancestor on another actor events wait, and user properties do not`() async {
    await linkAll()
    let leaf = SharedStation("leaf")
    leaf.link(to: child.makeTrackingContext())
    let (events, _) = await observed {
      warehouse.close()
      leaf.track(NumberedEvent(1))
      let before = parent.asked
      leaf.updateUserProperty(Level())
      expect(parent.asked, is: before)
      SharedStation("other").track(NumberedEvent(2))
      warehouse.open()
    }
    expect(events.map(\.name), is: ["2", "1"])
    expect(events.last?.keys, is: ["computed leaf"] + all)
  }

  @Test func `Explanations and drawings show a context's ancestor on another actor in its place`() async {
    await linkAll()
    let (leaf, middle) = (SharedStation("leaf"), SharedStation("middle"))
    middle.link(to: child.makeTrackingContext())
    leaf.setupTrackableChain(parent: middle)
    // Two objects; then what the child says, its parent's link, the parent, and the root's two.
    expect(leaf.explainTracking(of: Noted()).elsewhere.map(\.distance), is: [5])
    let explanation = await leaf.recordedExplanation(of: Noted())
    expect(explanation.entries.map(\.source.distance), is: [0, 1, 2, 3, 4, 5, 6, 7])
    let nodes = leaf.trackableChainDescription().nodes
    expect(nodes.map(\.distance), is: [0, 1, 2, 3, 4, 5, 6, 7])
    expect(nodes.map(\.note), is: ["", "", "", "", "", " (on its own actor)", "", ""])
    let isContext = nodes.map { $0.typeName == "TrackingContext" }
    expect(isContext, is: [false, false, true, true, true, false, true, true])
  }

  @MainActor private static func erased(_ branch: MainBranch) -> any TrackableClass & Sendable { branch }

  @Test func `A system that is switched off reads nothing on other actors`() async {
    await linkAll()
    await TrackableSystem.withTracker(NoOpTracker()) {
      child.track(Noted())
      child.makeTrackingContext().track(Noted())
      await TrackableSystem.flush()
    }
    // Once, for the context.
    expect(parent.asked, is: 0)
  }

  @Test func `A context that cannot read its own object reports an issue`() async {
    let erased = await Self.erased(MainBranch("main"))
    let (_, issues) = await observed {
      await MainActor.run { _ = erased.makeTrackingContext() }
      _ = erased.makeTrackingContext()
    }
    expect(issues.map(\.kind), is: [.ancestorElsewhere])
  }

  @Test func `Trackers above an ancestor on another actor get the events of a context`() async {
    let module = RecordingTracker.plain()
    let top = SharedStation("top")
    top.deliver(to: module)
    parent.parent = top
    await warehouse.link(child, parent: parent)
    let context = child.makeTrackingContext()
    let system = RecordingTracker.plain()
    await withSystem(system) {
      context.track(Noted())
      await TrackableSystem.flush()
      expect(module.calls.count, is: 1)
      // A user property does not wait for them: see the page on limits.
      context.updateUserProperty(Level())
    }
    #expect(module.calls.count == 1 && system.calls.count == 1)
    await withSystem(NoOpTracker()) {
      context.track(Noted())
      await TrackableSystem.flush()
    }
    expect(module.calls.count, is: 2)
  }
}
