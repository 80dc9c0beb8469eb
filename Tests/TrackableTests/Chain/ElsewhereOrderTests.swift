import Foundation
import Testing

@testable import Trackable

/// Events of one caller arrive in the order tracked, whether they had to be completed on other actors or not.
@Suite(.timeLimit(.minutes(1))) struct ElsewhereOrderTests {
  private struct Level: UserProperty {
    let value: Int
    var name: String { "level \(value)" }
  }

  private struct Failed: Error {}

  private let warehouses = [Warehouse(), Warehouse()]
  private let near = SharedStation("near")
  /// Below an ancestor on the warehouse with the same number.
  private let far = [SharedStation("far 0"), SharedStation("far 1")]
  private let ancestors = [SharedBranch("0"), SharedBranch("1")]

  private func linkAll() async {
    for index in 0..<2 { await warehouses[index].link(far[index], parent: ancestors[index]) }
  }

  @Test func `What waits for a closed actor, what does not and what goes elsewhere arrive in order`() async {
    await linkAll()
    let log = Lock<[String]>([])
    let own = SharedStation("own")
    own.setupTrackableChain(tracker: LogTracker(label: "own", log: log))
    let ownAndFar = SharedStation("own and far")
    await warehouses[1].link(ownAndFar, parent: ancestors[1], tracker: LogTracker(label: "own", log: log))
    warehouses[0].close()
    await TrackableSystem.withTracker(LogTracker(label: "system", log: log)) {
      let callers = [near, far[0], near, far[1], own, far[0], ownAndFar, near, own]
      for round in 0..<200 {
        for (index, caller) in callers.enumerated() { caller.track(NumberedEvent(round * callers.count + index)) }
      }
      // The first one has nobody to wait for.
      #expect(log.withLock { $0 } == ["system 0"])
      warehouses[0].open()
      await TrackableSystem.flush()
    }
    let labels = ["system", "system", "system", "system", "own", "system", "own", "system", "own"]
    #expect(log.withLock { $0 } == (0..<1800).map { "\(labels[$0 % 9]) \($0)" })
  }

  @Test func `Everything else that is told to trackers keeps its place among events`() async {
    await linkAll()
    let recorder = CallRecorder()
    await TrackableSystem.withTracker(recorder) {
      let system = TrackableSystem.tracker
      warehouses[0].close()
      far[0].track(NumberedEvent(1))
      system.identify("john")
      far[0].updateUserProperty(Level(value: 2))
      system.report(Failed(), at: SourceLocation(fileID: "App/File.swift", line: 3))
      near.updateUserProperty(Level(value: 4))
      system.track(NumberedEvent(5))
      TrackingContext().track(NumberedEvent(6))
      system.reset()
      far[1].track(NumberedEvent(7))
      #expect(recorder.calls == [])
      warehouses[0].open()
      await TrackableSystem.flush()
    }
    #expect(
      recorder.calls == [
        "track 1 [computed far 0: true, computed 0: true]", "identify john", "update level 2: 2",
        "report Failed() at App/File.swift:3", "update level 4: 4", "track 5 []", "track 6 []", "reset",
        "track 7 [computed far 1: true, computed 1: true]",
      ])
  }

  @Test func `The time is that of the call, and so is all but what an ancestor elsewhere computes`() async {
    await linkAll()
    let recorder = Recorder()
    await TrackableSystem.withTracker(recorder) {
      far[0].setupTrackableChain()
      await warehouses[0].link(far[0], saying: ["before" ~>> true], parent: ancestors[0])
      TrackableSystem.defaultProperties = ["default" ~>> "before"]
      warehouses[0].close()
      let before = Date()
      withTrackedProperties(["scope" ~>> "before"]) {
        far[0].track(NumberedEvent(1), trackedProperties: ["site" ~>> true])
      }
      let after = Date()
      while Date() <= after {}
      far[0].setupTrackableChain(trackedProperties: ["after" ~>> true])
      TrackableSystem.defaultProperties = ["default" ~>> "after"]
      ancestors[0].whenAsked { #expect(TrackableSystem.defaultProperties["default"] == "after") }
      warehouses[0].open()
      await TrackableSystem.flush()
      let event = recorder.events.first
      #expect(
        event?.properties == [
          "site" ~>> true, "before" ~>> true, "computed far 0" ~>> true, "computed 0" ~>> true, "scope" ~>> "before",
          "default" ~>> "before",
        ])
      #expect(event.map { $0.timestamp >= before && $0.timestamp <= after } == true)
    }
  }

  @Test func `A key that an ancestor elsewhere gives wins over what is above it and not over what is below`() async {
    let warehouse = Warehouse()
    let (child, parent, root) = (SharedStation("child"), SharedBranch("parent"), SharedStation("root"))
    root.setupTrackableChain(trackedProperties: ["computed parent" ~>> "root"])
    parent.setupTrackableChain(trackedProperties: ["other" ~>> "link"], parent: root)
    await warehouse.link(child, parent: parent)
    let (events, issues) = await observed {
      TrackableSystem.defaultProperties = ["computed parent" ~>> "default", "other" ~>> "default"]
      child.track(NumberedEvent(1))
      child.track(NumberedEvent(2), trackedProperties: ["computed parent" ~>> "site"])
    }
    #expect(events.map { $0.properties["computed parent"] } == [true, "site"])
    #expect(events.first?.keys == ["computed child", "other", "computed parent", "computed root"])
    #expect(events.last?.keys == ["computed parent", "computed child", "other", "computed root"])
    #expect(issues.isEmpty)
  }

  @Test func `A flush waits for what was tracked before it, also what others had to be asked for`() async {
    await linkAll()
    let recorder = Recorder()
    await TrackableSystem.withTracker(recorder) {
      await TrackableSystem.flush()
      for round in 1...20 {
        warehouses[round % 2].close()
        for number in 0..<50 { (number % 3 == 0 ? near : far[number % 2]).track(NumberedEvent(number)) }
        async let seen = {
          await TrackableSystem.flush()
          return recorder.events.count
        }()
        warehouses[round % 2].open()
        #expect(await seen == round * 50)
      }
    }
  }

  @MainActor private static func block(
    until opened: DispatchSemaphore, saying entered: CheckedContinuation<Void, Never>
  ) {
    entered.resume()
    opened.wait()
  }

  @MainActor private static func linkBelowMain(_ child: SharedStation) -> MainBranch {
    let branch = MainBranch("main")
    child.setupTrackableChain(parent: branch)
    return branch
  }

  @Test func `A main actor that is blocked delays and loses nothing`() async {
    let child = SharedStation("child")
    let branch = await Self.linkBelowMain(child)
    let recorder = Recorder()
    let opened = DispatchSemaphore(value: 0)
    await TrackableSystem.withTracker(recorder) {
      await withCheckedContinuation { entered in
        Task { @MainActor in Self.block(until: opened, saying: entered) }
      }
      near.track(NumberedEvent(0))
      for number in 1..<100 { (number % 2 == 0 ? near : child).track(NumberedEvent(number)) }
      #expect(recorder.events.count == 1)
      opened.signal()
    }
    #expect(recorder.events.map(\.name) == (0..<100).map { "\($0)" })
    #expect(
      recorder.events.map(\.keys)
        == (0..<100).map {
          $0 % 2 == 0 ? ["computed near"] : ["computed child", "computed main"]
        })
    await MainActor.run { withExtendedLifetime(branch) {} }
  }
}
