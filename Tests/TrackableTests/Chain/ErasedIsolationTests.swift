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

  func link(_ erased: any TrackableClass & Sendable, tracker: Kept) { erased.deliver(to: tracker) }

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

  @Test @MainActor func `One that tracks in a helper on the main thread says what it computes, linked or not`() {
    func names(_ erased: any TrackableClass & Sendable) -> [String] { erased.trackedNames(isolation: nil) }
    let screen = Screen()
    expect(names(screen), is: ["computed screen"])
    screen.setupTrackableChain(trackedProperties: ["link screen" ~>> true])
    expect(names(screen), is: ["link screen", "computed screen"])
    #expect(!screen.askedOnMain.withLock { $0 }.contains(false))
  }

  @Test func `One that tracks off the main actor is named, and so is the remedy`() async {
    let erased = await Self.erased(Screen())
    let (recorder, issues) = (RecordingTracker.plain(), RecordingTracker.plain())
    withSystem(recorder, issues: issues) { erased.track(Noted(), isolation: nil) }
    expect(recorder.events.flatMap(\.unread).map(\.description), is: ["Screen"])
    expect(issues.issues.map(\.kind), is: [.ancestorElsewhere])
    expect(
      issues.issues.map(\.message),
      is: [
        "The computed properties of Screen are missing from 'TrackableTests.Noted': it was tracked outside of the actor that the object belongs to."
      ])
  }

  @Test func `An actor that links a main-actor class does not ask whether it is gone`() async {
    await #expect(processExitsWith: .success) {
      let (depot, issues) = (Depot(), RecordingTracker.plain())
      TrackableSystem.issueHandler = issues.record
      // What takes the memory of each.
      var others: [Screen] = []
      for number in 1...10_000 {
        await depot.link(await ErasedIsolationTests.erased(Screen()), tracker: Kept())
        others.append(Screen())
        precondition(Kept.count == number, "\(Kept.count) of \(number)")
      }
      precondition(issues.issues.map(\.kind) == [.manyUnattendedLinks])
      // The main actor asks about those that it links itself.
      await MainActor.run {
        for _ in 0..<200 {
          Screen().deliver(to: Kept())
          others.append(Screen())
        }
      }
      precondition(Kept.count <= 10_066, "\(Kept.count)")
    }
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
