import Testing
import Trackable

@MainActor private final class Screen {
  private(set) var asked = 0
  let name: String
  init(_ name: String) { self.name = name }

  fileprivate func ask() -> TrackedProperties {
    asked += 1
    return ["computed \(name)" ~>> true]
  }
}

extension Screen: @MainActor TrackableClass {
  var trackedProperties: TrackedProperties { ask() }
}

@globalActor private actor Library {
  static let shared = Library()
}

@Library private final class Shelf: @Library TrackableClass {
  var trackedProperties: TrackedProperties { "computed shelf" ~>> true }
}

/// An actor with objects that are not `Sendable`.
private actor Depot {
  private let child = Station("child")
  private let parent = Station("parent")
  private let train = Train()

  func link() {
    child.setupTrackableChain(parent: parent)
  }

  func link(_ child: SharedStation, parent: any TrackableClass & Sendable) {
    child.setupTrackableChain(trackedProperties: ["link \(child.name)" ~>> true], parent: parent)
  }

  func linkBelowTrain(_ child: SharedStation) { child.setupTrackableChain(parent: train) }

  func trackedNames() -> [String] { child.trackedNames() }
  func trackedNames(of station: any TrackableClass & Sendable) async -> [String] { await station.deliveredNames() }
  func trackedNames(of train: sending Train) -> [String] { train.trackedNames() }
}

/// An object with its parent, neither of them `Sendable`.
private final class Train: TrackableClass, @unchecked Sendable {
  private let engine = Station("engine")
  init() { setupTrackableChain(parent: engine) }
  var trackedProperties: TrackedProperties { "computed train" ~>> true }
}

@Suite struct IsolationTests {
  // MARK: One isolation

  @Test @Library func `On a global actor ancestors are evaluated at once`() {
    let child = Shelf()
    let parent = Station("parent")
    child.setupTrackableChain(parent: parent)
    expect(child.trackedNames(), is: ["computed shelf", "computed parent"])
  }

  @Test func `Inside an actor ancestors are evaluated at once`() async {
    let depot = Depot()
    await depot.link()
    expect(await depot.trackedNames(), is: ["computed child", "computed parent"])
  }

  // MARK: Several isolations

  @Test func `An ancestor on another actor is read there, and the event waits for it`() async {
    let child = SharedStation("child")
    let root = SharedStation("root")
    let screen = await Self.linkBelowScreen(child, root: root)
    let expected = ["link child", "computed child", "link screen", "computed screen", "link root", "computed root"]
    expect(await child.deliveredNames(), is: expected)
    expect(await screen.asked, is: 1)
    // On its own actor it is asked at once.
    expect(await Self.onMain { child.trackedNames() }, is: expected)
  }

  @MainActor private static func linkBelowScreen(_ child: SharedStation, root: SharedStation) -> Screen {
    let screen = Screen("screen")
    child.setupTrackableChain(trackedProperties: ["link child" ~>> true], parent: screen)
    linkOutside(screen, parent: root)
    return screen
  }

  /// Not on any actor. The type hides that the screen belongs to the main actor.
  private nonisolated static func linkOutside(_ screen: any TrackableClass & Sendable, parent: SharedStation) {
    parent.setupTrackableChain(trackedProperties: ["link root" ~>> true])
    screen.setupTrackableChain(trackedProperties: ["link screen" ~>> true], parent: parent)
  }

  @MainActor private static func onMain<Result: Sendable>(_ body: @MainActor () -> Result) -> Result { body() }

  @Test func `Objects that were linked outside any actor and sent into one take their chain along`() async {
    let train = Train()
    expect(await Depot().trackedNames(of: train), is: ["computed train", "computed engine"])
  }

  @Test func `Objects that came into an actor as one region are read inside that actor`() async {
    let child = SharedStation("child")
    let depot = Depot()
    await depot.linkBelowTrain(child)
    expect(await depot.trackedNames(of: child), is: ["computed child", "computed train", "computed engine"])
    let expected = ["computed child", "computed train", "computed engine"]
    expect(await Depot().trackedNames(of: child), is: expected)
    expect(await child.deliveredNames(), is: expected)
  }

  /// Not on any actor, for the compiler. The type hides that the parent belongs to the main actor.
  private nonisolated static func link(_ child: Station, below parent: any TrackableClass & Sendable) {
    child.setupTrackableChain(trackedProperties: ["link child" ~>> true], parent: parent)
  }

  @Test @MainActor func `A function without isolation that runs on the main actor links to a screen`() async {
    let (child, screen, issues) = (Station("child"), Screen("screen"), RecordingTracker.plain())
    withSystem(NoOpTracker(), issues: issues) { Self.link(child, below: screen) }
    expect(child.trackedNames(), is: ["link child", "computed child", "computed screen"])
    expect(issues.issues.count, is: 0)
  }

  // MARK: A type that lost its actor

  @MainActor private static func erased(_ screen: Screen) -> any TrackableClass & Sendable { screen }

  @Test func `A main-actor class that was linked outside the main actor without its type is read nowhere`() async {
    let screen = await Screen("screen")
    let erased = await Self.erased(screen)
    let child = SharedStation("child")
    let issues = RecordingTracker.plain()
    var line: UInt = 0
    withSystem(NoOpTracker(), issues: issues) {
      line = #line + 1
      child.setupTrackableChain(parent: erased)
    }
    expect(issues.issues.map(\.kind), is: [.parentOutOfReach])
    expect(issues.issues.first?.location.description, is: "TrackableTests/IsolationTests.swift:\(line)")
    Self.linkOutside(erased, parent: SharedStation("root"))
    let expected = ["computed child", "link screen", "link root"]
    expect(child.trackedNames(), is: expected)
    expect(await Depot().trackedNames(of: child), is: expected)
    expect(await Self.onMain { child.trackedNames() }, is: expected)
    expect(await screen.asked, is: 0)
  }
}
