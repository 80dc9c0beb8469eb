import Foundation
import Testing
import Trackable
import TrackableHub
import TrackableTesting

// The doc comments of Sources/TrackableHub.

enum DeliveryDoc {
  enum Events { enum App: String, Event { case started } }

  struct Row: Sendable {
    let id: UUID
    let name: String
    var time: Date?
    var user: String?
  }

  /// A company's own collector.
  struct Client: Sendable {
    var status = 200
    let output = Output()

    @discardableResult
    func post(_ rows: [Row]) async throws -> Int {
      for row in rows { output.write(row.name) }
      return status
    }
  }

  struct Response {
    var status = 200
    var retryAfter: Duration?
    var text = ""
  }

  @TaskLocal static var client = Client()

  struct Collector: AnalyticsDestination {
    func deliver(_ batch: DeliveryBatch) async throws -> DeliveryOutcome {
      try await client.post(batch.map(Row.init))
      return .accepted
    }
  }

  struct Backend: AnalyticsDestination {
    func deliver(_ batch: DeliveryBatch) async throws -> DeliveryOutcome {
      // If this throws, the hub sends the batch again.
      switch try await client.post(batch.map(Row.init)) {
      case 200..<300: return .accepted
      case 413: return .tooLarge
      case let status: return .retry(because: "status \(status)")
      }
    }
    func adjust(_ policy: inout DeliveryPolicy) { policy.batchSize = 100 }
  }

  struct Warehouse: AnalyticsDestination {
    func deliver(_ batch: DeliveryBatch) async throws -> DeliveryOutcome {
      var rows: [Row] = []
      for envelope in batch {
        guard case .event(let event) = envelope.content else { continue }
        rows.append(Row(id: envelope.id, time: envelope.time, user: envelope.userID, name: event.name))
      }
      try await client.post(rows)
      return .accepted
    }
  }

  static func outcome(of response: Response, for batch: DeliveryBatch) -> DeliveryOutcome {
    switch response.status {
    case 200: .accepted
    case 413: .tooLarge
    case 400, 422: .rejected(batch.map(\.id), because: response.text)
    default: .retry(after: response.retryAfter, because: "status \(response.status)")
    }
  }

  @Suite struct DeliveryDocTests {
    private let batch = DeliveryBatch([
      Envelope(
        id: UUID(), time: Date(), userID: "john", content: .event(Envelope.Event(name: "started", properties: []))),
      Envelope(id: UUID(), time: Date(), userID: nil, content: .reset),
    ])

    @Test func `Batches are posted, and a status becomes an outcome`() async throws {
      for (destination, lines) in [
        (Collector() as any AnalyticsDestination, ["started", ""]), (Backend(), ["started", ""]),
        (Warehouse(), ["started"]),
      ] {
        let client = Client()
        let outcome = try await DeliveryDoc.$client.withValue(client) { try await destination.deliver(batch) }
        #expect(outcome == .accepted && client.output.lines == lines)
      }
      let tooLarge = try await DeliveryDoc.$client.withValue(Client(status: 413)) { try await Backend().deliver(batch) }
      #expect(tooLarge == .tooLarge)
      var policy = DeliveryPolicy()
      Backend().adjust(&policy)
      #expect(policy.batchSize == 100)

      #expect(outcome(of: Response(status: 200), for: batch) == .accepted)
      #expect(outcome(of: Response(status: 413), for: batch) == .tooLarge)
      #expect(outcome(of: Response(status: 503), for: batch) == .retry(because: "status 503"))
      let rejected = DeliveryOutcome.rejected(batch.map(\.id), because: "no such table")
      #expect(outcome(of: Response(status: 400, text: "no such table"), for: batch) == rejected)
    }

