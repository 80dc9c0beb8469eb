import Foundation
import Testing

@testable import Trackable

@MainActor private final class Screen {
  /// Whether each question came on the main actor.
  nonisolated let askedOnMain = Lock<[Bool]>([])
}

extension Screen: @MainActor TrackableClass {
  var trackedProperties: TrackedProperties {
    askedOnMain.withLock { $0.append(Thread.isMainThread) }
    return ["computed screen" ~>> true]
  }
}

private actor Depot {
  func link(_ child: SharedStation, parent: any TrackableClass & Sendable) {
    child.setupTrackableChain(trackedProperties: ["link \(child.name)" ~>> true], parent: parent)
  }

  func trackedNames(of station: SharedStation) -> [String] { station.trackedNames() }
}

/// A main-actor class in `any TrackableClass & Sendable` goes anywhere; what it computes stays on the main actor.
@Suite struct ErasedIsolationTests {
  @MainActor private static func erased(_ screen: Screen) -> any TrackableClass & Sendable { screen }

  @Test func `A main-actor class that was linked inside another actor is never asked there`() async {
    let screen = Screen()
    let child = SharedStation("child")
    let depot = Depot()
    await depot.link(child, parent: await Self.erased(screen))
    #expect(await depot.trackedNames(of: child) == ["link child", "computed child"])
    #expect(!screen.askedOnMain.withLock { $0 }.contains(false))
  }

  @Test func `A main-actor class on which something is tracked off the main actor is not asked`() async {
    let screen = Screen()
    let erased = await Self.erased(screen)
    #expect(erased.trackedNames() == [])
    #expect(!screen.askedOnMain.withLock { $0 }.contains(false))
  }

  @Test func `Nor is one that was linked on the main actor; what was set on it counts`() async {
    // It asserts that it is asked on the main actor.
    let screen = await MainBranch("screen")
    let erased: any TrackableClass & Sendable = await MainActor.run {
      screen.setupTrackableChain(trackedProperties: ["link screen" ~>> true])
      return screen
    }
    #expect(erased.trackedNames() == ["link screen"])
    #expect(await MainActor.run { screen.trackedNames() } == ["link screen", "computed screen"])
    #expect(erased.trackedNames() == ["link screen"])
  }
}
