import Foundation
import TestSupport
import Testing
import Trackable
import TrackableHub
import TrackableTesting

@testable import TrackableHTTP

/// A destination where it belongs: in a hub.
@Suite struct DestinationInHubTests {
  private enum Events: String, Event { case opened, closed }

  private func makeHub(_ trackers: [any AnalyticsEventTracker]) -> TrackerHub {
    // Time stands still: the hub reaches no limit, also on a busy machine.
    var policy = DeliveryPolicy()
    policy.batchDelay = .zero
    let hub = TrackerHub(trackers, policy: policy, clock: ManualClock())
    hub.start()
    return hub
  }

  @Test(arguments: [true, false])
  func `What a process left is sent, unless the user has denied it, which ends the ID`(_ isDenied: Bool) async throws {
    let world = try DestinationWorld { number, _ in number == 0 ? .respond(500) : .respond(200) }
    let left = try world.makeDestination()
    let earlier = makeHub([left])
    earlier.track(TrackedEvent(Events.opened))
    await earlier.flush(timeout: .seconds(5))
    #expect(world.everythingStored().contains(Data("opened".utf8)))
    func anonymousID() -> String? {
      try? String(contentsOf: left.folder.appending(path: "anonymous-id"), encoding: .utf8)
    }
    let before = try #require(anonymousID())

    let consent = Consent(isDenied ? [.analytics: .denied] : [:])
    let destination = try world.makeDestination()
    let hub = makeHub([destination.requiringConsent(.analytics, from: consent)])
    // Nothing has been decided in the other case, and still nothing waits for a decision.
    if !isDenied { await until { world.taken.count == 1 } }
    await hub.flush()
    #expect(world.taken.count == (isDenied ? 0 : 1))
    if isDenied { #expect(anonymousID() != before) }
    consent.grant(.analytics)
    await hub.flush()
    #expect(world.taken.count == (isDenied ? 0 : 1))
    #expect(!world.everythingStored().contains(Data("opened".utf8)))
  }

  /// How a person ends while a gate holds all calls, which are lost with the app.
  enum Ending: CaseIterable { case none, signIn, signOut, anotherUser }

  @Test(arguments: Ending.allCases)
  func `The ID ends with its person, though a gate loses the call that says so`(_ ending: Ending) async throws {
    let world = try DestinationWorld()
    for launch in 1...3 {
      let configured = TrackerGate("the configuration arrived")
      let hub = makeHub([try world.makeDestination().holding(until: configured)])
      if launch != 2 { configured.open() }
      ScopedSystem(bootstrapped: hub).run {
        // The app restores its user.
        if launch == 3, ending == .signIn { TrackableSystem.identify("alice") }
        if launch == 3, ending == .anotherUser { TrackableSystem.identify("bob") }
        TrackableSystem.track(Events.opened)
        if launch != 2 || ending == .none { return }
        TrackableSystem.identify("alice")
        if ending == .signOut { TrackableSystem.reset() }
        if ending == .anotherUser { TrackableSystem.identify("bob") }
      }
      await hub.flush(timeout: .seconds(5))
      await hub.shutdown()
    }
    let ids = world.taken.filter { $0.name.hasSuffix("opened") }.map(\.anonymous)
    #expect(ids.count == 2)
    #expect((ids.first == ids.last) == (ending == .none || ending == .signIn))
  }

  @Test func `A purge that has waited drops nothing that was tracked after it was called for`() async throws {
    let world = try DestinationWorld()
    let hub = makeHub([try world.makeDestination()])
    let system = ScopedSystem(bootstrapped: nil)
    system.run {
      Events.opened.trigger()
      TrackableSystem.purge()
      Events.closed.trigger()
    }
    system.run { TrackableSystem.bootstrap(hub) }
    await hub.flush(timeout: .seconds(5))
    #expect(world.taken.map(\.name).map { $0.hasSuffix("closed") } == [true])
  }

  /// A tracker that keeps the first call with data about the user until the test lets the call go on.
  private struct Slow: ForwardingTracker {
    var base: any AnalyticsEventTracker
    let turnstile = Turnstile()
    func track(_ event: TrackedEvent) {
      turnstile.pass()
      base.track(event)
    }
    func update(_ property: TrackedUserProperty) {
      turnstile.pass()
      base.update(property)
    }
    func report(_ error: any Error, at location: CodeLocation) {
      turnstile.pass()
      base.report(error, at: location)
    }
  }

  private struct Mood: UserProperty {
    let name = "mood"
    let value = "calm"
  }

  /// The calls that carry data about the user.
  enum Late: CaseIterable {
    case event, userProperty, error

    func make() {
      switch self {
      case .event: Events.opened.trigger()
      case .userProperty: TrackableSystem.update(Mood())
      case .error: TrackableSystem.report(CancellationError())
      }
    }
  }

  @Test(arguments: [(Late.event, false), (.userProperty, false), (.error, false), (.event, true)])
  func `A call that a purge or denial overtakes is not sent, later ones are`(_ call: Late, denies: Bool) async throws {
    let (world, consent) = (try DestinationWorld(), Consent([.analytics: .granted]))
    let slow = Slow(base: try world.makeDestination())
    let hub = makeHub([denies ? slow.requiringConsent(.analytics, from: consent) : slow])
    let system = ScopedSystem(bootstrapped: hub)
    let end = begin { system.run { call.make() } }
    await until { slow.turnstile.hasCome }
    system.run {
      if denies {
        consent.deny(.analytics)
        consent.grant(.analytics)
      } else {
        TrackableSystem.purge()
      }
    }
    // It has arrived everywhere before the call goes on. Behind a gate, a flush would wait for that.
    if !denies { await hub.flush(timeout: .seconds(5)) }
    system.run { Events.closed.trigger() }
    slow.turnstile.open()
    await end()
    system.run { Events.closed.trigger() }
    await hub.flush(timeout: .seconds(5))
    #expect(world.taken.map(\.name).filter { $0 != "reset" }.map { $0.hasSuffix("closed") } == [true, true])
  }

  /// What has become of its hub.
  enum HubState: CaseIterable { case closed, givenUp, configuring }

  @Test(arguments: HubState.allCases)
  func `A denial is obeyed in every state of the hub`(state: HubState) async throws {
    struct Refusal: Error {}
    let world = try DestinationWorld { _, _ in .respond(500) }
    let earlier = makeHub([try world.makeDestination()])
    earlier.track(TrackedEvent(Events.opened))
    await earlier.flush(timeout: .seconds(5))

    let (consent, destination) = (Consent([.analytics: .granted]), try world.makeDestination())
    let (isConfiguring, goOn) = (Lock(false), Lock(state != .configuring))
    let configured = destination.destination {
      isConfiguring.withLock { $0 = true }
      await until { goOn.withLock { $0 } }
      if state == .givenUp { throw Refusal() }
    } policy: {
      $0.retry = RetryPolicy(limit: 0)
    }
    let isGivenUp = Lock(false)
    let hub = TrackableSystem.withTracker(NoOpTracker()) {
      TrackableSystem.issueHandler = { if $0.kind == .destinationGivenUp { isGivenUp.withLock { $0 = true } } }
      return makeHub([configured.requiringConsent(.analytics, from: consent)])
    }
    await until { isConfiguring.withLock({ $0 }) }
    switch state {
    case .closed: await hub.shutdown()
    case .givenUp: await until { isGivenUp.withLock { $0 } }
    case .configuring: break
    }
    await until { destination.figures.stored != 0 }
    consent.deny(.analytics)
    await until { destination.figures.stored == 0 }
    // The folder was moved away when the denial returned; a moment later it is deleted.
    await until { !world.everythingStored().contains(Data("opened".utf8)) }
    goOn.withLock { $0 = true }
  }

  @Test func `After a denial no request begins with an earlier event, though the disk stands still`() async throws {
    let world = try DestinationWorld()
    let (disk, consent) = (SimulatedDisk(), Consent([.analytics: .granted]))
    for round in 0..<SearchScale.times(10, long: 1_000) {
      consent.grant(.analytics)
      let files = SimulatedFileSystem(disk)
      let turnstile = Turnstile()
      let destination = try world.makeDestination(count: 1, files: files)
      let hub = makeHub([destination.requiringConsent(.analytics, from: consent)])
      // One of the first syncs takes its time.
      files.beforeSyncing.withLock { $0 = Array(repeating: {}, count: round % 10) + [{ turnstile.pass() }] }
      for _ in 0..<10 where !turnstile.hasCome {
        hub.track(TrackedEvent(Events.opened))
        for _ in 0..<100 { await Task.yield() }
      }
      consent.deny(.analytics)
      let before = world.server.requests.count
      if round % 2 == 0 {
        // The process is killed in this state.
        files.kill()
      }
      turnstile.open()
      let next = try world.makeDestination(files: SimulatedFileSystem(disk))
      await next.flush()
      if round % 2 == 1 { await hub.flush(timeout: .seconds(9)) }
      #expect(world.server.requests.count == before, "round \(round)")
      #expect(next.figures.adopted == 0)
      files.kill()
    }
  }

  @Test func `Each purge is done, whether the caller or the hub comes first`() async throws {
    let world = try DestinationWorld { _, _ in .respond(500) }
    let (slow, disk, goOn) = (SimulatedFileSystem(SimulatedDisk()), SimulatedDisk(), DispatchSemaphore(value: 0))
    let first = try world.makeDestination(name: "first", files: slow)
    let second = try world.makeDestination(name: "second", files: SimulatedFileSystem(disk))
    let hub = makeHub([first, second])
    for round in 1...3 {
      for _ in 0..<5 { hub.track(TrackedEvent(Events.opened)) }
      await hub.flush(timeout: .seconds(9))
      #expect(second.figures.stored == 5)
      // The caller is kept at the first destination while the second one is told by the hub.
      slow.interrupt(after: 0) { goOn.wait() }
      let end = begin { hub.purge() }
      await until { hub.ledger["second"]?.delivered == round }
      goOn.signal()
      await end()
      #expect(second.figures.stored == 0, "round \(round)")
      let left = try SimulatedFileSystem(disk).names(in: second.folder.path + "/records")
      #expect(left.allSatisfy { $0 == "events" }, "round \(round)")
    }
  }

  @Test func `After a shutdown has returned, no request begins`() async throws {
    let turnstile = Turnstile()
    let world = try DestinationWorld(clock: ManualClock()) { _, _ in
      turnstile.pass()
      return .respond(200)
    }
    let destination = try world.makeDestination(count: 1)
    let hub = makeHub([destination])
    for _ in 0..<30 { hub.track(TrackedEvent(Events.opened)) }
    await until { turnstile.hasCome && destination.figures.accepted == 30 }
    await hub.shutdown(timeout: .zero)
    let before = world.server.requests.count
    turnstile.open()
    // What the hub had handed over late is stored, and not sent either.
    try await destination.take([1])
    for _ in 0..<1_000 { await Task.yield() }
    #expect(world.server.requests.count == before && before == 1)
    let next = try world.makeDestination()
    await destination.flush()
    await next.flush()
    #expect(Set(world.taken.map(\.id)).count == 31)
  }

  @Test func `A call that was cancelled before the end of a hub sends nothing after it`() async throws {
    let world = try DestinationWorld()
    let destination = try world.makeDestination()
    try await destination.take([1])
    destination.hubHasEnded()
    let late = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      try? await destination.configure()
      await destination.flush()
    }
    await late.value
    for _ in 0..<1_000 { await Task.yield() }
    #expect(world.server.requests.count == 0)
    await destination.flush()
    #expect(world.taken.map(\.name) == ["1"])
  }

