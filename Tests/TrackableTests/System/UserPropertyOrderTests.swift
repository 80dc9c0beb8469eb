import Testing
import Trackable

private struct Nick: UserProperty {
  let value: String
  init(_ value: String) { self.value = value }
}

/// User properties never wait: they go to the trackers that are known at that moment. So of two updates of one property,
/// trackers end with the later one.
@Suite(.timeLimit(.minutes(10))) struct UserPropertyOrderTests {
  private let system = RecordingTracker.plain()
  private let module = RecordingTracker.plain()
  private let issues = RecordingTracker.plain()
  private let warehouse = Warehouse()
  private let child = SharedStation("child")
  private let ancestor = SharedBranch("ancestor")

  @Test func `An update goes out at once, although an ancestor is on another actor`() async {
    await warehouse.link(child, parent: ancestor)
    withSystem(system, issues: issues) {
      warehouse.close()
      for value in ["old", "new"] { child.updateUserProperty(Nick(value)) }
      expect(system.userProperties.map(\.operand), is: ["old", "new"])
      child.makeTrackingContext().updateUserProperty(Nick("last"))
      let leaf = SharedStation("leaf")
      leaf.link(to: child.makeTrackingContext())
      leaf.updateUserProperty(Nick("leaf"))
      expect(system.userProperties.map(\.operand), is: ["old", "new", "last", "leaf"])
      warehouse.open()
    }
    #expect(issues.issues.isEmpty)
  }

  @Test func `A tracker of an ancestor on another actor is known`() async {
    await warehouse.link(child, parent: ancestor)
    ancestor.deliver(to: module)
    withSystem(system, issues: issues) {
      warehouse.close()
      child.updateUserProperty(Nick("new"))
      expect(module.userProperties.map(\.operand), is: ["new"])
      warehouse.open()
    }
    expect(system.userProperties.map(\.operand), is: [])
  }
}
