import Foundation
import Testing
import TrackableHub

@testable import TrackableHTTP

/// What answers mean.
@Suite struct VerdictTests {
  private func answer(_ status: Int, _ body: String = "", _ headers: [String: String] = [:]) -> WireResponse {
    WireResponse(status: status, headers: headers, body: Data(body.utf8))
  }

  @Test(arguments: [
    (200, WireVerdict.Rest.arrived), (204, .arrived),
    (302, .retry(after: .seconds(300), because: "redirect not followed, status 302: no")),
    (400, .refused(because: "status 400: no")),
    (401, .retry(after: .seconds(300), because: "key refused, status 401: no")),
    (403, .retry(after: .seconds(300), because: "request not taken, status 403: no")),
    (408, .retry(after: nil, because: "status 408: no")),
    (413, .tooLarge), (422, .refused(because: "status 422: no")), (429, .retry(after: nil, because: "status 429: no")),
    (500, .retry(after: nil, because: "status 500: no")), (503, .retry(after: nil, because: "status 503: no")),
  ])
  func `A status says what became of a request`(_ status: Int, _ rest: WireVerdict.Rest) {
    #expect(WireVerdict(answer(status, "\n  \nno\nmore")) == WireVerdict(rest: rest))
  }

  @Test(arguments: [101, 402, 404, 405, 406, 407, 409, 410, 411, 412, 414, 415, 417, 418, 421, 426, 431, 451, 499])
  func `What may be a deployment, a proxy or a configuration loses nothing`(_ status: Int) {
    #expect(
      WireVerdict(answer(status, "no"))
        == WireVerdict(rest: .retry(after: .seconds(300), because: "request not taken, status \(status): no")))
    #expect(
      WireVerdict(answer(status, "no", ["Retry-After": "7"])).rest
        == .retry(after: .seconds(7), because: "request not taken, status \(status): no"))
  }

  @Test func `The reason is the first line, and harmless`() {
    #expect(answer(400, "\u{1B}[31mred\u{7}\r\nmore").firstLine == "[31mred")
    #expect(answer(400, String(repeating: "x", count: 5_000) + "\nmore").firstLine.count == 5_000)
    #expect(WireResponse(status: 400, body: Data([0xFF, 0xFE, 0x41])).firstLine.hasSuffix("A"))
    #expect(answer(400, "").firstLine == "")
  }

  @Test(arguments: [
    ("120", Duration.seconds(120)), (" 0 ", .zero), ("Sun, 06 Nov 1994 08:49:37 GMT", .seconds(37)),
    ("Sunday, 06-Nov-94 08:49:37 GMT", .seconds(37)), ("Sun Nov  6 08:49:37 1994", .seconds(37)),
    ("99999999", .seconds(86_400)), ("99999999999999999999999", .seconds(86_400)),
    (String(repeating: "9", count: 500), .seconds(86_400)),
  ])
  func `Retry-After is seconds or a date by the server's clock`(_ text: String, _ expected: Duration) {
    let headers = ["retry-after": text, "DATE": "Sun, 06 Nov 1994 08:49:00 GMT"]
    #expect(answer(429, "", headers).retryAfter == expected)
  }

  @Test(arguments: [
    "-5", "+5", "1.5", "5e3", "soon", "", "Sun, 06 Nov 1994 08:48:59 GMT", "Sun, 99 Nov 1994 08:49:37 GMT", "06 Nov",
    "Sun, 06 Nov 1994 25:00:00 GMT",
  ])
  func `A Retry-After that says nothing, or the past, is left to the hub`(_ text: String) {
    let headers = ["Retry-After": text, "Date": "Sun, 06 Nov 1994 08:49:00 GMT"]
    #expect(answer(429, "", headers).retryAfter == nil)
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

  private let amplitude = AmplitudeFormat.amplitude(key: "ak")

  @Test func `Amplitude refuses events one by one, and wants the others again`() {
    let body = """
      {"code":400,"error":"Request missing required field","events_with_invalid_fields":{"time":[3]},
      "events_with_missing_fields":{"event_type":[0,3]},"events_with_invalid_id_lengths":{"user_id":[5]},
      "silenced_events":[6,99]}
      """
    #expect(
      amplitude.verdict(on: answer(400, body), count: 10)
        == WireVerdict(
          rejected: [0: "missing event_type", 3: "missing event_type", 5: "invalid length of user_id", 6: "silenced"],
          rest: .again))
  }

  @Test func `Amplitude refuses all if it names none`() {
    #expect(
      amplitude.verdict(on: answer(400, #"{"code":400,"error":"missing field","missing_field":"events"}"#), count: 3)
        == WireVerdict(rest: .refused(because: "missing field")))
    #expect(
      amplitude.verdict(on: answer(400, "nonsense"), count: 3)
        == WireVerdict(rest: .refused(because: "status 400: nonsense")))
  }

  @Test func `Amplitude refuses a key with 400`() {
    #expect(
      amplitude.verdict(on: answer(400, #"{"code":400,"error":"Invalid API key: ak"}"#), count: 3)
        == WireVerdict(rest: .retry(after: .seconds(300), because: "key refused: Invalid API key: ak")))
  }

  @Test func `Amplitude wants 30 seconds of quiet`() {
    #expect(
      amplitude.verdict(on: answer(429, #"{"code":429,"error":"Too many requests"}"#), count: 3)
        == WireVerdict(rest: .retry(after: .seconds(30), because: "Too many requests")))
  }

  // MARK: - OpenTelemetry

  private let telemetry = OpenTelemetryFormat.openTelemetry(at: "o.example", service: "shop")

  @Test(arguments: [#""2""#, "2"])
  func `OpenTelemetry says how many it refused`(_ number: String) {
    let body = #"{"partialSuccess":{"rejectedLogRecords":\#(number),"errorMessage":"too old"}}"#
    let reason = "2 of 5 records refused, not said which: too old"
    #expect(
      telemetry.verdict(on: answer(200, body), count: 5)
        == WireVerdict(rejected: [3: reason, 4: reason], rest: .arrived))
  }

  @Test(arguments: ["", "{}", #"{"partialSuccess":{}}"#, #"{"partialSuccess":{"errorMessage":"careful"}}"#])
  func `OpenTelemetry took everything if it refused nothing`(_ body: String) {
    #expect(telemetry.verdict(on: answer(200, body), count: 5) == WireVerdict(rest: .arrived))
  }

  @Test(arguments: [429, 500, 502, 503, 504, 507])
  func `OpenTelemetry loses nothing to a server that fails`(_ status: Int) {
    #expect(
      telemetry.verdict(on: answer(status, "boom"), count: 1)
        == WireVerdict(rest: .retry(after: nil, because: "status \(status): boom")))
    #expect(
      telemetry.verdict(on: answer(400, "bad"), count: 1) == WireVerdict(rest: .refused(because: "status 400: bad")))
  }

  // MARK: - ClickHouse

  @Test func `ClickHouse loses nothing while there is no table`() {
    let format = ClickHouseFormat.clickHouse(at: "c.example")
    #expect(
      format.verdict(on: answer(404, "Code: 60. Table default.events doesn't exist."), count: 1)
        == WireVerdict(
          rest: .retry(after: .seconds(300), because: "no such table: Code: 60. Table default.events doesn't exist.")))
    #expect(format.verdict(on: answer(400, "bad"), count: 1) == WireVerdict(rest: .refused(because: "status 400: bad")))
  }

  @Test func `ClickHouse loses nothing where it says of an insert that failed that all is well`() {
    let format = ClickHouseFormat.clickHouse(at: "c.example")
    let headers = ["X-ClickHouse-Exception-Code": "241"]
    #expect(
      format.verdict(on: answer(200, "Code: 241. Memory limit exceeded", headers), count: 1)
        == WireVerdict(rest: .retry(after: nil, because: "exception 241: Code: 241. Memory limit exceeded")))
    #expect(format.verdict(on: answer(200, "", ["X-ClickHouse-Exception-Code": "0"]), count: 1).rest == .arrived)
    #expect(format.verdict(on: answer(400, "bad", headers), count: 1).rest == .refused(because: "status 400: bad"))
  }
}
