import Foundation
import TestSupport
import Testing
import Trackable
import TrackableHTTP
import TrackableHub

/// What each format sends, word for word.
@Suite struct FormatTests {
  /// The bodies' text, and the expected text without the line breaks and indentation that make it readable.
  private func expect(
    _ format: some WireFormat, _ envelope: Envelope, _ expected: String?,
    sourceLocation: Testing.SourceLocation = #_sourceLocation
  ) {
    let item = format.encode(envelope, in: WireSample.context).map { String(decoding: $0, as: UTF8.self) }
    #expect(item == expected.map(Self.joined), sourceLocation: sourceLocation)
  }

  private static func joined(_ text: String) -> String {
    text.split(separator: "\n").map { $0.trimmingPrefix { $0 == " " } }.joined()
  }

  private func body(_ format: some WireFormat, _ items: [String]) -> String {
    let items = items.map { WireItem(WireSample.rated, bytes: Array($0.utf8)) }
    let requests = format.requests(for: items, sentAt: WireSample.time)
    #expect(requests.count == 1 && requests[0].method == "POST" && requests[0].items == Array(items.indices))
    return String(decoding: requests[0].body, as: UTF8.self)
  }

  // MARK: - Segment

  private let segment = ServiceFormat.segment(writeKey: "wk")

