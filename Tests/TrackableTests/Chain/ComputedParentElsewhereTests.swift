import Testing
import Trackable

/// What an ancestor on another actor computes is asked there: its properties, its parent, and all that is above it.
@Suite(.timeLimit(.minutes(10))) struct ComputedParentElsewhereTests {
  private let child = SharedStation("child")

  @Test @MainActor func `A parent that is computed on the main actor is read there`() async {
    let (view, controller, window) = (MainBranch("view"), MainBranch("controller"), MainBranch("window"))
    (view.parent, controller.parent) = (controller, window)
    child.setupTrackableChain(trackedProperties: ["link child" ~>> true], parent: view)
    let expected = ["link child", "computed child", "computed view", "computed controller", "computed window"]
    // On the main actor at once, elsewhere after a while: both the same.
    expect(child.trackedNames(), is: expected)
    let child = child
    expect(await Task.detached { await child.deliveredNames() }.value, is: expected)
    controller.parent = nil
    expect(await Task.detached { await child.deliveredNames() }.value, is: expected.dropLast())
    withExtendedLifetime((view, window)) {}
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
