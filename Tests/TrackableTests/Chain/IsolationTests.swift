import Dispatch
import Testing
import Trackable

@MainActor private final class Screen {
  /// Whether each question came on the main actor. It need not run on the main thread, but on the main queue.
  nonisolated let askedOnMain = Lock<[Bool]>([])
  nonisolated var asked: [Bool] { askedOnMain.withLock { $0 } }

  private nonisolated static let isMainQueue = {
    let key = DispatchSpecificKey<Bool>()
    DispatchQueue.main.setSpecific(key: key, value: true)
    return key
  }()

  fileprivate nonisolated static func isOnMain() -> Bool { DispatchQueue.getSpecific(key: isMainQueue) ?? false }
}

extension Screen: @MainActor TrackableClass {
  var trackedProperties: TrackedProperties {
    askedOnMain.withLock { $0.append(Self.isOnMain()) }
    return ["computed screen" ~>> true]
  }
}

/// An object with its parent, neither of them `Sendable`.
private final class Train: TrackableClass, @unchecked Sendable {
  private let engine = Station("engine")
  init() { setupTrackableChain(parent: engine) }
  var trackedProperties: TrackedProperties { "computed train" ~>> true }
}

private actor Depot {
  private let train = Train()

  func linkBelowTrain(_ child: SharedStation) { child.setupTrackableChain(parent: train) }

  func linkToItself(_ station: SharedStation) {
    station.setupTrackableChain(trackedProperties: ["link again" ~>> true], parent: station)
  }

  func linkAgain(_ station: SharedStation) {
    // So many that the table notices which actors are gone.
    for _ in 0..<1_000 { Station("other").setupTrackableChain() }
    station.setupTrackableChain()
  }

  func trackedNames(of station: SharedStation) -> [String] { station.trackedNames() }
  func trackedNames(of train: sending Train) -> [String] { train.trackedNames() }
  func deliveredNames(of station: SharedStation) async -> [String] { await station.deliveredNames() }
}

/// An actor that runs where the main actor does.
private actor Neighbour {
  nonisolated var unownedExecutor: UnownedSerialExecutor { MainActor.sharedUnownedExecutor }

  func link(_ child: SharedStation, parent: any TrackableClass & Sendable) { child.setupTrackableChain(parent: parent) }
}

@Suite struct IsolationTests {
  private let child = SharedStation("child")
  private let issues = RecordingTracker.plain()

  @Test func `Objects that were linked outside any actor and sent into one take their chain along`() async {
    let train = Train()
    expect(await Depot().trackedNames(of: train), is: ["computed train", "computed engine"])
  }

  @Test func `Objects that came into an actor as one region are read inside that actor`() async {
    let depot = Depot()
    await depot.linkBelowTrain(child)
    let expected = ["computed child", "computed train", "computed engine"]
    expect(await depot.trackedNames(of: child), is: expected)
    expect(await Depot().deliveredNames(of: child), is: expected)
    expect(await child.deliveredNames(), is: expected)
  }

  @Test @MainActor func `A function without isolation that runs on the main actor links to a screen`() {
    let (child, screen) = (child, Screen())
    withSystem(NoOpTracker(), issues: issues) { Self.linkOutside(child, saying: "link child", parent: screen) }
    expect(child.trackedNames(), is: ["link child", "computed child", "computed screen"])
    expect(issues.issues.count, is: 0)
  }

  // MARK: A main-actor class in `any TrackableClass & Sendable` goes anywhere; its getter stays on the main actor.

  @MainActor private static func erased(_ screen: Screen) -> any TrackableClass & Sendable { screen }

  /// Not on any actor, for the compiler.
  private nonisolated static func linkOutside(
    _ object: any TrackableClass & Sendable, saying name: String, parent: any TrackableClass & Sendable
  ) {
    object.setupTrackableChain(trackedProperties: [PropertyKey(name) ~>> true], parent: parent)
  }

  @Test func `A main-actor class that was linked outside the main actor without its type is read nowhere`() async {
    let screen = Screen()
    let erased = await Self.erased(screen)
    var line: UInt = 0
    withSystem(NoOpTracker(), issues: issues) {
      line = #line + 1
      child.setupTrackableChain(parent: erased)
    }
    expect(issues.issues.map(\.kind), is: [.parentOutOfReach])
    expect(issues.issues.first?.location.description, is: "TrackableTests/IsolationTests.swift:\(line)")
    let root = SharedStation("root")
    root.setupTrackableChain(trackedProperties: ["link root" ~>> true])
    Self.linkOutside(erased, saying: "link screen", parent: root)
    let expected = ["computed child", "link screen", "link root", "computed root"]
    expect(child.trackedNames(), is: expected)
    expect(await Depot().deliveredNames(of: child), is: expected)
    expect(await MainActor.run { [child] in child.trackedNames() }, is: expected)
    expect(screen.asked, is: [])
  }

  @Test @MainActor func `One that tracks in a helper on the main thread says what it computes, linked or not`() {
    func names(_ erased: any TrackableClass & Sendable) -> [String] { erased.trackedNames(isolation: nil) }
    let screen = Screen()
    expect(names(screen), is: ["computed screen"])
    screen.setupTrackableChain(trackedProperties: ["link screen" ~>> true])
    expect(names(screen), is: ["link screen", "computed screen"])
    #expect(!screen.asked.contains(false))
  }

  @Test(arguments: [false, true])
  func `One that tracks off the main actor is named, and so is the remedy; its link counts`(isLinked: Bool) async {
    let (screen, recorder) = (Screen(), RecordingTracker.plain())
    if isLinked { await MainActor.run { screen.setupTrackableChain(trackedProperties: ["link screen" ~>> true]) } }
    let erased = await Self.erased(screen)
    withSystem(recorder, issues: issues) { erased.track(Noted(), isolation: nil) }
    expect(recorder.events.map(\.keys), is: [isLinked ? ["link screen"] : []])
    expect(recorder.events.flatMap(\.unread).map(\.description), is: ["Screen"])
    expect(issues.issues.map(\.kind), is: [.ancestorElsewhere])
    expect(
      issues.issues.map(\.message),
      is: [
        "The computed properties of Screen are missing from 'TrackableTests.Noted': it was tracked outside of the actor that the object belongs to."
      ])
  }

  @Test func `A parent that stays after a refused cycle is read on its actor, from everywhere`() async {
    let (child, screen, depot) = (child, Screen(), Depot())
    await MainActor.run { child.setupTrackableChain(parent: screen) }
    await withSystem(NoOpTracker(), issues: issues) { await depot.linkToItself(child) }
    expect(issues.issues.map(\.kind), is: [.cycle])
    let expected = ["link again", "computed child", "computed screen"]
    expect(await depot.deliveredNames(of: child), is: expected)
    expect(await MainActor.run { child.trackedNames() }, is: expected)
    expect(screen.asked, is: [true, true])
  }

  @Test func `A main-actor parent that was linked on an actor which is gone is not read on another actor`() async {
    let (screen, depot) = (Screen(), Depot())
    await Neighbour().link(child, parent: await Self.erased(screen))
    expect(await depot.trackedNames(of: child), is: ["computed child"])
    await depot.linkAgain(child)
    expect(await depot.trackedNames(of: child), is: ["computed child"])
    #expect(!screen.asked.contains(false))
  }
}