  @Test func `Before the first unlock events wait in the hub, and then have the ID from before`() async throws {
    let (world, disk) = (try DestinationWorld(), SimulatedDisk())
    let earlier = try world.makeDestination(files: SimulatedFileSystem(disk))
    try await earlier.take(.named("before"))
    await earlier.flush()
    disk.set { $0.isLocked = true }
    let locked = SimulatedFileSystem(disk)
    let destination = try world.makeDestination(files: locked)
    let batch = DeliveryBatch([Envelope.numbered(1)])
    #expect(try await destination.deliver(batch) == .retry(because: "the device has not been unlocked yet"))
    disk.set { $0.isLocked = false }
    #expect(try await destination.deliver(batch) == .accepted)
    disk.set { $0.isLocked = true }
    // The ID is known by now.
    #expect(try await destination.deliver(DeliveryBatch([Envelope.numbered(2)])) == .accepted)
    disk.set { $0.isLocked = false }
    await destination.flush()
    #expect(world.taken.count == 3 && Set(world.taken.map(\.anonymous)).count == 1)
  }

  @Test func `An app that comes to the foreground does not wait for the end of a pause`() async throws {
    let world = try DestinationWorld { number, _ in number == 0 ? .respond(500) : .respond(200) }
    let destination = try world.makeDestination(count: 1)
    let hub = makeHub([destination])
    hub.track(TrackedEvent(Events.opened))
    // The clock stands still.
    await until { !world.time.alarms.isEmpty }
    #expect(world.server.requests.count == 1)
    hub.resume()
    await until { destination.figures.delivered != 0 }
    #expect(world.taken.count == 1)
  }

