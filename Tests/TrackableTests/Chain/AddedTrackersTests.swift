import Testing
import Trackable

/// Which trackers get an event, and in which order, for everything that can be set on a chain of two.
struct TrackerSetting: Sendable {
  enum System: CaseIterable { case bootstrapped, later, silent }

  let childBase: Bool, childAdded: Bool, parentBase: Bool, parentAdded: Bool, scope: Bool, isElsewhere: Bool
  let system: System

  static let all: [TrackerSetting] = (0..<64).flatMap { bits in
    System.allCases.map { system in
      TrackerSetting(
        childBase: bits & 1 != 0, childAdded: bits & 2 != 0, parentBase: bits & 4 != 0, parentAdded: bits & 8 != 0,
        scope: bits & 16 != 0, isElsewhere: bits & 32 != 0, system: system)
    }
  }

  /// Who settles it, apart from the system.
  var base: String? { childBase ? "child" : parentBase ? "parent" : scope ? "scope" : nil }

  /// Who gets it in addition: the one that was added last comes last.
  var added: [String] {
    (parentAdded && !childBase ? ["parent added"] : []) + (childAdded ? ["child added"] : [])
  }

  /// Who gets what does not wait for the parent's actor.
  var receiversBelow: [String] {
    let base = childBase ? ["child"] : scope ? ["scope"] : system == .silent ? [] : ["system"]
    return base + (childAdded ? ["child added"] : [])
  }
}

/// A tracker that is an object.
private final class Dashboard: AnalyticsEventTracker {
  let recorder = RecordingTracker.plain()
  func track(_ event: TrackedEvent) { recorder.track(event) }
}

@Suite(.timeLimit(.minutes(10))) struct AddedTrackersTests {
  private let log = CallLog()

  private func tracker(_ label: String, if isWanted: Bool) -> NotingTracker? { isWanted ? log.tracker(label) : nil }

  @Test(arguments: TrackerSetting.all)
  func `The nearest tracker settles it, added ones get it as well, each once`(setting: TrackerSetting) async {
    struct Level: UserProperty { let value = 1 }
    let scoped = ScopedSystem(bootstrapped: nil, issueHandler: { Issue.record("\($0)") })
    switch setting.system {
    case .bootstrapped: scoped.bootstrap(log.tracker("system"))
    case .silent: scoped.bootstrap(NoOpTracker())
    case .later: break  // The system holds calls for its own tracker only.
    }
    let warehouse = Warehouse()
    let (child, middle, parent) = (SharedStation("child"), SharedBranch("middle"), SharedStation("parent"))
    parent.deliver(to: tracker("parent", if: setting.parentBase))
    parent.deliver(alsoTo: tracker("parent added", if: setting.parentAdded))
    let (base, added) = (tracker("child", if: setting.childBase), tracker("child added", if: setting.childAdded))
    if setting.isElsewhere {
      // The parent's trackers are known only after a question on another actor.
      middle.parent = parent
      await warehouse.link(child, parent: middle, tracker: base, adding: added)
    } else {
      child.setupTrackableChain(parent: parent)
      child.deliver(to: base)
      child.deliver(alsoTo: added)
    }
    scoped.run {
      withTrackedProperties([], in: .current.delivering(ifAny: tracker("scope", if: setting.scope))) {
        child.track(NumberedEvent(1))
        child.updateUserProperty(Level())
      }
    }
    await scoped.drain()
    var calls = log.calls
    if setting.system == .later {
      scoped.bootstrap(log.tracker("system"))
      await scoped.drain()
      let later = Array(log.calls.dropFirst(calls.count))
      expect(later.filter { !$0.hasPrefix("system:") }, is: [])
      calls = later + calls
    }
    let settled = setting.base.map { [$0] } ?? (setting.system == .silent ? [] : ["system"])
    for call in ["track 1 ", "Level = 1 "] {
      // Above a parent that is computed on another actor, a user property finds no trackers.
      let isNear = call == "track 1 " || !setting.isElsewhere
      let receivers = calls.filter { $0.contains(call) }.map { String($0.prefix { $0 != ":" }) }
      expect(receivers, is: isNear ? settled + setting.added : setting.receiversBelow)
    }
  }

  @Test(arguments: [false, true])
  func `An object that is added several times on one way gets each event once, a value each time`(isSystems: Bool) {
    let (dashboard, value) = (Dashboard(), RecordingTracker.plain())
    let (home, project, thanks) = (SharedStation("home"), SharedStation("project"), SharedStation("thanks"))
    // Or it is the system's tracker as well.
    withSystem(isSystems ? dashboard : log.tracker("system")) {
      home.deliver(alsoTo: value)
      project.setupTrackableChain(parent: home)
      project.deliver(alsoTo: dashboard)
      thanks.setupTrackableChain(parent: project)
      thanks.deliver(alsoTo: dashboard)
      thanks.track(NumberedEvent(1))
      thanks.makeTrackingContext().delivering(alsoTo: dashboard).delivering(alsoTo: value)
        .track(NumberedEvent(2))
      thanks.deliver(to: dashboard)
      thanks.deliver(alsoTo: dashboard)
      thanks.track(NumberedEvent(3))
    }
    expect(dashboard.recorder.events.map(\.name), is: ["1", "2", "3"])
    expect(value.events.map(\.name), is: ["1", "2", "2"])
    expect(log.calls.map { $0.prefix(15) }, is: isSystems ? [] : ["system: track 1", "system: track 2"])
  }
}
