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
  }

  @Test(arguments: [101, 402, 404, 405, 406, 407, 409, 410, 411, 412, 414, 415, 417, 418, 421, 426, 431, 451, 499])
  func `A status that may come from a deployment, a proxy or a configuration loses nothing`(_ status: Int) {
    #expect(WireVerdict(answer(status, "no")) == .retry(after: .seconds(300)))
    #expect(WireVerdict(answer(status, "no", ["Retry-After": "7"])) == .retry(after: .seconds(7)))
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

  private let amplitude = ServiceFormat.amplitude(key: "ak")

  @Test func `Amplitude refuses events one by one, and wants the others again`() {
    let body = """
      {"code":400,"error":"Request missing required field","events_with_invalid_fields":{"time":[3]},
      "events_with_missing_fields":{"event_type":[0,3]},"events_with_invalid_id_lengths":{"user_id":[5]},
      "silenced_events":[6,99]}
      """
    #expect(
      amplitude.verdict(on: answer(400, body), to: request(10))
        == .partly(again: [1, 2, 4, 7, 8, 9], never: [0, 3, 5, 6]))
  }

  @Test func `Amplitude refuses all if it names none`() {
    let body = #"{"code":400,"error":"missing field","missing_field":"events"}"#
    #expect(amplitude.verdict(on: answer(400, body), to: request(3)) == .refused)
    #expect(amplitude.verdict(on: answer(400, "nonsense"), to: request(3)) == .refused)
  }

  @Test func `Amplitude refuses a key with 400`() {
    let body = #"{"code":400,"error":"Invalid API key: ak"}"#
    #expect(amplitude.verdict(on: answer(400, body), to: request(3)) == .retry(after: .seconds(300)))
  }

  @Test func `Amplitude wants 30 seconds of quiet`() {
    let body = #"{"code":429,"error":"Too many requests"}"#
    #expect(amplitude.verdict(on: answer(429, body), to: request(3)) == .retry(after: .seconds(30)))
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

  // MARK: - Mixpanel

  private let mixpanel = ServiceFormat.mixpanel(token: "tok")

  @Test func `Mixpanel refuses events one by one, and has taken the others`() {
    let body = """
      {"code":400,"error":"some data points in the request failed validation","status":"Bad Request",
      "num_records_imported":3,"failed_records":[{"index":1,"insert_id":"x","field":"properties.time","message":"no"},
      {"index":4,"insert_id":"y","field":"event","message":"no"},{"index":99}]}
      """
    #expect(mixpanel.verdict(on: answer(400, body), to: request(5)) == .partly(never: [1, 4]))
    #expect(mixpanel.verdict(on: answer(400, "nonsense"), to: request(5)) == .refused)
    let taken = answer(200, #"{"code":200,"num_records_imported":5,"status":"OK"}"#)
    #expect(mixpanel.verdict(on: taken, to: request(5)) == .arrived)
    #expect(mixpanel.verdict(on: answer(429, #"{"status":"Too Many"}"#), to: request(5)) == .retry(after: nil))
  }

  @Test func `Mixpanel refuses changes of users with success`() {
    let refused = answer(200, #"{"error":"data, missing or empty","status":0}"#)
    #expect(mixpanel.verdict(on: refused, to: request(2)) == .refused)
    #expect(mixpanel.verdict(on: answer(200, #"{"error":null,"status":1}"#), to: request(2)) == .arrived)
  }

  // MARK: - OpenTelemetry

  private let telemetry = ServiceFormat.openTelemetry(at: "o.example", service: "shop")

  @Test(arguments: [#""2""#, "2"])
  func `OpenTelemetry says how many it refused`(_ number: String) {
    let body = #"{"partialSuccess":{"rejectedLogRecords":\#(number),"errorMessage":"too old"}}"#
    #expect(telemetry.verdict(on: answer(200, body), to: request(5)) == .partly(never: [3, 4]))
    #expect(telemetry.verdict(on: answer(200, body), to: request(1)) == .partly(never: [0]))
  }

  @Test(arguments: ["", "{}", #"{"partialSuccess":{}}"#, #"{"partialSuccess":{"errorMessage":"careful"}}"#])
  func `OpenTelemetry took everything if it refused nothing`(_ body: String) {
    #expect(telemetry.verdict(on: answer(200, body), to: request(5)) == .arrived)
  }

  @Test(arguments: [429, 500, 502, 503, 504, 507])
  func `OpenTelemetry loses nothing to a server that fails`(_ status: Int) {
    #expect(telemetry.verdict(on: answer(status, "boom"), to: request(1)) == .retry(after: nil))
    #expect(telemetry.verdict(on: answer(400, "bad"), to: request(1)) == .refused)
  }

  // MARK: - ClickHouse

  @Test func `ClickHouse loses nothing while there is no table`() {
    let format = ServiceFormat.clickHouse(at: "c.example")
    let missing = answer(404, "Code: 60. Table default.events doesn't exist.")
    #expect(format.verdict(on: missing, to: request(1)) == .retry(after: .seconds(300)))
    #expect(format.verdict(on: answer(400, "bad"), to: request(1)) == .refused)
  }

  @Test func `ClickHouse loses nothing when it answers a failed insert with success`() {
    let format = ServiceFormat.clickHouse(at: "c.example")
    let headers = ["X-ClickHouse-Exception-Code": "241"]
    let failed = answer(200, "Code: 241. Memory limit exceeded", headers)
    #expect(format.verdict(on: failed, to: request(1)) == .retry(after: nil))
    #expect(format.verdict(on: answer(200, "", ["X-ClickHouse-Exception-Code": "0"]), to: request(1)) == .arrived)
    #expect(format.verdict(on: answer(400, "bad", headers), to: request(1)) == .refused)
  }
}
