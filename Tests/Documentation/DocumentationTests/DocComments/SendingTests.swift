import Foundation
import Testing
import Trackable
import TrackableHTTP
import TrackableHub

// The doc comments of Sources/TrackableHTTP. What would connect to a service is compiled and not run. The store is not public:
// its comments are in Tests/TrackableHTTPTests/Store.

@Suite struct SendingDocTests {
  @Test func `A key is not printed, and a server is a name or a URL`() {
    let text = "http://localhost:4318"
    let lines = printed {
      let key: Secret = "phc_1234"
      print(key)  // (secret)

      let own = ServiceFormat.segment(writeKey: "…", at: "events.example")
      print(own.url)  // https://events.example/v1/batch
      let written = ServiceFormat.openTelemetry(at: WireServer(text), service: "player")
      print(written.url)
    }
    #expect(lines == ["(secret)", "https://events.example/v1/batch", "http://localhost:4318/v1/logs"])
  }

  @Test func `Policies, limits and verdicts have the values that their comments say`() {
    let response = WireResponse(status: 204)
    let values = shown {
      SendingPolicy(count: 30, delay: .seconds(10))  // 30 at once, or fewer after 10 seconds

      StorePolicy()  // 64 MB, 30 days
      StorePolicy(bytes: 8_000_000, age: .seconds(86_400))  // 8 MB, one day

      WireLimits(events: 2_500, bytes: 500_000, eventBytes: 32_000)

      WireVerdict(response)  // what the status says
      WireVerdict.partly(never: [3])  // the fourth item is refused, the others arrived
      WireVerdict.partly(again: [0, 2], never: [3])  // the fourth is refused, two are sent again, the others arrived
      WireVerdict.partly(again: [0, 2], later: [1])  // the second holds up the others, and is sent again behind them
    }
    let first = StorePolicy(bytes: 64_000_000, age: .seconds(30 * 24 * 60 * 60))
    let described = ["\(SendingPolicy(count: 30))", "\(first)", "\(WireVerdict.arrived)"]
    #expect([values[0], values[1], values[4]] == described)
    #expect(WireVerdict(WireResponse(status: 400)) == .refused)
  }

  struct Pixels {
    let url: URL
    func query(of item: WireItem) -> [URLQueryItem] { [URLQueryItem(name: "id", value: item.envelope.id.uuidString)] }

    func requests(for items: [WireItem], sentAt time: Date) -> [WireRequest] {
      items.enumerated().map { position, item in
        WireRequest("GET", to: url.appending(queryItems: query(of: item)), items: [position])
      }
    }
  }

  @Test func `A format makes a request for each item`() {
    let envelope = Envelope(id: UUID(), time: Date(), userID: nil, content: .reset)
    let items = [WireItem(envelope, bytes: []), WireItem(envelope, bytes: [])]
    let requests = Pixels(url: WireServer("pixel.example").url).requests(for: items, sentAt: Date())
    #expect(requests.map(\.items) == [[0], [1]] && requests.allSatisfy { $0.method == "GET" })
  }
}