  @Test func `A flush is complete when what came before has arrived, not when it is stored or refused`() async throws {
    let world = try DestinationWorld { number, rows in
      .respond(number == 0 ? 500 : rows.contains { $0.name.hasSuffix("closed") } ? 422 : 200)
    }
    let destination = try world.makeDestination()
    let hub = makeHub([destination])
    func flush(after event: Events?) async -> DeliveryResult {
      if let event { hub.track(TrackedEvent(event)) }
      return await hub.flush(timeout: .seconds(9))
    }
    let stored = await flush(after: .opened)
    #expect(stored.open == ["rows": 1] && stored.pending == 1 && stored.delivered == 0)
    #expect(destination.figures.stored == 1)
    let arrived = await flush(after: nil)
    #expect(arrived.isComplete && arrived.delivered == 1)
    let refused = await flush(after: .closed)
    #expect(refused.open == ["rows": 1] && refused.delivered == 0 && !refused.isComplete)
    // It is rejected when another one arrives.
    let rejected = await flush(after: .opened)
    #expect(!rejected.isComplete)
    world.time.advance(by: .seconds(1_000))
    await until { destination.figures.stored == 0 }
    // Nothing is left of it.
    #expect(await flush(after: nil).isComplete)
    #expect(destination.figures.delivered == 2 && destination.figures.rejected == 1)
  }

