import Foundation
import Testing
import Trackable
import TrackableHTTP
import TrackableHub

// Formats that adopters write, with what is public and nothing else.

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
  var secrets: [Secret] { [key] }
  var limits: WireLimits { WireLimits(events: 10, bytes: 1_000, eventBytes: 100) }

  func encode(_ envelope: Envelope, in context: WireContext) -> [UInt8]? {
    Array("\(envelope.id) \(envelope.userID ?? context.anonymousID)".utf8)
  }

  func body(of items: [[UInt8]], sentAt time: Date) -> [UInt8] { Array(items.joined(separator: [10])) }

  func verdict(on response: WireResponse, count: Int) -> WireVerdict {
    guard response.status == 422, let line = Int(response.firstLine) else { return WireVerdict(response) }
    return WireVerdict(rejected: [line: "refused"], rest: .again)
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
    let items = [envelope, reset].compactMap { format.encode($0, in: context) }
    #expect(
      String(decoding: format.body(of: items, sentAt: Date()), as: UTF8.self)
        == #"[{"id":"01020304-0506-0708-090A-0B0C0D0E0F10","event":"MyApp.Events.App.started","with":{"plan":"free"}}]"#
    )
    #expect(format.verdict(on: WireResponse(status: 204), count: 1) == WireVerdict(rest: .arrived))
    #expect(format.headers == ["Content-Type": "application/json"])
    #expect(format.limits == .default && format.secrets.isEmpty)
  }

  @Test func `A format can have its own words for everything`() throws {
    let format = Lines(url: WireServer("lines.example").url, key: "abc")
    let items = [envelope, reset].compactMap { format.encode($0, in: context) }
    #expect(format.body(of: items, sentAt: Date()).filter { $0 == 10 }.count == 1)
    let response = WireResponse(status: 422, headers: ["X-Why": "line"], body: Data("1\n".utf8))
    #expect(response["x-why"] == "line" && response.retryAfter == nil)
    #expect(response.decoded(as: Int.self) == 1)
    #expect(format.verdict(on: response, count: 2) == WireVerdict(rejected: [1: "refused"], rest: .again))
    #expect("\(format)".contains("abc") == false)
  }

  @Test func `A sender says what became of each, also where there is nothing to send`() async throws {
    let sender = try HTTPSender(Warehouse(url: WireServer("warehouse.example").url), timeout: .seconds(5))
    let report = await sender.send([reset], context: context)
    #expect(report.delivered == [reset.id])
    #expect(report.rejected.isEmpty && report.remaining.isEmpty)
    #expect(report.retryAfter == nil && report.reason == nil)
    #expect(report.outcome == .accepted)
    #expect(await sender.send([reset], context: { _ in context }).outcome == .accepted)
  }

  @Test func `Nothing is sent in the clear`() throws {
    let url = try #require(URL(string: "http://warehouse.example"))
    let error = #expect(throws: HTTPSenderError.self) { try HTTPSender(Warehouse(url: url)) }
    #expect(error?.reason == .notSecure && error?.host == "warehouse.example")
  }

  @Test func `Each service has a format`() {
    let formats: [any WireFormat] = [
      SegmentFormat.segment(writeKey: "k"), PostHogFormat.postHog(projectKey: "k"), AmplitudeFormat.amplitude(key: "k"),
      OpenTelemetryFormat.openTelemetry(at: "o.example", service: "s"),
      ClickHouseFormat.clickHouse(at: "c.example"),
    ]
    for format in formats { #expect(format.encode(envelope, in: context) != nil) }
    #expect(WireVerdict.pauseAfterRefusal == .seconds(300))
  }
}
