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

  @Test func `Behind a gate nothing is stored until consent is given, and nothing is left when it is withdrawn`()
    async throws
  {
    let world = try DestinationWorld { number, _ in number == 0 ? .respond(200) : .respond(500) }
    let consent = Consent()
    let destination = try world.makeDestination()
    let hub = makeHub([destination.requiringConsent(.analytics, from: consent)])
    func track(_ event: Events) { TrackableSystem.withTracker(hub) { TrackingContext().track(event) } }

    track(.opened)
    await hub.flush()
    #expect(destination.ledger.accepted == 0)
    #expect(!world.everythingStored().contains(Data("opened".utf8)))
    consent.grant(.analytics)
    await hub.flush()
    #expect(world.taken.count == 1)

    track(.closed)
    await hub.flush()
    #expect(destination.ledger.stored == 1)
    #expect(world.everythingStored().contains(Data("closed".utf8)))
    consent.deny(.analytics)
    track(.closed)
    await hub.flush()
    #expect(destination.ledger.stored == 0)
    #expect(!world.everythingStored().contains(Data("closed".utf8)))
  }

  @Test(arguments: [true, false])
  func `What an earlier process left is sent, unless the user has denied it by the start, which ends the ID as well`(
    _ isDenied: Bool
  ) async throws {
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

  @Test func `From one process to the next, the anonymous id is remembered, and the user is not`() async throws {
    let world = try DestinationWorld()
    for _ in 0..<2 {
      let hub = makeHub([try world.makeDestination()])
      hub.track(TrackedEvent(Events.opened))
      hub.identify(TrackedUser("john"))
      hub.track(TrackedEvent(Events.closed))
      await hub.shutdown()
    }
    let rows = world.taken.filter { !$0.name.hasPrefix("identify") }
    #expect(rows.map(\.user) == ["", "john", "", "john"])
    #expect(Set(rows.map(\.anonymous)).count == 1)
  }

  /// How a person ends while a gate holds all calls, which are lost with the app.
  enum Ending: CaseIterable { case none, signIn, signOut, anotherUser }

  @Test(arguments: Ending.allCases)
  func `The ID ends with its person, though a gate holds the call that says so, and is lost with the app`(
    _ ending: Ending
  ) async throws {
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
    let isBusy = Lock(false)
    let goesOn = Lock(false)
    func track(_ event: TrackedEvent) {
      wait()
      base.track(event)
    }
    func update(_ property: TrackedUserProperty) {
      wait()
      base.update(property)
    }
    func report(_ error: any Error, at location: CodeLocation) {
      wait()
      base.report(error, at: location)
    }
    private func wait() {
      isBusy.withLock { $0 = true }
      while !goesOn.withLock({ $0 }) { sched_yield() }
    }
  }

  /// The calls that carry data about the user.
  enum Late: CaseIterable {
    case event, userProperty, error

    func make() {
      switch self {
      case .event: Events.opened.trigger()
      case .userProperty: TrackableSystem.update(LedgerLaunch.Mood())
      case .error: TrackableSystem.report(CancellationError())
      }
    }
  }

  @Test(arguments: Late.allCases)
  func `A call from before a purge that comes after it is not sent, and a later call is`(call: Late) async throws {
    let (world, isDone) = (try DestinationWorld(), Lock(false))
    let slow = Slow(base: try world.makeDestination())
    let hub = makeHub([slow])
    let system = ScopedSystem(bootstrapped: hub)
    Thread {
      system.run { call.make() }
      isDone.withLock { $0 = true }
    }.start()
    await until { slow.isBusy.withLock { $0 } }
    system.run { TrackableSystem.purge() }
    // The purge has arrived everywhere before the call goes on.
    await hub.flush(timeout: .seconds(5))
    slow.goesOn.withLock { $0 = true }
    await until { isDone.withLock { $0 } }
    system.run { Events.closed.trigger() }
    await hub.flush(timeout: .seconds(5))
    #expect(world.taken.map(\.name).map { $0.hasSuffix("closed") } == [true])
  }

  @Test func `What is tracked after a denial that is over is sent, although a call from before was still on its way`()
    async throws
  {
    let (consent, world) = (Consent([.analytics: .granted]), try DestinationWorld())
    let (isBusy, goOn, isDone) = (Lock(false), Lock(false), Lock(false))
    let destination = try world.makeDestination().filter { event in
      if event.name.hasSuffix("opened") {
        isBusy.withLock { $0 = true }
        while !goOn.withLock({ $0 }) { sched_yield() }
      }
      return true
    }
    let hub = makeHub([destination.requiringConsent(.analytics, from: consent)])
    let system = ScopedSystem(bootstrapped: hub)
    Thread {
      system.run { Events.opened.trigger() }
      isDone.withLock { $0 = true }
    }.start()
    await until { isBusy.withLock { $0 } }
    system.run {
      consent.deny(.analytics)
      consent.grant(.analytics)
      Events.closed.trigger()
    }
    goOn.withLock { $0 = true }
    await until { isDone.withLock { $0 } }
    await hub.flush(timeout: .seconds(5))
    #expect(world.taken.map(\.name).map { $0.hasSuffix("closed") } == [true])
  }

  /// What has become of its hub.
  enum HubState: CaseIterable { case closed, givenUp, configuring }

  @Test(arguments: HubState.allCases)
  func `A denial is obeyed in every state of the hub`(state: HubState) async throws {
    struct Refusal: Error {}
    let world = try DestinationWorld { _, _ in .respond(500) }
    let earlier = makeHub([try world.makeDestination()])
    TrackableSystem.withTracker(earlier) { TrackingContext().track(Events.opened) }
    await earlier.flush(timeout: .seconds(5))

    let (consent, destination) = (Consent([.analytics: .granted]), try world.makeDestination())
    let (isConfiguring, goOn) = (Lock(false), Lock(false))
    let configured = destination.destination {
      isConfiguring.withLock { $0 = true }
      await until { state != .configuring || goOn.withLock { $0 } }
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
    await until { destination.ledger.stored != 0 }
    consent.deny(.analytics)
    await until { destination.ledger.stored == 0 }
    // The folder was moved away when the denial returned; a moment later it is deleted.
    await until { !world.everythingStored().contains(Data("opened".utf8)) }
    goOn.withLock { $0 = true }
  }

  @Test func `After a denial has returned, no request begins with an earlier event, though the disk stands still`()
    async throws
  {
    let world = try DestinationWorld()
    let (disk, consent) = (SimulatedDisk(), Consent([.analytics: .granted]))
    for round in 0..<SearchScale.times(10, long: 1_000) {
      consent.grant(.analytics)
      let files = SimulatedFileSystem(disk)
      let (isSyncing, goOn) = (Lock(false), DispatchSemaphore(value: 0))
      let destination = try world.makeDestination(count: 1, files: files)
      let hub = makeHub([destination.requiringConsent(.analytics, from: consent)])
      // One of the first syncs takes its time.
      let wait: @Sendable () -> Void = {
        isSyncing.withLock { $0 = true }
        goOn.wait()
      }
      files.beforeSyncing.withLock { $0 = Array(repeating: {}, count: round % 10) + [wait] }
      for _ in 0..<10 where !isSyncing.withLock({ $0 }) {
        hub.track(TrackedEvent(Events.opened))
        for _ in 0..<100 { await Task.yield() }
      }
      consent.deny(.analytics)
      let before = world.server.requests.count
      if round % 2 == 0 {
        // The process is killed in this state.
        files.kill()
      }
      goOn.signal()
      let next = try world.makeDestination(files: SimulatedFileSystem(disk))
      await next.flush()
      if round % 2 == 1 { await hub.flush(timeout: .seconds(9)) }
      #expect(world.server.requests.count == before, "round \(round)")
      #expect(next.ledger.adopted == 0)
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
      #expect(second.ledger.stored == 5)
      // The caller is kept at the first destination while the second one is told by the hub.
      slow.interrupt(after: 0) { goOn.wait() }
      let isOver = Lock(false)
      Thread.detachNewThread {
        hub.purge()
        isOver.withLock { $0 = true }
      }
      await until { hub.ledger["second"]?.delivered == round }
      goOn.signal()
      await until { isOver.withLock { $0 } }
      #expect(second.ledger.stored == 0, "round \(round)")
      let left = try SimulatedFileSystem(disk).names(in: second.folder.path + "/records")
      #expect(left.allSatisfy { $0 == "events" }, "round \(round)")
    }
  }

  @Test func `After a shutdown has returned, no request begins`() async throws {
    let (isAsked, goOn) = (Lock(false), DispatchSemaphore(value: 0))
    let world = try DestinationWorld(clock: ManualClock()) { number, _ in
      if number == 0 {
        isAsked.withLock { $0 = true }
        goOn.wait()
      }
      return .respond(200)
    }
    let destination = try world.makeDestination(count: 1)
    let hub = makeHub([destination])
    for _ in 0..<30 { hub.track(TrackedEvent(Events.opened)) }
    await until { isAsked.withLock { $0 } && destination.ledger.accepted == 30 }
    await hub.shutdown(timeout: .zero)
    let before = world.server.requests.count
    goOn.signal()
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
    await destination.flush()
    #expect(world.taken.count == 2 && Set(world.taken.map(\.anonymous)).count == 1)
  }

  @Test func `An app that comes to the foreground does not wait for the end of a pause`() async throws {
    let world = try DestinationWorld { number, _ in number == 0 ? .respond(500) : .respond(200) }
    let destination = try world.makeDestination(count: 1)
    let hub = makeHub([destination])
    TrackableSystem.withTracker(hub) { TrackingContext().track(Events.opened) }
    // The clock stands still.
    await until { !world.time.alarms.isEmpty }
    #expect(world.server.requests.count == 1)
    hub.resume()
    await until { destination.ledger.delivered != 0 }
    #expect(world.taken.count == 1)
  }

  @Test func `A flush is complete when what came before it has arrived, and not when it is stored or refused`()
    async throws
  {
    let world = try DestinationWorld { number, rows in
      .respond(number == 0 ? 500 : rows.contains { $0.name.hasSuffix("closed") } ? 422 : 200)
    }
    let destination = try world.makeDestination()
    let hub = makeHub([destination])
    TrackableSystem.withTracker(hub) { TrackingContext().track(Events.opened) }
    let stored = await hub.flush(timeout: .seconds(9))
    #expect(stored.open == ["rows": 1] && stored.pending == 1 && stored.delivered == 0)
    #expect(destination.ledger.stored == 1)
    #expect(await hub.flush(timeout: .seconds(9)).isComplete)
    TrackableSystem.withTracker(hub) { TrackingContext().track(Events.closed) }
    let refused = await hub.flush(timeout: .seconds(9))
    #expect(refused.open == ["rows": 1] && refused.delivered == 0 && !refused.isComplete)
    // It is rejected when another one arrives.
    TrackableSystem.withTracker(hub) { TrackingContext().track(Events.opened) }
    #expect(await !hub.flush(timeout: .seconds(9)).isComplete)
    world.time.advance(by: .seconds(1_000))
    await until { destination.ledger.stored == 0 }
    // Nothing is left of it.
    #expect(await hub.flush(timeout: .seconds(9)).isComplete)
    #expect(destination.ledger.delivered == 2 && destination.ledger.rejected == 1)
  }

  @Test func `One event is confirmed when the service has acknowledged it`() async throws {
    let answers = Lock([500, 200, 200, 422])
    let world = try DestinationWorld { _, _ in .respond(answers.withLock { $0.count > 1 ? $0.removeFirst() : $0[0] }) }
    let hub = makeHub([try world.makeDestination()])
    func confirm() async -> Bool {
      await hub.confirm(timeout: .seconds(9)) {
        TrackableSystem.withTracker(hub) { TrackingContext().track(Events.opened) }
      }
    }
    // Stored, acknowledged with the first, refused.
    let confirmed = [await confirm(), await confirm(), await confirm()]
    #expect(confirmed == [false, true, false])
  }

  @Test func `An event that the disk does not take is not called stored, and the end of the hub counts such events`()
    async throws
  {
    let world = try DestinationWorld { _, _ in .respond(500) }
    // Where the folder should be is a file.
    let place = URL(filePath: world.temporary.path).appending(path: "file")
    try FileManager.default.createDirectory(at: world.folder, withIntermediateDirectories: true)
    try Data().write(to: place)
    let destination = try world.makeDestination(in: place)
    let hub = makeHub([destination])
    TrackableSystem.withTracker(hub) { for _ in 0..<3 { TrackingContext().track(Events.opened) } }
    #expect(await hub.flush(timeout: .seconds(9)).open.keys.sorted() == ["rows"])
    #expect(destination.ledger.stored == 0 && destination.ledger.inMemory == 3)
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
      TrackableSystem.withTracker(hub) { TrackingContext().track(Events.opened) }
      await hub.shutdown()
      #expect(destination.ledger.stored == 1)
    }
    // The hub's last task may still be about to return.
    await until { released == nil }
    let next = try world.makeDestination()
    await next.flush()
    #expect(next.ledger.delivered == 1)
  }
}
