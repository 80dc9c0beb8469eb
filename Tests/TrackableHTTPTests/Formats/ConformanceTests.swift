import Foundation
import Testing
import Trackable
import TrackableHTTP
import TrackableHub

/// What the check of a format finds.
@Suite struct ConformanceTests {
  /// A format with one mistake.
  private struct Broken: WireFormat {
    enum Mistake: CaseIterable {
      case none, noID, changing, invalid, tooMany, tooLarge, lost, twice, unsafe, large, address
    }

    let mistake: Mistake
    var url: URL {
      URL(string: mistake == .address ? "http://a.example/x" : "https://a.example/x") ?? URL(filePath: "/")
    }
    var limits: WireLimits { WireLimits(events: 50, bytes: 60_000, eventBytes: mistake == .large ? 100 : nil) }

    func encode(_ envelope: Envelope, in context: WireContext) -> [UInt8]? {
      guard case .event(let event) = envelope.content else { return nil }
      let id = mistake == .noID ? "" : envelope.id.uuidString
      let row: TrackedProperties = [
        "id" ~>> id, "attempt" ~>> (mistake == .changing ? envelope.attempt : 1), "event" ~>> event.name,
        "with" ~>> event.properties,
      ]
      return Array((mistake == .invalid ? "{\(event.name)}" : row.json).utf8)
    }

    func requests(for items: [WireItem], sentAt time: Date) -> [WireRequest] {
      let (first, body) = (items.indices.first ?? 0, Array("[]".utf8))
      let away = URL(string: "http://b.example") ?? url
      func request(to url: URL? = nil, _ body: [UInt8], _ items: some Sequence<Int>) -> WireRequest {
        WireRequest(to: url ?? self.url, headers: headers, body: body, items: items)
      }
      switch mistake {
      case .tooMany: return [request(body, Array(items.indices) + Array(repeating: first, count: 60))]
      case .tooLarge: return [request(Array(repeating: UInt8(ascii: " "), count: 60_000) + body, items.indices)]
      case .lost: return [request(body, items.indices.dropFirst())]
      case .twice: return [request(body, items.indices.prefix(1)), request(body, items.indices)]
      case .unsafe: return [request(to: away, body, items.indices)]
      default:
        let all = items.map { String(decoding: $0.bytes, as: UTF8.self) }.joined(separator: ",")
        return [request(Array("[\(all)]".utf8), items.indices)]
      }
    }
  }

  @Test func `The formats of the library keep every promise`() {
    for format in Services.all { #expect(format.conformanceFailures() == [], "\(format.url)") }
  }

  @Test(arguments: Broken.Mistake.allCases)
  private func `Each mistake is found, and called by its name`(_ mistake: Broken.Mistake) {
    let (id, once) = (
      "An event contains its ID, by which the service removes duplicates.",
      "An item is in one request only, and only once."
    )
    let (fits, safe) = ("Each item is in a request, and fits into it.", "A request goes to a safe server.")
    let expected: [Broken.Mistake: [String]] = [
      .none: [], .noID: [id], .changing: ["A call that is sent again has the same encoding."],
      .invalid: [id, "A body with the content type of JSON is valid JSON."],
      .tooMany: ["A request has no more items than the limits say.", once], .tooLarge: [fits], .lost: [fits],
      .twice: [once], .unsafe: [safe], .address: [safe], .large: [fits],
    ]
    #expect(Broken(mistake: mistake).conformanceFailures() == expected[mistake])
  }
}
