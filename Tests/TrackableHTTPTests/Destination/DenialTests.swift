import Foundation
import TestSupport
import Testing
import Trackable
import TrackableHub
import TrackableTesting

@testable import TrackableHTTP

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// After a denial, a purge or a shutdown has returned, the process begins no request with an earlier event. These are the last
/// moments in which one could begin.
@Suite(.timeLimit(.minutes(10))) struct DenialTests {
  @Test func `A request that may begin does not, once it was cancelled before it has`() async throws {
    let server = try ScriptedServer { _, _ in .respond(200) }
    defer { server.close() }
    let (connections, turnstile) = (HTTPSession(), Turnstile())
    let sending = Task { [url = server.url] in
      try await connections.answer(to: URLRequest(url: url.appending(path: "first"))) {
        turnstile.pass()
        // That was so when it was asked.
        return true
      }
    }
    // A thread, because the one that asks may be the only one for tasks.
    _ = begin {
      while !turnstile.hasCome { sched_yield() }
      sending.cancel()
      turnstile.open()
    }
    await #expect(throws: CancellationError.self) { try await sending.value }
    _ = try await connections.answer(to: URLRequest(url: server.url.appending(path: "second"))) { true }
    #expect(server.requests.map(\.path) == ["/second"])
  }

  /// An event that takes its time when it is handed over.
  private struct Slow: TransportedEvent {
    let name = "slow"
    var properties: TrackedProperties { [] }
    let turnstile = Turnstile()
    var transportOptions: [String: String] {
      turnstile.pass()
      return [:]
    }
  }

  @Test(arguments: [false, true])
  func `Who the user is goes nowhere once a denial or a purge has returned, though the hub was about to hand it over`(
    _ isDenied: Bool
  ) async throws {
    let (world, consent) = (try DestinationWorld(), Consent([.analytics: .granted]))
    let hub = TrackerHub(
      [try world.makeDestination().requiringConsent(.analytics, from: consent)], clock: ManualClock())
    hub.start()
    await hub.flush(timeout: .seconds(60))
    let slow = Slow()
    hub.pause()
    TrackableSystem.withTracker(hub) {
      TrackableSystem.identify("john", traits: ["email" ~>> "john@example.com"])
      slow.trigger()
    }
    hub.resume()
    // The batch waits for its time, but not for longer than a flush.
    let flush = Task { await hub.flush(timeout: .seconds(60)) }
    await until { slow.turnstile.hasCome }
    if isDenied { consent.deny(.analytics) } else { hub.purge() }
    slow.turnstile.open()
    _ = await flush.value
    await hub.flush(timeout: .seconds(60))
    #expect(world.taken.map(\.name).filter { $0 != "reset" } == [])
    let entry = try #require(hub.ledger["rows"])
    #expect(entry.delivered == 1 && entry[.purged] == entry.accepted - 1, "\(hub.ledger)")
  }

  @Test func `A purge that finds another one ending the request returns when that has ended it`() async throws {
    let world = try DestinationWorld()
    let (made, order, isBegun) = (Lock<HTTPDestination?>(nil), Lock<[String]>([]), Lock(false))
    let destination = try world.makeDestination(exchange: { _ in
      await withTaskCancellationHandler {
        isBegun.withLock { $0 = true }
        // Not only until the task is cancelled: then it may end before it is told.
        await until { order.withLock { $0.contains("the request ends") } }
      } onCancel: {
        let (second, isHere) = (made.withLock { $0 }, Lock(false))
        _ = begin {
          isHere.withLock { $0 = true }
          second?.beginPurge(Decisions.number)
          order.withLock { $0.append("the second purge returns") }
        }
        while !isHere.withLock({ $0 }) { sched_yield() }
        for _ in 0..<10_000 where order.withLock({ $0.isEmpty }) { sched_yield() }
        order.withLock { $0.append("the request ends") }
      }
      throw CancellationError()
    })
    made.withLock { $0 = destination }
    try await destination.take(0..<3)
    async let flush: Void = destination.flush()
    await until { isBegun.withLock { $0 } }
    destination.purge()
    await until { order.withLock { $0.count == 2 } }
    #expect(order.withLock { $0 } == ["the request ends", "the second purge returns"])
    await flush
    made.withLock { $0 = nil }
  }
}
