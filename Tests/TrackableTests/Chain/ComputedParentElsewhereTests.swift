import Testing
import Trackable

/// What an ancestor on another actor computes is asked there: its properties, its parent, and all that is above it.
@Suite(.timeLimit(.minutes(10))) struct ComputedParentElsewhereTests {
  private let child = SharedStation("child")

  @MainActor private func linkBelow(_ branch: MainBranch) {
    child.setupTrackableChain(trackedProperties: ["link child" ~>> true], parent: branch)
  }

  @Test @MainActor func `A parent that is computed on the main actor is read there`() async {
    let (view, controller, window) = (MainBranch("view"), MainBranch("controller"), MainBranch("window"))
    (view.parent, controller.parent) = (controller, window)
    linkBelow(view)
    let expected = ["link child", "computed child", "computed view", "computed controller", "computed window"]
    // On the main actor at once, elsewhere after a while: both the same.
    expect(child.trackedNames(), is: expected)
    let child = child
    expect(await Task.detached { await child.deliveredNames() }.value, is: expected)
    controller.parent = nil
    expect(await Task.detached { await child.deliveredNames() }.value, is: expected.dropLast())
    withExtendedLifetime((view, window)) {}
  }

  @Test func `One where a context ends the chain before them gets the event as well`() async {
    let module = RecordingTracker.plain()
    let (warehouse, leaf, controller) = (Warehouse(), SharedStation("leaf"), SharedStation("controller"))
    let view = SharedBranch("view", parent: controller)
    controller.deliver(alsoTo: module)
    await warehouse.link(child, parent: view)
    leaf.link(to: child.makeTrackingContext())
    await withSystem(NoOpTracker()) {
      leaf.track(NumberedEvent(1))
      await TrackableSystem.flush()
    }
    expect(module.calls.map { $0.prefix(7) }, is: ["track 1"])
    withExtendedLifetime((warehouse, view, controller)) {}
  }

  @Test func `A circle over several actors is walked once`() async {
    let warehouses = [Warehouse(), Warehouse()]
    let branches = (0..<4).map { SharedBranch("\($0)") }
    // 0 -> 1 inside one actor, 2 -> 3 inside the other; 1 and 3 compute who is next.
    await warehouses[0].link(branches[0], parent: branches[1])
    await warehouses[1].link(branches[2], parent: branches[3])
    branches[1].parent = branches[2]
    branches[3].parent = branches[0]
    let (events, issues) = await observed { branches[0].track(Noted()) }
    expect(events.map(\.keys), is: [["computed 0", "computed 1", "computed 2", "computed 3"]])
    expect(branches.map(\.asked), is: [1, 1, 1, 1])
    expect(issues.map(\.kind), is: [.cycle])
    withExtendedLifetime((branches, warehouses)) {}
  }

  @Test func `A circle through a context that was taken from it is walked once`() async {
    let warehouse = Warehouse()
    let (view, panel) = (SharedBranch("view"), SharedBranch("panel"))
    await warehouse.link(child, parent: view)
    let context = child.makeTrackingContext()
    panel.link(to: context)
    view.parent = panel
    let (events, issues) = await observed { child.track(Noted()) }
    expect(events.map { Set($0.keys) }, is: [["computed child", "computed view", "computed panel"]])
    #expect(issues.map(\.kind).allSatisfy { $0 == .cycle })
  }
}