    @Test func `A flush counts the calls that it leaves`() async {
      let output = Output()
      func print(_ text: some CustomStringConvertible) { output.write(text) }
      let hub = TrackerHub([RecordingTracker()])
      hub.start()
      hub.pause()
      hub.track(Events.App.started)
      do {
        let result = await hub.flush(timeout: .seconds(2))
        if !result.isComplete { print("\(result.pending) are left") }
      }
      do {
        let result = await hub.flush(timeout: .seconds(2))
        if !result.isComplete { print("\(result.pending) are left, \(result.failed) are lost") }
      }
      #expect(output.lines == ["1 are left", "1 are left, 0 are lost"])
      do {
        let result = await hub.shutdown(timeout: .seconds(2))
        if !result.isComplete { print(hub.ledger) }
      }
      #expect(hub.ledger.entries.map(\.delivered) == [1] && output.lines.count == 2)
    }

    @Test func `One event is confirmed`() async {
      final class Checkout: TrackableClass {
        var trackedProperties: TrackedProperties {}
      }
      enum Events { enum Payment: String, Event { case succeeded } }
      let (hub, checkout) = (TrackerHub([RecordingTracker()]), Checkout())
      hub.start()
      await TrackableSystem.withTracker(hub) {
        let isKnown = await hub.confirm(timeout: .seconds(10)) { checkout.track(Events.Payment.succeeded) }
        #expect(isKnown)
      }
    }

    @Test func `The hub of a service shuts down with it`() async {
      let recorder = RecordingTracker()
      let hub = TrackerHub([recorder])
      func serve() async { hub.track(Events.App.started) }
      await withTaskGroup { group in
        group.addTask { await hub.run() }
        await serve()
        group.cancelAll()  // the group then waits until the hub has shut down
      }
      #expect(recorder.events.count == 1 && hub.ledger.entries.allSatisfy { $0.waiting == 0 })
    }

    @Test func `Hubs are made and used as their comments say`() async {
      let (mixpanel, backend, output) = (RecordingTracker(), RecordingTracker(), Output())
      func print(_ text: some CustomStringConvertible) { output.write(text) }
      await inAnApp {
        let hub = TrackerHub([mixpanel.renaming(.snakeCase), backend, ConsoleTracker()])
        TrackableSystem.bootstrap(hub)
        hub.start()  // returns at once, and works in the background
        hub.track(Events.App.started)
        await hub.shutdown()  // when the app ends
        print(hub.ledger)  // what became of every event
      }
      #expect(output.lines.count == 1 && output.text.hasPrefix("destination"))
      #expect(mixpanel.events.count == 1 && backend.events.count == 1)
    }

    @Test func `A destination has to wait for consent`() async {
      let (mixpanel, intercom, consent) = (RecordingTracker(), RecordingTracker(), Consent())
      let hub = TrackerHub([mixpanel, intercom.requiringConsent(.advertising, from: consent), ConsoleTracker()])
      hub.start()
      hub.track(Events.App.started)
      await hub.shutdown()
      #expect(mixpanel.events.count == 1 && intercom.events.isEmpty)
    }

    @Test func `The ledger is that of its comment`() async {
      let output = Output()
      func print(_ text: some CustomStringConvertible) { output.write(text) }
      let hub = TrackerHub([RecordingTracker().named("Mixpanel")])
      hub.start()
      for _ in 1...15 { hub.track(Events.App.started) }
      await hub.flush()
      hub.pause()
      for _ in 1...2 { hub.track(Events.App.started) }
      print(hub.ledger)
      // destination  accepted  = waiting  + delivered  + dropped
      // Mixpanel           17          2           15          0
      #expect(Page("Sources/TrackableHub/TrackerLedger.swift").promises(output.text), "\(output.text)")
      await hub.shutdown()
    }
  }
}

extension DeliveryDoc.Row {
  init(_ envelope: Envelope) {
    id = envelope.id
    name = if case .event(let event) = envelope.content { event.name } else { "" }
  }

  init(id: UUID, time: Date, user: String?, name: String) {
    self.init(id: id, name: name, time: time, user: user)
  }
}
