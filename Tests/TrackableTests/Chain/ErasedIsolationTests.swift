import Dispatch
import Testing
import Trackable

@MainActor private final class Screen {
  /// Whether each question came on the main actor. It need not run on the main thread, but on the main queue.
  nonisolated let askedOnMain = Lock<[Bool]>([])
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

private actor Depot {
  func link(_ child: SharedStation, parent: any TrackableClass & Sendable) {
    child.setupTrackableChain(trackedProperties: ["link \(child.name)" ~>> true], parent: parent)
  }

  func trackedNames(of station: SharedStation) -> [String] { station.trackedNames() }
  func deliveredNames(of station: SharedStation) async -> [String] { await station.deliveredNames() }

  func linkAgain(_ station: SharedStation) {
    // So many that the table notices which actors are gone.
    for _ in 0..<1_000 { Station("other").setupTrackableChain() }
    station.setupTrackableChain()
  }

  func linkToItself(_ station: SharedStation) {
    station.setupTrackableChain(trackedProperties: ["link again" ~>> true], parent: station)
  }
}

/// An actor that runs where the main actor does.
private actor Neighbour {
  nonisolated var unownedExecutor: UnownedSerialExecutor { MainActor.sharedUnownedExecutor }

  func link(_ child: SharedStation, parent: any TrackableClass & Sendable) { child.setupTrackableChain(parent: parent) }
}

/// A main-actor class in `any TrackableClass & Sendable` goes anywhere; its getter stays on the main actor.
@Suite struct ErasedIsolationTests {
  @MainActor private static func erased(_ screen: Screen) -> any TrackableClass & Sendable { screen }

  @Test func `A main-actor class that was linked inside another actor is never read there`() async {
    let screen = Screen()
    let child = SharedStation("child")
    let depot = Depot()
    await depot.link(child, parent: await Self.erased(screen))
    expect(await depot.trackedNames(of: child), is: ["link child", "computed child"])
    #expect(!screen.askedOnMain.withLock { $0 }.contains(false))
  }

  @Test func `A main-actor class that tracks off the main actor is not read`() async {
    let screen = Screen()
    let erased = await Self.erased(screen)
    expect(erased.trackedNames(), is: [])
    #expect(!screen.askedOnMain.withLock { $0 }.contains(false))
  }

  @Test func `One that was linked on the main actor is not read either; its link counts`() async {
    // It asserts that it is asked on the main actor.
    let screen = await MainBranch("screen")
    let erased: any TrackableClass & Sendable = await MainActor.run {
      screen.setupTrackableChain(trackedProperties: ["link screen" ~>> true])
      return screen
    }
    expect(erased.trackedNames(), is: ["link screen"])
    expect(await MainActor.run { screen.trackedNames() }, is: ["link screen", "computed screen"])
    expect(erased.trackedNames(), is: ["link screen"])
  }

  @Test func `A parent that stays after a refused cycle is read on its actor, from everywhere`() async {
    let screen = Screen()
    let child = SharedStation("child")
    await MainActor.run { child.setupTrackableChain(parent: screen) }
    let depot = Depot()
    let issues = RecordingTracker.plain()
    await withSystem(NoOpTracker(), issues: issues) { await depot.linkToItself(child) }
    expect(issues.issues.map(\.kind), is: [.cycle])
    expect(await depot.deliveredNames(of: child), is: ["link again", "computed child", "computed screen"])
    expect(await MainActor.run { child.trackedNames() }, is: ["link again", "computed child", "computed screen"])
    expect(screen.askedOnMain.withLock { $0 }, is: [true, true])
  }

  @Test func `A main-actor parent that was linked on an actor which is gone is not read on another actor`() async {
    let screen = Screen()
    let child = SharedStation("child")
    await Neighbour().link(child, parent: await Self.erased(screen))
    let depot = Depot()
    expect(await depot.trackedNames(of: child), is: ["computed child"])
    await depot.linkAgain(child)
    expect(await depot.trackedNames(of: child), is: ["computed child"])
    #expect(!screen.askedOnMain.withLock { $0 }.contains(false))
  }
}