  @Test func `Segment gets an event as track`() {
    expect(
      segment, WireSample.rated,
      #"""
      {"type":"track","messageId":"019aa8f2-0000-7000-8000-000000000001","timestamp":"2025-11-22T02:58:34.250Z",
      "anonymousId":"anon-1","userId":"john","event":"MyApp.didRate","properties":{"rating":5,"ratio":0.5,
      "title":"Imagine \"71\"\n","loved":true,"gift":null,"bought":"2025-11-22T02:58:34.250Z",
      "tags":["vinyl","mono"],"TrackableHTTPTests.WireSample.Keys.album":{
      "TrackableHTTPTests.WireSample.Keys.Details.year":1971}},"context":{"library":{"name":"trackable-swift"}}}
      """#)
  }

  @Test func `Segment gets an unknown user by the anonymous ID alone`() {
    expect(
      segment, WireSample.anonymous,
      """
      {"type":"track","messageId":"019aa8f2-0000-7000-8000-000000000002","timestamp":"2025-11-22T02:58:34.250Z",
      "anonymousId":"anon-1","event":"MyApp.didRate","properties":{},"context":{"library":{"name":"trackable-swift"}}}
      """)
  }

  @Test func `Segment gets users, their properties and errors`() {
    func call(_ number: Int, _ type: String, _ content: String) -> String {
      """
      {"type":"\(type)","messageId":"019aa8f2-0000-7000-8000-00000000000\(number)",
      "timestamp":"2025-11-22T02:58:34.250Z","anonymousId":"anon-1","userId":"john",\(content),
      "context":{"library":{"name":"trackable-swift"}}}
      """
    }
    expect(segment, WireSample.identify, call(3, "identify", #""traits":{"plan":"free","coupon":null}"#))
    expect(segment, WireSample.property, call(4, "identify", #""traits":{"plan":"premium"}"#))
    expect(segment, WireSample.unset, call(5, "identify", #""traits":{"plan":null}"#))
    expect(
      segment, WireSample.error,
      call(
        6, "track",
        #""event":"Error","properties":{"message":"no such album","location":"MyApp/Album.swift:7"}"#))
    expect(segment, WireSample.reset, nil)
    expect(segment, WireSample.purge, nil)
  }

  @Test func `Segment gets a batch with the write key in the header`() {
    #expect(body(segment, ["{}", "{}"]) == #"{"batch":[{},{}],"sentAt":"2025-11-22T02:58:34.250Z"}"#)
    #expect(segment.url.absoluteString == "https://api.segment.io/v1/batch")
    #expect(segment.headers == ["Content-Type": "application/json", "Authorization": "Basic d2s6"])
  }

  // MARK: - RudderStack

  private let rudderStack = ServiceFormat.rudderStack(writeKey: "wk", at: "data.example")

  @Test func `RudderStack gets calls with its own time, its channel, and traits in the context`() {
    func call(_ number: Int, _ type: String, user: String = #""userId":"john","#, _ content: String) -> String {
      """
      {"type":"\(type)","messageId":"019aa8f2-0000-7000-8000-00000000000\(number)",
      "originalTimestamp":"2025-11-22T02:58:34.250Z","channel":"mobile","anonymousId":"anon-1",\(user)\(content)}
      """
    }
    let library = #""context":{"library":{"name":"trackable-swift"}"#
    expect(
      rudderStack, WireSample.anonymous,
      call(2, "track", user: "", #""event":"MyApp.didRate","properties":{},\#(library)}"#))
    expect(
      rudderStack, WireSample.identify,
      call(3, "identify", #"\#(library),"traits":{"plan":"free","coupon":null}}"#))
    expect(rudderStack, WireSample.property, call(4, "identify", #"\#(library),"traits":{"plan":"premium"}}"#))
    expect(rudderStack, WireSample.unset, call(5, "identify", #"\#(library),"traits":{"plan":null}}"#))
    expect(
      rudderStack, WireSample.error,
      call(
        6, "track",
        #""event":"Error","properties":{"message":"no such album","location":"MyApp/Album.swift:7"},\#(library)}"#))
    expect(rudderStack, WireSample.reset, nil)
    expect(rudderStack, WireSample.purge, nil)
  }

  @Test func `RudderStack gets a batch at its data plane, with the write key in the header`() {
    #expect(body(rudderStack, ["{}", "{}"]) == #"{"batch":[{},{}],"sentAt":"2025-11-22T02:58:34.250Z"}"#)
    #expect(rudderStack.url.absoluteString == "https://data.example/v1/batch")
    #expect(rudderStack.headers == ["Content-Type": "application/json", "Authorization": "Basic d2s6"])
  }

  // MARK: - Mixpanel

  private let mixpanel = ServiceFormat.mixpanel(token: "tok")

  @Test func `Mixpanel gets an event with its ID, the device and the user`() {
    func event(_ number: Int, _ name: String, user: String, _ properties: String) -> String {
      """
      {"event":"\(name)","properties":{"time":1763780314250,"distinct_id":\(user),
      "$insert_id":"019aa8f2-0000-7000-8000-00000000000\(number)",\(properties)"mp_lib":"trackable-swift"}}
      """
    }
    let john = #""john","$device_id":"anon-1","$user_id":"john""#
    let nobody = #""$device:anon-1","$device_id":"anon-1""#
    expect(
      mixpanel, WireSample.rated,
      event(
        1, "MyApp.didRate", user: john,
        #"""
        "rating":5,"ratio":0.5,"title":"Imagine \"71\"\n","loved":true,"gift":null,
        "bought":"2025-11-22T02:58:34.250Z","tags":["vinyl","mono"],"TrackableHTTPTests.WireSample.Keys.album":{
        "TrackableHTTPTests.WireSample.Keys.Details.year":1971},
        """#))
    expect(mixpanel, WireSample.anonymous, event(2, "MyApp.didRate", user: nobody, ""))
    expect(
      mixpanel, WireSample.error,
      event(6, "Error", user: john, #""message":"no such album","location":"MyApp/Album.swift:7","#))
    // What Mixpanel would take for its own has another name.
    expect(
      mixpanel, WireSample.event(2, user: nil, ["time" ~>> "noon", "token" ~>> 1, "$user_id" ~>> "yoko"]),
      event(
        2, "MyApp.didRate", user: nobody,
        #""property_time":"noon","property_token":1,"property_$user_id":"yoko","#))
    expect(mixpanel, WireSample.reset, nil)
    expect(mixpanel, WireSample.purge, nil)
  }

  @Test func `Mixpanel gets changes of users, one operation each`() {
    let john = #"{"$token":"tok","$distinct_id":"john","#
    expect(
      mixpanel, WireSample.identify, #"[\#(john)"$set":{"plan":"free"}},\#(john)"$unset":["coupon"]}]"#)
    expect(mixpanel, WireSample.property, #"[\#(john)"$set":{"plan":"premium"}}]"#)
    expect(mixpanel, WireSample.unset, #"[\#(john)"$unset":["plan"]}]"#)
    expect(
      mixpanel, WireSample.envelope(1, user: nil, .userProperty(name: "plan", value: "free")),
      #"[{"$token":"tok","$distinct_id":"$device:anon-1","$set":{"plan":"free"}}]"#)
  }

  @Test func `Mixpanel gets what is in a row in one request, at the place for it`() {
    let group = WireSample.envelope(
      9, .userProperty(name: "company", value: "apple", operation: .group(traits: ["plan" ~>> "label"])))
    let envelopes = [
      WireSample.rated, WireSample.error, WireSample.identify, WireSample.property, group, WireSample.rated,
    ]
    let items = envelopes.map { WireItem($0, bytes: mixpanel.encode($0, in: WireSample.context) ?? []) }
    let requests = mixpanel.requests(for: items, sentAt: WireSample.time)
    let place = "https://api.mixpanel.com/"
    #expect(
      requests.map(\.url.absoluteString)
        == ["import?strict=1", "engage?verbose=1", "groups?verbose=1", "import?strict=1"].map { place + $0 })
    #expect(requests.map(\.items) == [[0, 1], [2, 3], [4], [5]])
    #expect(
      requests.allSatisfy {
        $0.headers == ["Content-Type": "application/json", "Authorization": "Basic dG9rOg=="] && $0.method == "POST"
      })
    #expect(
      String(decoding: requests[1].body, as: UTF8.self)
        == #"[{"$token":"tok","$distinct_id":"john","$set":{"plan":"free"}},{"$token":"tok","$distinct_id":"john","#
        + #""$unset":["coupon"]},{"$token":"tok","$distinct_id":"john","$set":{"plan":"premium"}}]"#)
    #expect(
      String(decoding: requests[2].body, as: UTF8.self)
        == #"[{"$token":"tok","$group_key":"company","$group_id":"apple","$set":{"plan":"label"}}]"#)
    #expect(String(decoding: requests[3].body, as: UTF8.self).hasPrefix(#"[{"event":"MyApp.didRate","#))
  }

  // MARK: - PostHog

  private let postHog = ServiceFormat.postHog(projectKey: "phc")

  @Test func `PostHog gets an event`() {
    expect(
      postHog, WireSample.rated,
      #"""
      {"event":"MyApp.didRate","uuid":"019aa8f2-0000-7000-8000-000000000001","distinct_id":"john",
      "timestamp":"2025-11-22T02:58:34.250Z","properties":{"rating":5,"ratio":0.5,"title":"Imagine \"71\"\n",
      "loved":true,"gift":null,"bought":"2025-11-22T02:58:34.250Z","tags":["vinyl","mono"],
      "TrackableHTTPTests.WireSample.Keys.album":{"TrackableHTTPTests.WireSample.Keys.Details.year":1971},
      "$lib":"trackable-swift"}}
      """#)
  }

  @Test func `PostHog makes no profile of an unknown user, unless the event wants it`() {
    expect(
      postHog, WireSample.anonymous,
      """
      {"event":"MyApp.didRate","uuid":"019aa8f2-0000-7000-8000-000000000002","distinct_id":"anon-1",
      "timestamp":"2025-11-22T02:58:34.250Z","properties":{"$process_person_profile":false,"$lib":"trackable-swift"}}
      """)
    expect(
      postHog, WireSample.event(2, user: nil, ["$process_person_profile" ~>> true, "$lib" ~>> "mine"]),
      """
      {"event":"MyApp.didRate","uuid":"019aa8f2-0000-7000-8000-000000000002","distinct_id":"anon-1",
      "timestamp":"2025-11-22T02:58:34.250Z","properties":{"$process_person_profile":true,"$lib":"trackable-swift"}}
      """)
  }

  @Test func `PostHog gets users, their properties and errors`() {
    func call(_ number: Int, _ event: String, _ properties: String) -> String {
      """
      {"event":"\(event)","uuid":"019aa8f2-0000-7000-8000-00000000000\(number)","distinct_id":"john",
      "timestamp":"2025-11-22T02:58:34.250Z","properties":{\(properties),"$lib":"trackable-swift"}}
      """
    }
    expect(
      postHog, WireSample.identify,
      call(3, "$identify", #""$anon_distinct_id":"anon-1","$set":{"plan":"free"},"$unset":["coupon"]"#))
    expect(postHog, WireSample.property, call(4, "$set", #""$set":{"plan":"premium"}"#))
    expect(postHog, WireSample.unset, call(5, "$set", #""$unset":["plan"]"#))
    expect(
      postHog, WireSample.error,
      call(
        6, "$exception",
        #""$exception_list":[{"type":"Error","value":"no such album"}],"location":"MyApp/Album.swift:7""#))
    expect(postHog, WireSample.reset, nil)
    expect(postHog, WireSample.purge, nil)
  }

  @Test func `PostHog gets a batch with the project's key`() {
    #expect(
      body(postHog, ["{}"]) == #"{"api_key":"phc","batch":[{}],"sent_at":"2025-11-22T02:58:34.250Z"}"#)
    #expect(postHog.url.absoluteString == "https://us.i.posthog.com/batch/")
  }

  // MARK: - Amplitude

  private let amplitude = ServiceFormat.amplitude(key: "ak")

  @Test func `Amplitude gets an event`() {
    expect(
      amplitude, WireSample.rated,
      #"""
      {"event_type":"MyApp.didRate","insert_id":"019aa8f2-0000-7000-8000-000000000001","time":1763780314250,
      "device_id":"anon-1","user_id":"john","event_properties":{"rating":5,"ratio":0.5,"title":"Imagine \"71\"\n",
      "loved":true,"gift":null,"bought":"2025-11-22T02:58:34.250Z","tags":["vinyl","mono"],
      "TrackableHTTPTests.WireSample.Keys.album":{"TrackableHTTPTests.WireSample.Keys.Details.year":1971}},
      "library":"trackable-swift"}
      """#)
  }

  @Test func `Amplitude gets users, their properties and errors`() {
    func call(_ number: Int, _ event: String, user: String = #""user_id":"john","#, _ properties: String) -> String {
      """
      {"event_type":"\(event)","insert_id":"019aa8f2-0000-7000-8000-00000000000\(number)","time":1763780314250,
      "device_id":"anon-1",\(user)\(properties),"library":"trackable-swift"}
      """
    }
    expect(amplitude, WireSample.anonymous, call(2, "MyApp.didRate", user: "", #""event_properties":{}"#))
    expect(
      amplitude, WireSample.identify,
      call(3, "$identify", #""user_properties":{"$set":{"plan":"free"},"$unset":{"coupon":"-"}}"#))
    expect(amplitude, WireSample.property, call(4, "$identify", #""user_properties":{"$set":{"plan":"premium"}}"#))
    expect(amplitude, WireSample.unset, call(5, "$identify", #""user_properties":{"$unset":{"plan":"-"}}"#))
    expect(
      amplitude, WireSample.error,
      call(6, "Error", #""event_properties":{"message":"no such album","location":"MyApp/Album.swift:7"}"#))
    expect(amplitude, WireSample.reset, nil)
    expect(amplitude, WireSample.purge, nil)
  }

  @Test func `Amplitude gets a batch with the project's key, and short IDs are fine`() {
    #expect(body(amplitude, ["{}"]) == #"{"api_key":"ak","events":[{}],"options":{"min_id_length":1}}"#)
    #expect(amplitude.url.absoluteString == "https://api2.amplitude.com/2/httpapi")
  }

  // MARK: - OpenTelemetry

  private let telemetry = ServiceFormat.openTelemetry(at: "otel.example", service: "shop")

  private func record(
    _ number: Int, _ name: String, severity: String = #""severityNumber":9,"severityText":"INFO""#,
    user: String = #",{"key":"user.id","value":{"stringValue":"john"}}"#, _ attributes: String
  ) -> String {
    """
    {"timeUnixNano":"1763780314250000000",\(severity),"eventName":"\(name)","attributes":[
    {"key":"log.record.uid","value":{"stringValue":"019aa8f2-0000-7000-8000-00000000000\(number)"}},
    {"key":"enduser.pseudo.id","value":{"stringValue":"anon-1"}}\(user)\(attributes)]}
    """
  }

  @Test func `OpenTelemetry gets an event as a log record with flat attributes`() {
    expect(
      telemetry, WireSample.rated,
      record(
        1, "MyApp.didRate",
        #"""
        ,{"key":"event.entity","value":{"stringValue":"album"}},{"key":"event.type","value":{"stringValue":"cl"}}
        ,{"key":"rating","value":{"intValue":"5"}},{"key":"ratio","value":{"doubleValue":0.5}}
        ,{"key":"title","value":{"stringValue":"Imagine \"71\"\n"}},{"key":"loved","value":{"boolValue":true}}
        ,{"key":"gift","value":{}},{"key":"bought","value":{"stringValue":"2025-11-22T02:58:34.250Z"}}
        ,{"key":"tags","value":{"arrayValue":{"values":[{"stringValue":"vinyl"},{"stringValue":"mono"}]}}}
        ,{"key":"TrackableHTTPTests.WireSample.Keys.album.Details.year","value":{"intValue":"1971"}}
        """#))
  }

  @Test func `OpenTelemetry gets users, their properties, errors and resets`() {
    let free = #",{"key":"plan","value":{"stringValue":"free"}},{"key":"coupon","value":{}}"#
    expect(telemetry, WireSample.identify, record(3, "identify", free))
    expect(
      telemetry, WireSample.property,
      record(4, "user_property", #",{"key":"plan","value":{"stringValue":"premium"}}"#))
    expect(
      telemetry, WireSample.error,
      record(
        6, "exception", severity: #""severityNumber":17,"severityText":"ERROR""#,
        """
        ,{"key":"exception.message","value":{"stringValue":"no such album"}}
        ,{"key":"code.location","value":{"stringValue":"MyApp/Album.swift:7"}}
        """))
    expect(telemetry, WireSample.reset, record(7, "reset", ""))
    expect(telemetry, WireSample.purge, nil)
  }

  @Test func `A property of the app takes the place of an attribute of the same name`() {
    let item = telemetry.encode(WireSample.event(1, ["user.id" ~>> "yoko"]), in: WireSample.context) ?? []
    let text = String(decoding: item, as: UTF8.self)
    #expect(text.components(separatedBy: "user.id").count == 2)
    #expect(text.contains("yoko"))
  }

  @Test func `OpenTelemetry gets the records of one service`() {
    #expect(
      body(telemetry, ["{}"])
        == Self.joined(
          """
          {"resourceLogs":[{"resource":{"attributes":[{"key":"service.name","value":{"stringValue":"shop"}}]},
          "scopeLogs":[{"scope":{"name":"trackable-swift"},"logRecords":[{}]}]}]}
          """))
    #expect(telemetry.url.absoluteString == "https://otel.example/v1/logs")
    let bearer = ServiceFormat.openTelemetry(at: "o.example", service: "", authorization: "Bearer x")
    #expect(bearer.headers["Authorization"] == "Bearer x")
  }

  // MARK: - ClickHouse

  private let clickHouse = ServiceFormat.clickHouse(
    at: "ch.example", table: "analytics.events", user: "writer", password: "pw")

  private func row(_ number: Int, _ columns: String, user: String = "john", _ properties: String) -> String {
    """
    {"id":"019aa8f2-0000-7000-8000-00000000000\(number)","time":1763780314,"time_ms":1763780314250,\(columns),
    "user_id":"\(user)","anonymous_id":"anon-1","properties":"\(properties)"}
    """
  }

  @Test func `ClickHouse gets an event as a row, its properties as flat JSON`() {
    expect(
      clickHouse, WireSample.rated,
      row(
        1, #""kind":"event","name":"MyApp.didRate","entity":"album","type":"cl""#,
        #"""
        {\"rating\":5,\"ratio\":0.5,\"title\":\"Imagine \\\"71\\\"\\n\",\"loved\":true,\"gift\":null,
        \"bought\":\"2025-11-22T02:58:34.250Z\",\"tags\":[\"vinyl\",\"mono\"],
        \"TrackableHTTPTests.WireSample.Keys.album.Details.year\":1971}
        """#))
  }

  @Test func `ClickHouse gets users, their properties, errors and resets`() {
    expect(
      clickHouse, WireSample.identify,
      row(3, #""kind":"identify","name":"","entity":"","type":"""#, #"{\"plan\":\"free\",\"coupon\":null}"#))
    expect(
      clickHouse, WireSample.property,
      row(4, #""kind":"user_property","name":"plan","entity":"","type":"""#, #"{\"plan\":\"premium\"}"#))
    expect(
      clickHouse, WireSample.error,
      row(
        6, #""kind":"error","name":"","entity":"","type":"""#,
        #"{\"message\":\"no such album\",\"location\":\"MyApp/Album.swift:7\"}"#))
    expect(clickHouse, WireSample.reset, row(7, #""kind":"reset","name":"","entity":"","type":"""#, "{}"))
    expect(clickHouse, WireSample.purge, nil)
  }

  @Test func `ClickHouse gets a row a line, and the statement as the query`() {
    #expect(body(clickHouse, ["{}", "{}"]) == "{}\n{}\n")
    let query = URLComponents(url: clickHouse.url, resolvingAgainstBaseURL: false)?.queryItems
    #expect(query?.map(\.value) == ["INSERT INTO `analytics`.`events` FORMAT JSONEachRow"])
    #expect(clickHouse.headers["Authorization"] == "Basic d3JpdGVyOnB3")
  }

  @Test func `A table's name cannot end the statement`() {
    let format = ServiceFormat.clickHouse(at: "ch.example", table: "a` FORMAT Null; DROP TABLE b\\")
    let query = URLComponents(url: format.url, resolvingAgainstBaseURL: false)?.queryItems
    #expect(query?.first?.value == "INSERT INTO `a\\` FORMAT Null; DROP TABLE b\\\\` FORMAT JSONEachRow")
  }

  @Test(arguments: [Date.distantPast, .distantFuture, Date(timeIntervalSince1970: -1.5)])
  func `A time that a column does not hold is the nearest that it does`(_ time: Date) throws {
    let envelope = Envelope(id: UUID(), time: time, userID: nil, content: .reset)
    let item = try #require(clickHouse.encode(envelope, in: WireSample.context))
    let row = try #require(try JSONSerialization.jsonObject(with: Data(item)) as? [String: Any])
    let seconds = try #require(row["time"] as? Int)
    #expect(0...Int(UInt32.max) ~= seconds)
  }
}
