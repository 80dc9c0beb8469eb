import Foundation
import Testing
import Trackable

private struct Nick: UserProperty {
  let value: String
  init(_ value: String) { self.value = value }
}

private struct Level: UserProperty { let value = 1 }

/// Notes which values it gets.
private final class Values: AnalyticsEventTracker {
  private let log = Lock<[String]>([])
  var all: [String] { log.withLock { $0 } }

  func track(_ event: TrackedEvent) {}
  func update(_ property: TrackedUserProperty) { log.withLock { $0.append("\(property.value)") } }
  func identify(_ userID: String, traits: TrackedProperties) { log.withLock { $0.append(userID) } }
}

/// Of two updates of one user property, trackers end with the later one, also if the first has to ask another actor which
/// trackers are above.
@Suite(.timeLimit(.minutes(10))) struct UserPropertyOrderTests {
  private let system = Values()
  private let module = Values()
  private let issues = RecordingTracker.plain()
  private let warehouses = [Warehouse(), Warehouse()]
  /// Below an ancestor on the warehouse with the same number.
  private let far = [SharedStation("far 0"), SharedStation("far 1")]
  private let ancestors = [SharedBranch("0"), SharedBranch("1")]
  /// Has a tracker.
  private let home = SharedStation("home")

  private func linkAll() async {
    home.setupTrackableChain(tracker: module)
    for index in 0..<2 { await warehouses[index].link(far[index], parent: ancestors[index]) }
  }

  private func close() { for warehouse in warehouses { warehouse.close() } }
  private func open() { for warehouse in warehouses { warehouse.open() } }

  @Test func `An update that waits goes out before a later one, which waits for nobody`() async {
    await linkAll()
    let late = Values()
    await withSystem(system, issues: issues) {
      close()
      far[0].updateUserProperty(Nick("old"))
      far[0].updateUserProperty(Level())
      #expect(system.all == [])
      Nick("new").update()
      #expect(system.all == ["old", "new"])
      open()
      await TrackableSystem.flush()
      TrackableSystem.register(late)
    }
    #expect(system.all == ["old", "new", "1"])
    #expect(late.all == ["new", "1"])
  }

  @Test func `It does so along the chain, on a context and along a task's tracker too`() async {
    await linkAll()
    for update: () -> Void in [
      { home.updateUserProperty(Nick("new")) },
      { TrackingContext().with(tracker: module).updateUserProperty(Nick("new")) },
      { withTrackedProperties([], tracker: module) { Nick("new").update() } },
    ] {
      let (system, late) = (Values(), Values())
      await withSystem(system, issues: issues) {
        close()
        far[0].updateUserProperty(Nick("old"))
        update()
        #expect(system.all == ["old"])
        open()
        await TrackableSystem.flush()
        TrackableSystem.register(late)
      }
      #expect(system.all == ["old"])
      #expect(late.all == ["new"])
    }
    #expect(module.all == ["new", "new", "new"])
  }

  @Test func `What went out before its trackers were known is an issue`() async {
    await linkAll()
    await withSystem(system, issues: issues) {
      close()
      for value in ["old", "middle"] { far[0].updateUserProperty(Nick(value)) }
      Nick("new").update()
      open()
      await TrackableSystem.flush()
    }
    #expect(system.all == ["old", "middle", "new"])
    let name = TrackedUserProperty(Nick("")).name
    #expect(issues.issues.map(\.kind) == [.ancestorElsewhere])
    #expect(
      issues.issues.first?.description.contains(
        "If there is a tracker above SharedBranch, it did not get '\(name)': the actor had not answered when that went "
          + "out. To fix this, do not block the actor for longer than TrackableSystem.readTimeout. If the property or "
          + "the user changes right after the update, link the object that updates it with a tracker: "
          + "setupTrackableChain(tracker:).") == true)
  }

  @Test func `Updates that wait for one actor arrive complete and in order`() async {
    await linkAll()
    ancestors[0].parent = home
    let values = (0..<600).map { "\($0)" }
    await withSystem(system, issues: issues) {
      close()
      for value in values { far[0].updateUserProperty(Nick(value)) }
      open()
      await TrackableSystem.flush()
    }
    #expect(module.all == values)
    #expect(system.all == [])
    #expect(issues.issues.isEmpty)
  }

  @Test func `An update whose actor answers first does not overtake one that waits for another actor`() async {
    await linkAll()
    await withSystem(system, issues: issues) {
      close()
      for (index, value) in ["old", "new"].enumerated() { far[index].updateUserProperty(Nick(value)) }
      warehouses[1].open()
      while !system.all.contains("new") { await Task.yield() }
      warehouses[0].open()
    }
    #expect(system.all == ["old", "new"])
  }

  @Test @MainActor func `On the actor that an earlier update waits for, it is asked at once`() {
    let screen = MainBranch("screen")
    let child = SharedStation("child")
    child.setupTrackableChain(parent: screen)
    screen.setupTrackableChain(parent: home)
    home.setupTrackableChain(tracker: module)
    let scoped = ScopedSystem(bootstrapped: system, issueHandler: issues.record)
    let isUpdated = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
      scoped.run { Self.updateOutside(child) }
      isUpdated.signal()
    }
    isUpdated.wait()
    scoped.run { Nick("new").update() }
    #expect(module.all == ["old"])
    #expect(system.all == ["new"])
    #expect(issues.issues.isEmpty)
  }

  private nonisolated static func updateOutside(_ child: SharedStation) { child.updateUserProperty(Nick("old")) }

  @Test @MainActor func `A parent that updates the property while it is asked does not wait for itself`() {
    let screen = AskedScreen { Nick("asked").update() }
    let child = SharedStation("child")
    child.setupTrackableChain(parent: screen)
    home.setupTrackableChain(tracker: module)
    let scoped = ScopedSystem(bootstrapped: system, issueHandler: issues.record)
    let isUpdated = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
      scoped.run { Self.updateOutside(child) }
      isUpdated.signal()
    }
    isUpdated.wait()
    scoped.run { Nick("new").update() }
    #expect(system.all == ["asked", "old", "new"])
  }

  @Test func `Where trackers of links get nothing, an update waits for nobody`() async {
    await linkAll()
    let (system, issues) = (system, issues)
    TrackableSystem.withTracker(system) {
      TrackableSystem.issueHandler = issues.record
      close()
      far[0].updateUserProperty(Nick("old"))
      far[0].makeTrackingContext().updateUserProperty(Nick("new"))
      #expect(system.all == ["old", "new"])
      open()
    }
    #expect(issues.issues.isEmpty)
  }

  @Test func `An object with a tracker of its own has nobody asked for others`() async {
    await linkAll()
    await warehouses[0].link(far[0], parent: ancestors[0], tracker: module)
    withSystem(system, issues: issues) {
      close()
      far[0].updateUserProperty(Nick("new"))
      #expect(module.all == ["new"])
      open()
    }
    #expect(issues.issues.isEmpty)
  }

  @Test func `Where nobody ever had a tracker, an update waits for nobody`() async {
    await #expect(processExitsWith: .success) {
      let (system, warehouse, child, parent) = (Values(), Warehouse(), SharedStation("child"), SharedBranch("parent"))
      await warehouse.link(child, parent: parent)
      TrackableSystem.bootstrap(system)
      warehouse.close()
      child.updateUserProperty(Nick("old"))
      precondition(system.all == ["old"])
      warehouse.open()
    }
  }

  @Test func `Before the bootstrap as well the later update comes last`() async {
    await linkAll()
    await ScopedSystem(bootstrapped: nil, issueHandler: issues.record).run {
      close()
      far[0].updateUserProperty(Nick("old"))
      Nick("new").update()
      open()
      await TrackableSystem.flush()
      TrackableSystem.bootstrap(system)
    }
    #expect(system.all == ["old", "new"])
  }
}

/// Does something whenever it is asked for its parent.
@MainActor private final class AskedScreen {
  private let whenAsked: () -> Void
  init(_ whenAsked: @escaping () -> Void) { self.whenAsked = whenAsked }
}

extension AskedScreen: @MainActor TrackableClass {
  var trackedProperties: TrackedProperties { [] }
  var trackableParent: (any TrackableClass)? {
    whenAsked()
    return nil
  }
}
