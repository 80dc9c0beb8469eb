import Testing
import Trackable

/// Each test holds an object at the address of one that is gone: `newcomer(at:make:)` throws where it gets none.
@Suite struct RecycledAddressTests {
  @Test(arguments: [false, true])
  func `A newcomer at a dead object's address inherits nothing, also when it is linked`(hadContext: Bool) async throws {
    let (system, own) = (RecordingTracker.plain(), RecordingTracker.plain())
    let ways: [(link: (Station) -> Void, says: [String])] = [
      ({ _ in }, ["computed newcomer"]),
      ({ $0.setupTrackableChain() }, ["computed newcomer"]),
      ({ $0.deliver(alsoTo: nil) }, ["computed newcomer"]),
      ({ $0.linkNamed(parent: nil) }, ["link newcomer", "computed newcomer"]),
    ]
    for (link, says) in ways {
      try await whereAddressesComeBack {
        let parent = Station("parent")
        parent.linkNamed(parent: nil)
        let former: ObjectIdentifier
        do {
          let gone = Station("gone")
          gone.linkNamed(parent: parent)
          if hadContext { gone.link(to: TrackingContext().appending(["context" ~>> 1])) }
          gone.deliver(to: own)
          former = ObjectIdentifier(gone)
        }
        let newcomer = try newcomer(at: former) { Station("newcomer") }
        link(newcomer)
        withSystem(system) { newcomer.track(Noted()) }
        expect(system.events.last?.keys, is: says)
      }
    }
    #expect(own.events.isEmpty)
  }

  @Test(arguments: [true, false])
  func `A newcomer at a dead parent's address is not taken for the parent`(isReadBefore: Bool) async throws {
    try await whereAddressesComeBack {
      let child = Station("child")
      let former: ObjectIdentifier
      do {
        let parent = Station("parent")
        parent.linkNamed(parent: nil)
        child.linkNamed(parent: parent)
        former = ObjectIdentifier(parent)
      }
      let newcomer = try newcomer(at: former) { Station("newcomer") }
      // Or the newcomer is linked before any event has read the chain.
      if isReadBefore { expect(child.trackedNames(), is: ["link child", "computed child", "link parent"]) }
      newcomer.linkNamed(parent: nil)
      expect(child.trackedNames(), is: ["link child", "computed child", "link parent"])
      // The child stands below the dead, not below the newcomer: this closes no cycle.
      newcomer.linkNamed(parent: child)
      let names = newcomer.trackedNames()
      expect(names, is: ["link newcomer", "computed newcomer", "link child", "computed child", "link parent"])
    }
  }

  @Test func `An event that waited for a dead parent has its link and ancestors, nothing of a newcomer`() async throws {
    try await expectNothingOfNewcomer()
  }

  @Test @MainActor func `The same where the dead parent and the newcomer are linked on one actor`() async throws {
    try await expectNothingOfNewcomer()
  }

  private func expectNothingOfNewcomer(isolation: isolated (any Actor)? = #isolation) async throws {
    try await whereAddressesComeBack {
      let (warehouse, child, root) = (Warehouse(), SharedStation("child"), SharedStation("root"))
      let other = SharedStation("other")
      let (recorder, issues) = (RecordingTracker.plain(), RecordingTracker.plain())
      let system = ScopedSystem(bootstrapped: recorder, issueHandler: issues.record)
      var parent: SharedStation? = SharedStation("parent")
      parent?.setupTrackableChain(
        trackedProperties: ["link parent" ~>> true], parent: root, isolation: isolation)
      await warehouse.link(child, parent: parent)
      warehouse.close()
      system.run { child.track(Noted(), isolation: isolation) }
      // From here on, the event alone refers to the parent's link.
      child.setupTrackableChain(parent: nil, isolation: isolation)
      let former = ObjectIdentifier(try #require(parent))
      parent = nil
      let recycled = Result { try newcomer(at: former) { SharedStation("newcomer") } }
      (try? recycled.get())?.setupTrackableChain(
        trackedProperties: ["link newcomer" ~>> true], parent: other, isolation: isolation)
      #expect(recorder.events.isEmpty)
      warehouse.open()
      await system.drain()
      _ = try recycled.get()
      expect(recorder.events.map(\.keys), is: [["computed child", "link parent", "computed root"]])
      expect(issues.issues.map(\.kind), is: [.ancestorGone])
      expect(recorder.events.map { $0.unread.map(\.description) }, is: [["SharedStation (1)"]])
      withExtendedLifetime((root, other)) {}
    }
  }

  @Test func `Where a newcomer has the address of the dead actor of a link, the parent is read as anywhere`()
    async throws
  {
    try await whereAddressesComeBack {
      let child = SharedStation("child")
      let parent = SharedStation("parent")
      var former: ObjectIdentifier?
      do {
        let platform = Platform()
        await platform.link(child, parent: parent)
        expect(await platform.trackedNames(of: child), is: ["computed child", "computed parent"])
        former = ObjectIdentifier(platform)
      }
      let newcomer = try newcomer(at: try #require(former)) { Platform() }
      expect(await newcomer.trackedNames(of: child), is: ["computed child", "computed parent"])
    }
  }
}

private actor Platform {
  func link(_ child: SharedStation, parent: SharedStation) { child.setupTrackableChain(parent: parent) }
  func trackedNames(of station: SharedStation) -> [String] { station.trackedNames() }
}
