import Foundation
import Testing
import TrackableHTTP
import TrackableHub

/// What answers mean.
@Suite struct VerdictTests {
  private func answer(_ status: Int, _ body: String = "", _ headers: [String: String] = [:]) -> WireResponse {
    WireResponse(status: status, headers: headers, body: Data(body.utf8))
  }

  private func request(_ count: Int) -> WireRequest { WireRequest(to: URL(filePath: "/"), items: 0..<count) }

  @Test(arguments: [
    (200, WireVerdict.arrived), (204, .arrived), (302, .retry(after: .seconds(300))), (400, .refused),
    (401, .retry(after: .seconds(300))), (403, .retry(after: .seconds(300))), (408, .retry(after: nil)),
    (413, .tooLarge), (422, .refused), (429, .retry(after: nil)), (500, .retry(after: nil)), (503, .retry(after: nil)),
  ])
  func `A status says what became of a request`(_ status: Int, _ verdict: WireVerdict) {
    #expect(WireVerdict(answer(status, "\n  \nno\nmore")) == verdict)
    // One that may come from a deployment, a proxy or a configuration loses nothing.
    for other in [101, 402, 404, 405, 406, 407, 409, 410, 411, 412, 414, 415, 417, 418, 421, 426, 431, 451, 499] {
      #expect(WireVerdict(answer(other, "no")) == .retry(after: .seconds(300)))
      #expect(WireVerdict(answer(other, "no", ["Retry-After": "7"])) == .retry(after: .seconds(7)))
    }
  }

  /// What says nothing, or the past, is left to the hub.
  private static let pauses: [(String, Duration?)] = [
    ("120", .seconds(120)), (" 0 ", .zero), ("Sun, 06 Nov 1994 08:49:37 GMT", .seconds(37)),
    ("Sunday, 06-Nov-94 08:49:37 GMT", .seconds(37)), ("Sun Nov  6 08:49:37 1994", .seconds(37)),
    ("99999999", .seconds(86_400)), ("99999999999999999999999", .seconds(86_400)),
    (String(repeating: "9", count: 500), .seconds(86_400)), ("-5", nil), ("+5", nil), ("1.5", nil), ("5e3", nil),
    ("soon", nil), ("", nil), ("Sun, 06 Nov 1994 08:48:59 GMT", nil), ("Sun, 99 Nov 1994 08:49:37 GMT", nil),
    ("06 Nov", nil), ("Sun, 06 Nov 1994 25:00:00 GMT", nil),
  ]

  @Test(arguments: pauses)
  func `Retry-After is seconds or a date by the server's clock`(_ text: String, _ expected: Duration?) {
    let headers = ["retry-after": text, "DATE": "Sun, 06 Nov 1994 08:49:00 GMT"]
    #expect(answer(429, "", headers).retryAfter == expected)
  }

  @Test func `A date without the server's clock is compared with this one`() throws {
    let formatter = DateFormatter()
    formatter.locale = Locale(identifier: "en_US_POSIX")
    formatter.timeZone = TimeZone(identifier: "GMT")
    formatter.dateFormat = "EEE, dd MMM yyyy HH:mm:ss 'GMT'"
    let text = formatter.string(from: Date().addingTimeInterval(1_000))
    let pause = try #require(answer(503, "", ["Retry-After": text]).retryAfter)
    #expect(Duration.seconds(900)...Duration.seconds(1_000) ~= pause)
  }

  // MARK: - Amplitude

  private let amplitude = Services.amplitude

