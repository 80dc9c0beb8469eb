import Foundation
import Testing
import Trackable
import TrackableHub
import TrackableTesting

@testable import TrackableHTTP

/// What may be shown of an answer.
@Suite struct ReasonTests {
  private static let key = "phc_ABCDEFGHIJKLMNOPQRSTUVWXYZ/012345678"

  /// One whose author takes an answer as it is.
  private struct PlainFormat: WireFormat {
    let url: URL
    var headers: [String: String] { ["Authorization": "Bearer " + ReasonTests.key] }
    func encode(_ envelope: Envelope, in context: WireContext) -> [UInt8]? { [UInt8]("1".utf8) }
    func verdict(on response: WireResponse, count: Int) -> WireVerdict {
      WireVerdict(rest: .refused(because: String(decoding: response.body, as: UTF8.self)))
    }
  }

  /// Formats have their reasons from different places.
  enum Service: CaseIterable, Sendable {
    case segment, amplitude, amplitudeField, openTelemetry, plain

    func format(at url: URL) -> any WireFormat {
      switch self {
      case .segment: .segment(writeKey: Secret(ReasonTests.key), at: WireServer(url))
      case .amplitude, .amplitudeField: .amplitude(key: Secret(ReasonTests.key), at: WireServer(url))
      case .openTelemetry:
        .openTelemetry(at: WireServer(url), service: "s", authorization: Secret("Bearer " + ReasonTests.key))
      case .plain: PlainFormat(url: url)
      }
    }

    func answer(_ text: String) -> ScriptedServer.Answer {
      let json = String(decoding: (try? JSONEncoder().encode(text)) ?? Data(), as: UTF8.self)
      return switch self {
      case .segment: .respond(422, body: text)
      case .amplitude: .respond(400, body: #"{"error":\#(json)}"#)
      case .amplitudeField: .respond(400, body: #"{"error":"bad","events_with_invalid_fields":{\#(json):[0]}}"#)
      case .openTelemetry:
        .respond(200, body: #"{"partialSuccess":{"rejectedLogRecords":"1","errorMessage":\#(json)}}"#)
      case .plain: .respond(500, body: text)
      }
    }
  }

  private func reason(_ service: Service, _ text: String) async throws -> String {
    let server = try ScriptedServer { _, _ in service.answer(text) }
    defer { server.close() }
    let sender = try HTTPSender(service.format(at: server.url), clock: ManualClock())
    let report = await sender.send([WireSample.event(1)], context: WireSample.context)
    return try #require(report.rejected.values.first ?? report.reason)
  }

  @Test(arguments: Service.allCases)
  func `Wherever a reason is cut, it has no part of a key`(_ service: Service) async throws {
    for count in [0, 130, 150, 160, 170, 180, 190, 199, 250, 965] {
      let reason = try await reason(service, String(repeating: "x", count: count) + Self.key + " tail")
      #expect(!reason.contains("phc_") && !reason.contains("ABC"), "\(count): \(reason)")
    }
  }

  @Test(arguments: Service.allCases)
  func `A reason is one short line that moves no cursor`(_ service: Service) async throws {
    let text = "\u{1B}[31mred\u{7}\u{9B}2J\u{202E}no " + String(repeating: "x\u{301}", count: 20_000)
    let reason = try await reason(service, text)
    #expect(reason.unicodeScalars.count <= 201)
    let kinds = Set(reason.unicodeScalars.map(\.properties.generalCategory))
    #expect(kinds.isDisjoint(with: [.control, .format, .lineSeparator, .paragraphSeparator]))
  }

  @Test(arguments: Service.allCases)
  func `A key is recognized in whatever stands around it`(_ service: Service) async throws {
    let base64 = Data("\(Self.key):".utf8).base64EncodedString()
    for echo in [
      Self.key, "Bearer \(Self.key)", "\(Self.key)\u{301}", "\(Self.key.prefix(9))\u{0}\(Self.key.dropFirst(9))",
    ] {
      #expect(try await !reason(service, "bad \(echo)!").contains("ABC"))
    }
    for echo in [base64, "Basic \(base64)"] where service == .segment {
      #expect(try await !reason(service, "bad \(echo)!").contains(base64.dropFirst(9)))
      let escaped = echo.replacing("/", with: "\\/")
      #expect(try await !reason(service, "bad \(escaped)!").contains(escaped.dropFirst(9)))
    }
  }
}
