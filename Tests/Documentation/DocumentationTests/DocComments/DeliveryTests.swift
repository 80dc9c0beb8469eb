import Foundation
import Testing
import Trackable
import TrackableHub
import TrackableTesting

// The doc comments of Sources/TrackableHub.

enum DeliveryDoc {
  struct Row: Sendable {
    let id: UUID
    let time: Date
    let user: String?
    let name: String
  }

  /// A company's own collector.
  struct Client: Sendable {
    @discardableResult
    func post(_ rows: [Row]) async throws -> Int {
      for row in rows { print(row.name) }
      return 200
    }
  }

  typealias Response = (status: Int, retryAfter: Duration?, text: String)

  static let client = Client()

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
    private let recorder = RecordingTracker()

    @Test func `Batches are posted, and a status becomes an outcome`() async throws {
      let destinations: [any AnalyticsDestination] = [Collector(), Backend(), Warehouse()]
      let lines = try await printed {
        for destination in destinations {
          let outcome = try await destination.deliver(batch)
          #expect(outcome == .accepted)
        }
      }
      #expect(lines == ["started", "", "started", "", "started"])
      let outcomes = [200, 413, 503, 400].map { outcome(of: ($0, nil, "no table"), for: batch) }
      let rejected = DeliveryOutcome.rejected(batch.map(\.id), because: "no table")
      #expect(outcomes == [.accepted, .tooLarge, .retry(because: "status 503"), rejected])
    }

    @Test func `A flush counts the calls that it leaves`() async {
      let hub = TrackerHub([recorder])
      hub.start()
      hub.pause()
      hub.track(Events.App.started)
      let lines = await printed {
        do {
          let result = await hub.flush(timeout: .seconds(2))
          if !result.isComplete { print("\(result.pending) are left") }
        }
        do {
          let result = await hub.flush(timeout: .seconds(2))
          if !result.isComplete { print("\(result.pending) are left, \(result.failed) are lost") }
        }
        let result = await hub.shutdown(timeout: .seconds(2))
        if !result.isComplete { print(hub.ledger) }
      }
      #expect(lines == ["1 are left", "1 are left, 0 are lost"] && hub.ledger.entries.map(\.delivered) == [1])
    }

    @Test func `One event is confirmed, and the hub of a service shuts down with it`() async {
      let (hub, checkout) = (TrackerHub([recorder]), Plain())
      func serve() async {
        let isKnown = await hub.confirm(timeout: .seconds(10)) { checkout.track(Events.Payment.succeeded) }
        #expect(isKnown)
        hub.track(Events.App.started)
      }
      await TrackableSystem.withTracker(hub) {
        await withTaskGroup { group in
          group.addTask { await hub.run() }
          await serve()
          group.cancelAll()  // the group then waits until the hub has shut down
        }
      }
      #expect(recorder.events.count == 2 && hub.ledger.entries.allSatisfy { $0.waiting == 0 })
    }

    @Test func `Hubs are made and used as their comments say`() async {
      let (mixpanel, backend, intercom, consent) = (recorder, RecordingTracker(), RecordingTracker(), Consent())
      let lines = await printed {
        let hub = TrackerHub([mixpanel.renaming(.snakeCase), backend, ConsoleTracker()])
        TrackableSystem.bootstrap(hub)
        hub.start()  // returns at once, and works in the background
        hub.track(Events.App.started)
        await hub.shutdown()  // when the app ends
        print(hub.ledger)  // what became of every event
      }
      #expect(lines.count == 1 && lines[0].hasPrefix("destination"))
      #expect(mixpanel.events.count == 1 && backend.events.count == 1)
      let hub = TrackerHub([mixpanel, intercom.requiringConsent(.advertising, from: consent), ConsoleTracker()])
      hub.start()
      hub.track(Events.App.started)
      await hub.shutdown()
      #expect(mixpanel.events.count == 2 && intercom.events.isEmpty)
    }

    @Test func `The ledger is that of its comment`() async {
      let hub = TrackerHub([recorder.named("Mixpanel")])
      hub.start()
      for _ in 1...15 { hub.track(Events.App.started) }
      await hub.flush()
      hub.pause()
      for _ in 1...2 { hub.track(Events.App.started) }
      Page("Sources/TrackableHub/TrackerLedger.swift").expectOutput {
        print(hub.ledger)
        // destination  accepted  = waiting  + delivered  + dropped
        // Mixpanel           17          2           15          0
      }
      await hub.shutdown()
    }
  }
}

extension DeliveryDoc.Row {
  init(_ envelope: Envelope) {
    let name = if case .event(let event) = envelope.content { event.name } else { "" }
    self.init(id: envelope.id, time: envelope.time, user: envelope.userID, name: name)
  }
}
