import Foundation
import Testing
import Trackable
import TrackableHTTP
import TrackableHub

/// What each format sends, word for word.
@Suite struct FormatTests {
  /// The items' text, and the expected text without the line breaks and indentation that make it readable.
  private func expect(
    _ format: some WireFormat, _ expected: KeyValuePairs<Envelope, String>,
    at location: Testing.SourceLocation = #_sourceLocation
  ) {
    for (envelope, text) in expected {
      #expect(Services.text(format, envelope) == Self.joined(text), sourceLocation: location)
    }
  }

  private static func joined(_ text: String) -> String {
    text.split(separator: "\n").map { $0.trimmingPrefix { $0 == " " } }.joined()
  }

  private func body(_ format: some WireFormat) -> String {
    let items = Array(repeating: WireItem(WireSample.rated, bytes: Array("{}".utf8)), count: 2)
    let requests = format.requests(for: items, sentAt: WireSample.time)
    #expect(requests.count == 1 && requests[0].method == "POST" && requests[0].items == Array(items.indices))
    return String(decoding: requests[0].body, as: UTF8.self)
  }

  private func basic(_ text: String) -> String { "Basic " + Data(text.utf8).base64EncodedString() }

  private let id = "019aa8f2-0000-7000-8000-00000000000"
  private let time = "2025-11-22T02:58:34.250Z"
  private let failure = #""message":"no such album","location":"MyApp/Album.swift:7""#
  private let rated = #"""
    "rating":5,"ratio":0.5,"title":"Imagine \"71\"\n","loved":true,"gift":null,"bought":"2025-11-22T02:58:34.250Z",
    "tags":["vinyl","mono"],"TrackableHTTPTests.WireSample.Keys.album":{
    "TrackableHTTPTests.WireSample.Keys.Details.year":1971}
    """#

  @Test func `A purge goes to no service, and a sign-out to tables and logs only`() {
    for format in Services.all { #expect(Services.text(format, WireSample.purge) == nil) }
    let heard = Services.all.map { Services.text($0, WireSample.reset) != nil }
    #expect(heard == [false, false, false, false, false, true, true])
  }

  @Test func `Segment gets events, users, their properties and errors`() {
    func call(_ number: Int, _ type: String, user: String = #""userId":"john","#, _ content: String) -> String {
      """
      {"type":"\(type)","messageId":"\(id)\(number)","timestamp":"\(time)","anonymousId":"anon-1",\(user)\(content),
      "context":{"library":{"name":"trackable-swift"}}}
      """
    }
    expect(
      Services.segment,
      [
        WireSample.rated: call(1, "track", #""event":"MyApp.didRate","properties":{\#(rated)}"#),
        WireSample.anonymous: call(2, "track", user: "", #""event":"MyApp.didRate","properties":{}"#),
        WireSample.identify: call(3, "identify", #""traits":{"plan":"free","coupon":null}"#),
        WireSample.property: call(4, "identify", #""traits":{"plan":"premium"}"#),
        WireSample.unset: call(5, "identify", #""traits":{"plan":null}"#),
        WireSample.error: call(6, "track", #""event":"Error","properties":{\#(failure)}"#),
      ])
    #expect(body(Services.segment) == #"{"batch":[{},{}],"sentAt":"\#(time)"}"#)
    #expect(Services.segment.url.absoluteString == "https://api.segment.io/v1/batch")
    #expect(
      Services.segment.headers == ["Content-Type": "application/json", "Authorization": basic("key-of-segment:")])
  }

  @Test func `RudderStack gets calls with its own time, its channel, and traits in the context`() {
    func call(_ number: Int, _ type: String, user: String = #""userId":"john","#, _ content: String) -> String {
      """
      {"type":"\(type)","messageId":"\(id)\(number)","originalTimestamp":"\(time)","channel":"mobile",
      "anonymousId":"anon-1",\(user)\(content)}
      """
    }
    let library = #""context":{"library":{"name":"trackable-swift"}"#
    expect(
      Services.rudderStack,
      [
        WireSample.anonymous: call(
          2, "track", user: "", #""event":"MyApp.didRate","properties":{},\#(library)}"#),
        WireSample.identify: call(3, "identify", #"\#(library),"traits":{"plan":"free","coupon":null}}"#),
        WireSample.unset: call(5, "identify", #"\#(library),"traits":{"plan":null}}"#),
      ])
    #expect(Services.rudderStack.url.absoluteString == "https://data.example/v1/batch")
    #expect(Services.rudderStack.headers["Authorization"] == basic("key-of-rudderstack:"))
  }

  @Test func `Mixpanel gets events with their ID, the device and the user, and changes of users one by one`() {
    let john = #""john","$device_id":"anon-1","$user_id":"john""#
    let nobody = #""$device:anon-1","$device_id":"anon-1""#
    func event(_ number: Int, _ name: String, user: String, _ properties: String) -> String {
      """
      {"event":"\(name)","properties":{"time":1763780314250,"distinct_id":\(user),
      "$insert_id":"\(id)\(number)",\(properties)"mp_lib":"trackable-swift"}}
      """
    }
    func change(_ operation: String, user: String = "john") -> String {
      #"{"$token":"key-of-mixpanel","$distinct_id":"\#(user)",\#(operation)}"#
    }
    let ownWords: TrackedProperties = ["time" ~>> "noon", "token" ~>> 1, "$user_id" ~>> "yoko"]
    expect(
      Services.mixpanel,
      [
        WireSample.rated: event(1, "MyApp.didRate", user: john, rated + ","),
        WireSample.anonymous: event(2, "MyApp.didRate", user: nobody, ""),
        WireSample.error: event(6, "Error", user: john, failure + ","),
        // What Mixpanel would take for its own has another name.
        WireSample.event(2, user: nil, ownWords): event(
          2, "MyApp.didRate", user: nobody,
          #""property_time":"noon","property_token":1,"property_$user_id":"yoko","#),
        WireSample.identify: "[\(change(#""$set":{"plan":"free"}"#)),\(change(#""$unset":["coupon"]"#))]",
        WireSample.property: "[\(change(#""$set":{"plan":"premium"}"#))]",
        WireSample.unset: "[\(change(#""$unset":["plan"]"#))]",
        WireSample.envelope(1, user: nil, .userProperty(name: "plan", value: "free")):
          "[\(change(#""$set":{"plan":"free"}"#, user: "$device:anon-1"))]",
      ])
  }

  @Test func `Mixpanel gets what is in a row in one request, at the place for it`() {
    let mixpanel = Services.mixpanel
    let group = WireSample.envelope(
      9, .userProperty(name: "company", value: "apple", operation: .group(traits: ["plan" ~>> "label"])))
    let envelopes = [
      WireSample.rated, WireSample.error, WireSample.identify, WireSample.property, group, WireSample.rated,
    ]
    let items = envelopes.map { WireItem($0, bytes: mixpanel.encode($0, in: WireSample.context) ?? []) }
    let requests = mixpanel.requests(for: items, sentAt: WireSample.time)
    #expect(
      requests.map(\.url.absoluteString)
        == ["import?strict=1", "engage?verbose=1", "groups?verbose=1", "import?strict=1"].map {
          "https://api.mixpanel.com/" + $0
        })
    #expect(requests.map(\.items) == [[0, 1], [2, 3], [4], [5]] && requests.allSatisfy { $0.method == "POST" })
    let headers = ["Content-Type": "application/json", "Authorization": basic("key-of-mixpanel:")]
    #expect(requests.allSatisfy { $0.headers == headers })
    // The changes of a user are an array, and so is the request.
    let texts = items.map { String(decoding: $0.bytes, as: UTF8.self) }
    let bodies = requests.map { String(decoding: $0.body, as: UTF8.self) }
    #expect(bodies[0] == "[\(texts[0]),\(texts[1])]" && bodies[3] == "[\(texts[5])]")
    #expect(bodies[1] == "\(texts[2].dropLast()),\(texts[3].dropFirst())" && bodies[2] == texts[4])
  }

  @Test func `PostHog gets events, users, their properties and errors, and makes no profile of an unknown user`() {
    func call(_ number: Int, _ event: String, user: String = "john", _ properties: String) -> String {
      """
      {"event":"\(event)","uuid":"\(id)\(number)","distinct_id":"\(user)",
      "timestamp":"\(time)","properties":{\(properties),"$lib":"trackable-swift"}}
      """
    }
    func ofNobody(_ wanted: Bool) -> String {
      call(2, "MyApp.didRate", user: "anon-1", #""$process_person_profile":\#(wanted)"#)
    }
    let ownWords: TrackedProperties = ["$process_person_profile" ~>> true, "$lib" ~>> "mine"]
    expect(
      Services.postHog,
      [
        WireSample.rated: call(1, "MyApp.didRate", rated),
        WireSample.anonymous: ofNobody(false), WireSample.event(2, user: nil, ownWords): ofNobody(true),
        WireSample.identify: call(
          3, "$identify", #""$anon_distinct_id":"anon-1","$set":{"plan":"free"},"$unset":["coupon"]"#),
        WireSample.property: call(4, "$set", #""$set":{"plan":"premium"}"#),
        WireSample.unset: call(5, "$set", #""$unset":["plan"]"#),
        WireSample.error: call(
          6, "$exception",
          #""$exception_list":[{"type":"Error","value":"no such album"}],"location":"MyApp/Album.swift:7""#),
      ])
    #expect(body(Services.postHog) == #"{"api_key":"key-of-posthog","batch":[{},{}],"sent_at":"\#(time)"}"#)
    #expect(Services.postHog.url.absoluteString == "https://us.i.posthog.com/batch/")
  }

  @Test func `Amplitude gets events, users, their properties and errors, and short IDs are fine`() {
    func call(_ number: Int, _ event: String, user: String = #""user_id":"john","#, _ properties: String) -> String {
      """
      {"event_type":"\(event)","insert_id":"\(id)\(number)","time":1763780314250,
      "device_id":"anon-1",\(user)\(properties),"library":"trackable-swift"}
      """
    }
    expect(
      Services.amplitude,
      [
        WireSample.rated: call(1, "MyApp.didRate", #""event_properties":{\#(rated)}"#),
        WireSample.anonymous: call(2, "MyApp.didRate", user: "", #""event_properties":{}"#),
        WireSample.identify: call(
          3, "$identify", #""user_properties":{"$set":{"plan":"free"},"$unset":{"coupon":"-"}}"#),
        WireSample.property: call(4, "$identify", #""user_properties":{"$set":{"plan":"premium"}}"#),
        WireSample.unset: call(5, "$identify", #""user_properties":{"$unset":{"plan":"-"}}"#),
        WireSample.error: call(6, "Error", #""event_properties":{\#(failure)}"#),
      ])
    #expect(
      body(Services.amplitude) == #"{"api_key":"key-of-amplitude","events":[{},{}],"options":{"min_id_length":1}}"#)
    #expect(Services.amplitude.url.absoluteString == "https://api2.amplitude.com/2/httpapi")
  }

  @Test func `OpenTelemetry gets log records of one service with flat attributes`() {
    func record(
      _ number: Int, _ name: String, severity: String = #""severityNumber":9,"severityText":"INFO""#,
      _ rest: String
    ) -> String {
      let own = Services.attributes([
        "log.record.uid": "\(id)\(number)", "enduser.pseudo.id": "anon-1", "user.id": "john",
      ])
      return #"{"timeUnixNano":"1763780314250000000",\#(severity),"eventName":"\#(name)","#
        + #""attributes":[\#(own)\#(rest)]}"#
    }
    let error = #""severityNumber":17,"severityText":"ERROR""#
    expect(
      Services.telemetry,
      [
        WireSample.rated: record(
          1, "MyApp.didRate",
          #"""
          ,{"key":"event.entity","value":{"stringValue":"album"}},{"key":"event.type","value":{"stringValue":"cl"}}
          ,{"key":"rating","value":{"intValue":"5"}},{"key":"ratio","value":{"doubleValue":0.5}}
          ,{"key":"title","value":{"stringValue":"Imagine \"71\"\n"}},{"key":"loved","value":{"boolValue":true}}
          ,{"key":"gift","value":{}},{"key":"bought","value":{"stringValue":"2025-11-22T02:58:34.250Z"}}
          ,{"key":"tags","value":{"arrayValue":{"values":[{"stringValue":"vinyl"},{"stringValue":"mono"}]}}}
          ,{"key":"TrackableHTTPTests.WireSample.Keys.album.Details.year","value":{"intValue":"1971"}}
          """#),
        WireSample.identify: record(
          3, "identify", "," + Services.attributes(["plan": "free"]) + #",{"key":"coupon","value":{}}"#),
        WireSample.property: record(4, "user_property", "," + Services.attributes(["plan": "premium"])),
        WireSample.error: record(
          6, "exception", severity: error,
          "," + Services.attributes(["exception.message": "no such album", "code.location": "MyApp/Album.swift:7"])),
        WireSample.reset: record(7, "reset", ""),
      ])
    // A property of the app takes the place of an attribute of the same name.
    let text = Services.text(Services.telemetry, WireSample.event(1, ["user.id" ~>> "yoko"])) ?? ""
    #expect(text.components(separatedBy: "user.id").count == 2 && text.contains("yoko"))
    #expect(
      body(Services.telemetry)
        == #"{"resourceLogs":[{"resource":{"attributes":[\#(Services.attributes(["service.name": "shop"]))]},"#
        + #""scopeLogs":[{"scope":{"name":"trackable-swift"},"logRecords":[{},{}]}]}]}"#)
    #expect(Services.telemetry.url.absoluteString == "https://otel.example/v1/logs")
    #expect(Services.telemetry.headers["Authorization"] == "key-of-otel")
  }

  private func query(_ format: ServiceFormat) -> [String?]? {
    URLComponents(url: format.url, resolvingAgainstBaseURL: false)?.queryItems?.map(\.value)
  }

  @Test func `ClickHouse gets rows with properties as flat JSON, and the statement as the query`() {
    func row(
      _ number: Int, _ kind: String, names: String = #""","entity":"","type":"""#, _ properties: String
    ) -> String {
      """
      {"id":"\(id)\(number)","time":1763780314,"time_ms":1763780314250,"kind":"\(kind)","name":\(names),
      "user_id":"john","anonymous_id":"anon-1","properties":"{\(properties)}"}
      """
    }
    expect(
      Services.clickHouse,
      [
        WireSample.rated: row(
          1, "event", names: #""MyApp.didRate","entity":"album","type":"cl""#,
          #"""
          \"rating\":5,\"ratio\":0.5,\"title\":\"Imagine \\\"71\\\"\\n\",\"loved\":true,\"gift\":null,
          \"bought\":\"2025-11-22T02:58:34.250Z\",\"tags\":[\"vinyl\",\"mono\"],
          \"TrackableHTTPTests.WireSample.Keys.album.Details.year\":1971
          """#),
        WireSample.identify: row(3, "identify", #"\"plan\":\"free\",\"coupon\":null"#),
        WireSample.property: row(
          4, "user_property", names: #""plan","entity":"","type":"""#, #"\"plan\":\"premium\""#),
        WireSample.error: row(
          6, "error", #"\"message\":\"no such album\",\"location\":\"MyApp/Album.swift:7\""#),
        WireSample.reset: row(7, "reset", ""),
      ])
    #expect(body(Services.clickHouse) == "{}\n{}\n")
    #expect(query(Services.clickHouse) == ["INSERT INTO `analytics`.`events` FORMAT JSONEachRow"])
    #expect(Services.clickHouse.headers["Authorization"] == basic("writer:key-of-clickhouse"))
    // A table's name cannot end the statement.
    let hostile = ServiceFormat.clickHouse(at: "ch.example", table: "a` FORMAT Null; DROP TABLE b\\")
    #expect(query(hostile) == ["INSERT INTO `a\\` FORMAT Null; DROP TABLE b\\\\` FORMAT JSONEachRow"])
  }

  @Test(arguments: [Date.distantPast, .distantFuture, Date(timeIntervalSince1970: -1.5)])
  func `A time that a column does not hold is the nearest that it does`(_ time: Date) throws {
    let envelope = Envelope(id: UUID(), time: time, userID: nil, content: .reset)
    let item = try #require(Services.clickHouse.encode(envelope, in: WireSample.context))
    let row = try #require(try JSONSerialization.jsonObject(with: Data(item)) as? [String: Any])
    let seconds = try #require(row["time"] as? Int)
    #expect(0...Int(UInt32.max) ~= seconds)
  }
}
