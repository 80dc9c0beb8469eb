import Foundation
import Testing
import Trackable
import TrackableHTTP
import TrackableHub

// A format that an adopter writes, with the public API alone.

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
  @Test func `A format can have its own words for everything`() throws {
    let format = Lines(url: WireServer("lines.example").url, key: "abc")
    let event = Envelope.Event(name: "MyApp.Events.App.started", properties: ["plan" ~>> "free"])
    let items = [Envelope.Content.event(event), .reset].compactMap { content in
      let envelope = Envelope(id: UUID(), time: Date(timeIntervalSince1970: 0), userID: nil, content: content)
      return format.encode(envelope, in: WireContext(anonymousID: "anon")).map { WireItem(envelope, bytes: $0) }
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
    let url = try #require(URL(string: "http://lines.example"))
    let error = #expect(throws: HTTPDestinationError.self) { try HTTPDestination(Lines(url: url, key: "abc")) }
    #expect(error.map { "\($0)" }?.contains("'lines.example' unprotected") == true)
  }
}
