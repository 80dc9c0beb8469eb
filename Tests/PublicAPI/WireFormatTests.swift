import Foundation
import Testing
import Trackable
import TrackableHTTP
import TrackableHub

// Formats that adopters write, with the public API alone.

/// The example of the documentation: a format in five lines.
private struct Warehouse: WireFormat {
  let url: URL
  func encode(_ envelope: Envelope, in context: WireContext) -> [UInt8]? {
    guard case .event(let event) = envelope.content else { return nil }
    let row: TrackedProperties = ["id" ~>> envelope.id.uuidString, "event" ~>> event.name, "with" ~>> event.properties]
    return Array(row.json.utf8)
  }
}

/// A format that says everything that one can say.
private struct Lines: WireFormat {
  let url: URL
  let key: Secret
  var headers: [String: String] { ["Content-Type": "text/plain", "X-Key": key.value] }
  var limits: WireLimits { WireLimits(events: 10, bytes: 1_000, eventBytes: 100) }

  func encode(_ envelope: Envelope, in context: WireContext) -> [UInt8]? {
    Array("\(envelope.id) \(envelope.userID ?? context.anonymousID)".utf8)
  }

  func requests(for items: [WireItem], sentAt time: Date) -> [WireRequest] {
    let body = Array(items.map(\.bytes).joined(separator: [10]))
    return [WireRequest("PUT", to: url, headers: headers, body: body, items: items.indices)]
  }

  func verdict(on response: WireResponse, to request: WireRequest) -> WireVerdict {
    guard response.status == 422, let line = response.decoded(as: Int.self) else { return WireVerdict(response) }
    return .partly(again: Set(request.items.indices).subtracting([line]), never: [line])
  }
}

@Suite struct WireFormatTests {
  private let envelope = Envelope(
    id: UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16)), time: Date(timeIntervalSince1970: 0),
    userID: nil, content: .event(Envelope.Event(name: "MyApp.Events.App.started", properties: ["plan" ~>> "free"])))
  private let reset = Envelope(id: UUID(), time: Date(timeIntervalSince1970: 0), userID: nil, content: .reset)
  private let context = WireContext(anonymousID: "anon")

  @Test func `A format takes five lines`() {
    let format = Warehouse(url: WireServer("warehouse.example").url)
    let items = [envelope, reset].compactMap { envelope in
      format.encode(envelope, in: context).map { WireItem(envelope, bytes: $0) }
    }
    let request = format.requests(for: items, sentAt: Date())[0]
    #expect(request.method == "POST" && request.url == format.url && request.headers == format.headers)
    #expect(
      String(decoding: request.body, as: UTF8.self)
        == #"[{"id":"01020304-0506-0708-090A-0B0C0D0E0F10","event":"MyApp.Events.App.started","with":{"plan":"free"}}]"#
    )
    #expect(format.verdict(on: WireResponse(status: 204), to: request) == .arrived)
    #expect(format.headers == ["Content-Type": "application/json"])
    #expect(format.limits == WireLimits(events: 500, bytes: 500_000))
  }

  @Test func `A format can have its own words for everything`() throws {
    let format = Lines(url: WireServer("lines.example").url, key: "abc")
    let items = [envelope, reset].compactMap { envelope in
      format.encode(envelope, in: context).map { WireItem(envelope, bytes: $0) }
    }
    let request = format.requests(for: items, sentAt: Date())[0]
    #expect(request.body.filter { $0 == 10 }.count == 1 && request.items == [0, 1])
    let response = WireResponse(status: 422, headers: ["X-Why": "line"], body: Data("1\n".utf8))
    #expect(response["x-why"] == "line" && response.retryAfter == nil)
    #expect(response.decoded(as: Int.self) == 1)
    #expect(format.verdict(on: response, to: request) == .partly(again: [0], never: [1]))
    #expect("\(format)".contains("abc") == false)
  }

  @Test func `Nothing is sent in the clear`() throws {
    let url = try #require(URL(string: "http://warehouse.example"))
    let error = #expect(throws: HTTPDestinationError.self) { try HTTPDestination(Warehouse(url: url)) }
    #expect(error.map { "\($0)" }?.contains("'warehouse.example' unprotected") == true)
  }

  @Test func `Each service has a format`() {
    let formats: [any WireFormat] = [
      ServiceFormat.segment(writeKey: "k"), ServiceFormat.postHog(projectKey: "k"), ServiceFormat.amplitude(key: "k"),
      ServiceFormat.openTelemetry(at: "o.example", service: "s"),
      ServiceFormat.clickHouse(at: "c.example"),
    ]
    for format in formats { #expect(format.encode(envelope, in: context) != nil) }
    #expect(WireVerdict(WireResponse(status: 401)) == .retry(after: .seconds(300)))
  }
}