  private static let amplitudeAnswers: [(Int, String, WireVerdict)] = [
    (
      400,
      #"{"code":400,"error":"Request missing required field","events_with_invalid_fields":{"time":[3]},"#
        + #""events_with_missing_fields":{"event_type":[0,3]},"events_with_invalid_id_lengths":{"user_id":[5]},"#
        + #""silenced_events":[6,99]}"#,
      .partly(again: [1, 2, 4, 7], never: [0, 3, 5, 6])
    ),
    // It names none.
    (400, #"{"code":400,"error":"missing field","missing_field":"events"}"#, .refused), (400, "nonsense", .refused),
    (400, #"{"code":400,"error":"Invalid API key: ak"}"#, .retry(after: .seconds(300))),
    (429, #"{"code":429,"error":"Too many requests"}"#, .retry(after: .seconds(30))),
  ]

  @Test(arguments: amplitudeAnswers)
  func `Amplitude refuses single events, and wants others again`(
    _ status: Int, _ body: String, _ verdict: WireVerdict
  ) {
    #expect(amplitude.verdict(on: answer(status, body), to: request(8)) == verdict)
  }

  /// A request with two events of each of these users, and of devices of the same names.
  private func request(of users: [String?]) -> WireRequest {
    let items = (users + users).enumerated().map { number, user in
      let envelope = WireSample.event(number, user: user)
      return WireItem(
        envelope, bytes: amplitude.encode(envelope, in: WireContext(anonymousID: "device \(number)")) ?? [])
    }
    return amplitude.requests(for: items, sentAt: WireSample.time)[0]
  }

  @Test(arguments: [
    (#""throttled_users":{"john":31},"throttled_events":[0,3]"#, [0, 3]), (#""throttled_events":[4,9]"#, [4]),
    (#""exceeded_daily_quota_users":{"john":500001}"#, [0, 3]), (#""throttled_devices":{"device 2":31}"#, [2]),
    (#""exceeded_daily_quota_devices":{"device 5":500001},"throttled_users":{"yoko":31}"#, [1, 4, 5]),
  ])
  func `Where Amplitude has enough of one user, the others need not wait`(_ fields: String, _ places: [Int]) {
    let later = Set(places)
    let body = "{\"code\":429,\"error\":\"Too many requests for some devices and users\",\(fields)}"
    #expect(
      amplitude.verdict(on: answer(429, body), to: request(of: ["john", "yoko", nil]))
        == .partly(again: Set(0..<6).subtracting(later), later: later))
    // There are no others.
    let all = answer(429, #"{"code":429,"throttled_users":{"john":31}}"#)
    #expect(amplitude.verdict(on: all, to: request(of: ["john"])) == .retry(after: .seconds(30)))
  }

  private static let mixpanelAnswers: [(Int, String, WireVerdict)] = [
    (
      400,
      #"{"code":400,"error":"some data points in the request failed validation","status":"Bad Request","#
        + #""num_records_imported":3,"failed_records":[{"index":1,"insert_id":"x","field":"properties.time"},"#
        + #"{"index":4,"insert_id":"y","field":"event","message":"no"},{"index":99}]}"#,
      .partly(never: [1, 4])
    ),
    (400, "nonsense", .refused), (429, #"{"status":"Too Many"}"#, .retry(after: nil)),
    (200, #"{"code":200,"num_records_imported":5,"status":"OK"}"#, .arrived),
    // So it answers for changes of users.
    (200, #"{"error":"data, missing or empty","status":0}"#, .refused), (200, #"{"error":null,"status":1}"#, .arrived),
  ]

  @Test(arguments: mixpanelAnswers)
  func `Mixpanel refuses single events, and takes the others`(_ status: Int, _ body: String, _ verdict: WireVerdict) {
    #expect(Services.mixpanel.verdict(on: answer(status, body), to: request(5)) == verdict)
  }

  private static let telemetryAnswers: [(Int, String, WireVerdict)] = [
    (200, #"{"partialSuccess":{"rejectedLogRecords":"2","errorMessage":"old"}}"#, .partly(never: [3, 4])),
    (200, #"{"partialSuccess":{"rejectedLogRecords":2}}"#, .partly(never: [3, 4])),
    (200, #"{"partialSuccess":{"rejectedLogRecords":9}}"#, .partly(never: [0, 1, 2, 3, 4])),
    (200, "", .arrived), (200, #"{"partialSuccess":{}}"#, .arrived),
    (200, #"{"partialSuccess":{"errorMessage":"careful"}}"#, .arrived), (503, "boom", .retry(after: nil)),
    (400, "bad", .refused),
  ]

  @Test(arguments: telemetryAnswers)
  func `OpenTelemetry says how many it refused, and loses none`(_ status: Int, _ body: String, _ verdict: WireVerdict) {
    #expect(Services.telemetry.verdict(on: answer(status, body), to: request(5)) == verdict)
  }

  private static let clickHouseAnswers: [(Int, String, WireVerdict)] = [
    (200, "241", .retry(after: nil)), (200, "0", .arrived), (400, "241", .refused),
    // There is no table.
    (404, "60", .retry(after: .seconds(300))),
  ]

  @Test(arguments: clickHouseAnswers)
  func `ClickHouse loses nothing when it answers a failed insert with success, or has no table`(
    _ status: Int, _ code: String, _ verdict: WireVerdict
  ) {
    let answer = answer(status, "Code: \(code).", ["X-ClickHouse-Exception-Code": code])
    #expect(Services.clickHouse.verdict(on: answer, to: request(1)) == verdict)
  }
}
