import Foundation
import Testing
import Trackable
import TrackableHTTP
import TrackableHub

// The doc comments of Sources/TrackableHTTP. What would connect to a service is compiled and not run. The store is not public:
// its comments are in Tests/TrackableHTTPTests/Store.

private enum NotRun {
  /// What an app has that keeps envelopes itself.
  struct Shelf {
    func remove(_ ids: [Envelope.ID]) {}
    func keep(_ ids: [Envelope.ID]) {}
  }

  static func send(_ batch: [Envelope], id: String) async throws -> DeliveryOutcome? {
    let sender = try HTTPSender(.segment(writeKey: "…"))
    let report = await sender.send(batch, context: WireContext(anonymousID: id))
    let outcome = report.outcome  // .accepted
    return outcome
  }

  static func send(_ batch: [Envelope], by sender: HTTPSender, context: WireContext, from store: Shelf) async {
    let report = await sender.send(batch, context: context)
    store.remove(report.delivered + report.rejected.keys)  // these must not be sent again
    store.keep(report.remaining)  // these must, not before `report.retryAfter`
  }
}

@Suite struct SendingDocTests {
  @Test func `A key is not printed`() {
    let output = Output()
    func print(_ text: some CustomStringConvertible) { output.write(text) }
    let key: Secret = "phc_1234"
    print(key)  // (secret)
    #expect(output.lines == ["(secret)"])
  }

  @Test func `A server is a name or a URL`() {
    let output = Output()
    func print(_ text: some CustomStringConvertible) { output.write(text) }
    let text = "http://localhost:4318"
    let own = SegmentFormat.segment(writeKey: "…", at: "events.example")
    print(own.url)  // https://events.example/v1/batch
    let written = OpenTelemetryFormat.openTelemetry(at: WireServer(text), service: "player")
    #expect(output.lines == ["https://events.example/v1/batch"])
    #expect(written.url.absoluteString == "http://localhost:4318/v1/logs")
  }

  @Test func `Policies and limits have the values that their comments say`() {
    let sending = shown {
      SendingPolicy(count: 30, delay: .seconds(10))  // 30 at once, or whatever there is after 10 seconds
    }
    #expect(sending == ["\(SendingPolicy(count: 30))"], "10 seconds are the default")
    let limits = shown {
      WireLimits(events: 2_500, bytes: 500_000, eventBytes: 32_000)
    }
    #expect(limits.count == 1)
    let kept = shown {
      StorePolicy()  // 64 MB, 30 days, sure of every batch
      StorePolicy(bytes: 8_000_000, age: .seconds(86_400))  // 8 MB, one day
      StorePolicy(sync: .interval(.seconds(5)))  // fewer writes; a power failure costs up to 5 s
    }
    let first = StorePolicy(bytes: 64_000_000, age: .seconds(30 * 24 * 60 * 60), sync: .everyBatch)
    #expect(kept.count == 3 && kept[0] == "\(first)")
  }

  @Test func `Verdicts are made of answers, or item by item`() {
    let response = WireResponse(status: 204)
    let verdicts = shown {
      WireVerdict(response)  // what the status says
      WireVerdict(rejected: [3: "no such column"], rest: .arrived)  // the fourth item is refused, the others arrived
      WireVerdict(rejected: [3: "no such column"], rest: .again)  // the same, but the others have to be sent again
    }
    #expect(verdicts.count == 3 && verdicts[0] == "\(WireVerdict(rest: .arrived))")
    #expect(WireVerdict(WireResponse(status: 400)).rest != .arrived)
  }
}
