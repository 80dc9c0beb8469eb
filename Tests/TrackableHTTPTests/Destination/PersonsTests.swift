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

  @Test(arguments: Place.allCases)
  func `Twenty users in turn each have an ID, wherever an event is at the sign-out`(_ place: Place) async throws {
    let (holder, failed) = (Turnstile(), Lock<Set<String>>([]))
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
    let system = ScopedSystem(bootstrapped: place == .atGate ? hub.holding(until: gate) : hub)
    let (desk, child, parent) = (Desk(), Object(), Object())
    await desk.link(child, parent: parent)
    // Reads the ledger all the time.
    func isStored() async {
      await until {
        let entry = hub.ledger.entries[0]
        #expect(entry.adds, "\(entry)")
        return entry.waiting == 0
      }
    }

    var letGo: () async -> Void = {}
    for person in 0..<20 {
      // One in four comes right after another one, and one in four never signs in.
      system.run {
        if person % 4 != 2 { TrackableSystem.track(Named(name: "\(person) first")) }
        if person % 4 != 3 { TrackableSystem.identify("\(person)") }
      }
      await letGo()
      if place != .atGate { await isStored() }
      holder.close()
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
        let end = begin { system.run { TrackableSystem.track(event) } }
        await until { holder.hasCome }
        letGo = {
          holder.open()
          await end()
        }
      case .inBatch:
        files.beforeWriting.withLock { $0.append { holder.pass() } }
        system.run { TrackableSystem.track(event) }
        await until { holder.hasCome }
        letGo = { holder.open() }
      case .atGate, .stored:
        system.run { TrackableSystem.track(event) }
        if place == .stored { await isStored() }
      case .inRequest:
        system.run { TrackableSystem.track(event) }
        let flush = Task { await hub.flush(timeout: .seconds(60)) }
        await until { holder.hasCome }
        letGo = {
          holder.open()
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
    for _ in 0..<2_000 where hub.ledger.entries[0].delivered < hub.ledger.entries[0].accepted {
      await hub.flush(timeout: .seconds(60))
      world.time.advance(by: .seconds(1_000))
    }
    #expect(hub.ledger.entries[0].delivered == Set(world.taken.map(\.id)).count, "\(hub.ledger)")

    #expect(Set(world.taken.map(\.name)).count { $0.hasSuffix("held") } == 20)
    var (persons, ids) = ([String: Set<String>](), [String: Set<String>]())
    for row in world.taken {
      let words = row.name.split(separator: " ").map(String.init)
      if words.count < 2 { continue }
      let person = words[0] == "identify" ? words[1] : words[0]
      #expect(row.user == person || words[1] == "first" || row.user.isEmpty && (Int(person) ?? 0) % 4 == 3, "\(row)")
      persons[row.anonymous, default: []].insert(person)
      ids[person, default: []].insert(row.anonymous)
    }
    #expect(persons.filter { $0.value.count > 1 } == [:])
    #expect(ids.filter { $0.value.count > 1 } == [:])
  }

  @Test func `With a test's time, the next person has one ID from the sign-out in another process on`() async throws {
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

}
