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

  @Test func `Below a context with an ancestor on another actor events wait as well`() async {
    await linkAll()
    let leaf = SharedStation("leaf")
    leaf.link(to: child.makeTrackingContext())
    let (events, _) = await observed {
      warehouse.close()
      leaf.track(NumberedEvent(1))
      leaf.updateUserProperty(Level())
      SharedStation("other").track(NumberedEvent(2))
      warehouse.open()
    }
    expect(events.map(\.name), is: ["2", "1"])
    expect(events.last?.keys, is: ["computed leaf"] + all)
  }

  @Test func `The explanation of a recorded event shows its properties, with ranks and distances`() async {
    await linkAll()
    TrackableSystem.withTracker(NoOpTracker()) {
      expect(child.explainTracking(of: Noted()).entries.map(\.key.name), is: all.filter { $0 != "computed parent" })
      expect(child.explainTracking(of: Noted()).elsewhere.map(\.description), is: ["SharedBranch (1)"])
    }
    let explanation = await child.recordedExplanation(of: Noted(), trackedProperties: ["computed parent" ~>> "site"])
    expect(explanation.entries.map(\.key.name), is: ["computed parent"] + all.filter { $0 != "computed parent" })
    let entry = explanation["computed parent"]
    expect(entry?.source.rank, is: 1)
    expect(entry?.overridden.map(\.source.description), is: ["SharedBranch (1)"])
    #expect(explanation.elsewhere.isEmpty)
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

  @Test func `A user property reads no properties of ancestors, and misses none`() async {
    await linkAll()
    let screen = await MainBranch("screen")
    let orphan = SharedStation("orphan")
    let erased = await Self.erased(screen)
    let recorder = RecordingTracker.plain()
    let issues = RecordingTracker.plain()
    await TrackableSystem.withTracker(recorder) {
      TrackableSystem.issueHandler = issues.record
      // Where no event may read the parent: one issue, here.
      orphan.setupTrackableChain(parent: erased)
      _ = issues.takeIssues()
      warehouse.close()
      child.updateUserProperty(Level())
      orphan.updateUserProperty(Level())
      warehouse.open()
      await TrackableSystem.flush()
    }
    expect(recorder.calls.count, is: 2)
    expect(parent.asked, is: 0)
    #expect(issues.issues.isEmpty)
  }

  @Test func `Several unreadable ancestors of one type are one issue`() async {
    let screens = [await MainBranch("screen"), await MainBranch("screen")]
    let erased = [await Self.erased(screens[0]), await Self.erased(screens[1])]
    let orphan = SharedStation("orphan")
    let (events, issues) = await observed {
      erased[0].setupTrackableChain(parent: erased[1])
      orphan.setupTrackableChain(parent: erased[0])
      orphan.track(Noted())
    }
    expect(events.map(\.keys), is: [["computed orphan"]])
    expect(issues.map(\.kind), is: [.parentOutOfReach, .parentOutOfReach, .ancestorElsewhere])
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

  @Test func `Each event of a context reports the flaws of its properties`() {
    final class Flawed: TrackableClass, @unchecked Sendable {
      var trackedProperties: TrackedProperties { "flawed" ~>> Double.nan }
    }
    let issues = RecordingTracker.plain()
    withSystem(RecordingTracker.plain(), issues: issues) {
      let context = Flawed().makeTrackingContext()
      #expect(issues.issues.isEmpty)
      context.track(Noted())
      context.track(Noted())
    }
    expect(issues.issues.map(\.kind), is: [.valueDoesNotFit, .valueDoesNotFit])
  }

  /// Not on the main actor, to which the object belongs; the type hides that.
  private nonisolated static func makeContextOutside(of object: any TrackableClass & Sendable) {
    _ = object.makeTrackingContext()
  }

  @Test @MainActor func `A context that cannot read its own object reports an issue`() async {
    let branch: any TrackableClass & Sendable = MainBranch("main")
    let issues = RecordingTracker.plain()
    await withSystem(RecordingTracker.plain(), issues: issues) {
      _ = branch.makeTrackingContext()
      Self.makeContextOutside(of: branch)
      #expect(issues.issues.isEmpty)
      await Task { @concurrent in Self.makeContextOutside(of: branch) }.value
    }
    expect(issues.issues.map(\.kind), is: [.ancestorElsewhere])
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