  @Test func `An event that the disk does not take is not called stored, and the hub's end counts it`() async throws {
    let world = try DestinationWorld { _, _ in .respond(500) }
    let destination = try world.makeDestination(in: URL(filePath: "/dev/null/events"))
    let hub = makeHub([destination])
    for _ in 0..<3 { hub.track(TrackedEvent(Events.opened)) }
    #expect(await hub.flush(timeout: .seconds(9)).open.keys.sorted() == ["rows"])
    #expect(destination.figures.stored == 0 && destination.figures.inMemory == 3)
    #expect(await !hub.shutdown().isComplete)
    let messages = world.issues.withLock { $0.map(\.message) }
    #expect(messages.contains("rows has 3 deliveries in memory only, as its hub ends."))
  }

  @Test func `Without its hub it ends, and the next one finds its events`() async throws {
    let world = try DestinationWorld { number, _ in number == 0 ? .respond(500) : .respond(200) }
    weak var released: HTTPDestination?
    do {
      let destination = try world.makeDestination()
      released = destination
      let hub = makeHub([destination])
      hub.track(TrackedEvent(Events.opened))
      await hub.shutdown()
      #expect(destination.figures.stored == 1)
    }
    // The hub's last task may still be about to return.
    await until { released == nil }
    let next = try world.makeDestination()
    await next.flush()
    #expect(next.figures.delivered == 1)
  }
}
