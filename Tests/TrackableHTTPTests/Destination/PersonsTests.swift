import Foundation
import TestSupport
import Testing
import Trackable
import TrackableHub
import TrackableTesting

@testable import TrackableHTTP

/// Wherever an event is when its user signs out: no anonymous ID has two people, and no person two IDs.
@Suite(.timeLimit(.minutes(10))) struct PersonsTests {
  /// Where it is.
  enum Place: CaseIterable, Sendable { case waitsForActor, atGate, inHub, inFilter, inBatch, stored, inRequest, failed }

  private struct Named: AnalyticsEvent {
    let name: String
    var properties: TrackedProperties { [] }
  }

  /// An actor that does not answer before it is opened.
  private actor Desk {
    private let executor = QueueExecutor("desk")
    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.unowned }
    nonisolated func close() { executor.queue.suspend() }
    nonisolated func open() { executor.queue.resume() }
    func link(_ child: Object, parent: Object) { child.setupTrackableChain(parent: parent) }
  }

  private final class Object: TrackableClass, Sendable {
    var trackedProperties: TrackedProperties {}
  }

  /// Holds up the events whose names end in "held", each until it is let go.
  private final class Holder: Sendable {
    private let state = Lock((hasCome: false, goesOn: false))

    var hasCome: Bool { state.withLock { $0.hasCome } }
    func begin() { state.withLock { $0 = (false, false) } }
    func letGo() { state.withLock { $0.goesOn = true } }

    func pass() {
      state.withLock { $0.hasCome = true }
      while !state.withLock({ $0.goesOn }) { sched_yield() }
    }
  }

  /// Everything goes out, and the ledger has what the service has.
  private func finish(_ hub: TrackerHub, _ world: DestinationWorld, _ reader: LedgerReader) async throws {
    let most = SearchScale.times(2_000, long: 20_000)
    for _ in 0..<most where hub.ledger.entries[0].delivered < hub.ledger.entries[0].accepted {
      await hub.flush(timeout: .seconds(60))
      world.time.advance(by: .seconds(1_000))
    }
    #expect(reader.end() == [])
    #expect(hub.ledger.entries[0].delivered == Set(world.taken.map(\.id)).count, "\(hub.ledger)")
  }

  /// - Parameter person: Whose a row is, and under which name it may come; `nil` if that is not asked.
  private func check(_ rows: [WireRow], person: (WireRow) -> String?) {
    var (persons, ids) = ([String: Set<String>](), [String: Set<String>]())
    for row in rows {
      guard let person = person(row) else { continue }
      persons[row.anonymous, default: []].insert(person)
      ids[person, default: []].insert(row.anonymous)
    }
    #expect(persons.filter { $0.value.count > 1 } == [:])
    #expect(ids.filter { $0.value.count > 1 } == [:])
  }

  @Test(arguments: Place.allCases)
  func `Twenty users of a device in turn each have an ID, wherever an event is when its user signs out`(_ place: Place)
    async throws
  {
    let (holder, failed) = (Holder(), Lock<Set<String>>([]))
    let world = try DestinationWorld { _, rows in
      let held = rows.map(\.name).filter { $0.hasSuffix("held") }
      if place == .inRequest, !held.isEmpty { holder.pass() }
      if place == .failed, failed.withLock({ failed in held.contains { failed.insert($0).inserted } }) {
        return .respond(503)
      }
      return .respond(200)
    }
    let (gate, files) = (TrackerGate("all had signed out"), SimulatedFileSystem(SimulatedDisk()))
    var policy = DeliveryPolicy()
    policy.batchDelay = .zero
    let destination = try world.makeDestination(files: files).filter { event in
      if place == .inFilter, event.name.hasSuffix("held") { holder.pass() }
      return true
    }
    let hub = TrackerHub([destination], policy: policy, clock: ManualClock())
    hub.start()
    let reader = LedgerReader(hub)
    let system = ScopedSystem(bootstrapped: place == .atGate ? hub.holding(until: gate) : hub)
    let (desk, child, parent) = (Desk(), Object(), Object())
    await desk.link(child, parent: parent)
    func isStored() async { await until { hub.ledger.entries[0].waiting == 0 } }

    var letGo: () async -> Void = {}
    for person in 0..<20 {
      // One in four comes right after another one, and one in four never signs in.
      system.run {
        if person % 4 != 2 { TrackableSystem.track(Named(name: "\(person) first")) }
        if person % 4 != 3 { TrackableSystem.identify("\(person)") }
      }
      await letGo()
      if place != .atGate { await isStored() }
      holder.begin()
      let event = Named(name: "\(person) held")
      switch place {
      case .waitsForActor:
        desk.close()
        system.run {
          // At the sign-out it goes out as it is.
          TrackableSystem.issueHandler = { _ in }
          child.track(event)
        }
        letGo = { desk.open() }
      case .inHub:
        hub.pause()
        system.run { TrackableSystem.track(event) }
        letGo = { hub.resume() }
      case .inFilter:
        let isOver = Lock(false)
        Thread {
          system.run { TrackableSystem.track(event) }
          isOver.withLock { $0 = true }
        }.start()
        await until { holder.hasCome }
        letGo = {
          holder.letGo()
          await until { isOver.withLock { $0 } }
        }
      case .inBatch:
        files.beforeWriting.withLock { $0.append { holder.pass() } }
        system.run { TrackableSystem.track(event) }
        await until { holder.hasCome }
        letGo = { holder.letGo() }
      case .atGate, .stored:
        system.run { TrackableSystem.track(event) }
        if place == .stored { await isStored() }
      case .inRequest:
        system.run { TrackableSystem.track(event) }
        let flush = Task { await hub.flush(timeout: .seconds(60)) }
        await until { holder.hasCome }
        letGo = {
          holder.letGo()
          _ = await flush.value
        }
      case .failed:
        system.run { TrackableSystem.track(event) }
        await hub.flush(timeout: .seconds(60))
        letGo = { world.time.advance(by: .seconds(1_000)) }
      }
      if person % 4 != 1 { system.run { TrackableSystem.reset() } }
    }
    await letGo()
    gate.open()
    if place == .atGate { await until { hub.ledger.entries[0].accepted > 0 } }
    try await finish(hub, world, reader)

    #expect(Set(world.taken.map(\.name)).count { $0.hasSuffix("held") } == 20)
    check(world.taken) { row in
      let words = row.name.split(separator: " ").map(String.init)
      if words.count < 2 { return nil }
      let person = words[0] == "identify" ? words[1] : words[0]
      #expect(row.user == person || words[1] == "first" || row.user.isEmpty && (Int(person) ?? 0) % 4 == 3, "\(row)")
      return person
    }
  }

  @Test func `Where a test controls the time, the next person has one ID from the sign-out in another process on`()
    async throws
  {
    let (world, clock) = (try DestinationWorld(), ManualClock())
    let system = ScopedSystem(bootstrapped: nil, time: SystemTime(ContinuousClock(), date: { clock.date }))
    let (destination, hub) = try system.run {
      let destination = try world.makeDestination()
      let hub = TrackerHub([destination])
      TrackableSystem.bootstrap(hub)
      return (destination, hub)
    }
    hub.start()
    let other = AnonymousID(folder: destination.folder.path)
    for name in ["before", "after", "later"] {
      system.run { TrackableSystem.track(Named(name: name)) }
      await hub.flush(timeout: .seconds(60))
      clock.advance(by: .seconds(60))
      let signOut = Envelope(id: UUID(), time: clock.date, userID: nil, content: .reset)
      if name == "before" { _ = other.ids(of: [signOut], at: clock.date) }
      clock.advance(by: .seconds(60))
    }
    let ids = world.taken.map(\.anonymous)
    #expect(ids.count == 3 && ids.first != ids.last && Set(ids.dropFirst()).count == 1)
  }

  @Test func `Twenty users at once on a server each have an ID, wherever their events are when they sign out`()
    async throws
  {
    let count = Lock(0)
    let world = try DestinationWorld { number, _ in
      number % 3 == 0 ? .respond(503) : number % 7 == 0 ? .close : .respond(200)
    }
    var policy = DeliveryPolicy()
    policy.batchDelay = .zero
    let destination = try world.makeDestination(count: 20).filter { _ in
      if count.withLock({ count in
        count += 1
        return count % 5 == 0
      }) {
        for _ in 0..<100 { sched_yield() }
      }
      return true
    }
    let hub = TrackerHub([destination], policy: policy, clock: ManualClock())
    hub.start()
    let reader = LedgerReader(hub)
    let (desk, children, parent) = (Desk(), (0..<20).map { _ in Object() }, Object())
    for child in children { await desk.link(child, parent: parent) }
    let isOver = Lock(false)
    let others = Task.detached {
      while !isOver.withLock({ $0 }) {
        desk.close()
        hub.pause()
        world.time.advance(by: .seconds(1_000))
        await Task.yield()
        hub.resume()
        desk.open()
        await hub.flush(timeout: .seconds(60))
      }
    }
    _ = onThreads(20) { thread in
      for round in 0..<SearchScale.times(5, long: 50) {
        TrackableSystem.withTracker(hub) {
          // An event whose user signs out does not wait for an actor.
          TrackableSystem.issueHandler = { _ in }
          let name = "\(thread)-\(round)"
          TrackableSystem.track(Named(name: "\(name)-a first"))
          TrackableSystem.identify("\(name)-a")
          children[thread].track(Named(name: "\(name)-a held"))
          TrackableSystem.reset()
          TrackableSystem.track(Named(name: "\(name)-b first"))
          TrackableSystem.identify("\(name)-b")
          children[thread].track(Named(name: "\(name)-b held"))
          TrackableSystem.identify("\(name)-c")
          TrackableSystem.track(Named(name: "\(name)-c held"))
          TrackableSystem.reset()
        }
      }
    }
    isOver.withLock { $0 = true }
    await others.value
    try await finish(hub, world, reader)

    let events = Set(world.taken.map(\.name)).filter { $0.hasSuffix("held") || $0.hasSuffix("first") }
    #expect(events.count == 20 * 5 * SearchScale.times(5, long: 50), "\(hub.ledger)")
    check(world.taken) { row in
      let words = row.name.split(separator: " ").map(String.init)
      if words.count < 2 { return nil }
      let person = words[0] == "identify" ? words[1] : words[0]
      #expect(row.user == person || words[1] == "first", "\(row)")
      return person
    }
  }
}
