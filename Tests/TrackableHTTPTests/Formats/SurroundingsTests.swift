import Foundation
import TestSupport
import Testing
import Trackable
import TrackableApp
import TrackableHTTP
import TrackableHub
import TrackableTesting

/// What each service gets of the installation, the visit, the device and the screen, and where.
@Suite struct SurroundingsTests {
  private static let device: TrackedProperties = [
    InstallationKeys.id ~>> "inst-1", VisitKeys.id ~>> 1_763_780_000_000, VisitKeys.number ~>> 7,
    DeviceKeys.systemName ~>> "iOS", DeviceKeys.systemVersion ~>> "18.1", DeviceKeys.model ~>> "iPhone16,1",
    DeviceKeys.manufacturer ~>> "Apple", DeviceKeys.appVersion ~>> "2.1", DeviceKeys.appBuild ~>> "214",
    DeviceKeys.appIdentifier ~>> "com.example.app", DeviceKeys.locale ~>> "en_GB",
    DeviceKeys.languages ~>> ["en-GB", "de"], DeviceKeys.timeZone ~>> "Europe/London",
    DeviceKeys.screenWidth ~>> 1_179, DeviceKeys.screenHeight ~>> 2_556,
  ]

  /// What a format makes of an event with one property of its own, and all that there is of the device.
  private static func text(_ format: ServiceFormat, _ properties: TrackedProperties = device) -> String {
    let event = Envelope.Event(name: "rated", properties: ["rating" ~>> 5] + properties)
    return Services.text(format, WireSample.envelope(1, .event(event))) ?? ""
  }

  private static let head =
    #""messageId":"019aa8f2-0000-7000-8000-000000000001","timestamp":"2025-11-22T02:58:34.250Z","anonymousId":"anon-1","#
    + #""userId":"john","#
  private static let context =
    #""context":{"library":{"name":"trackable-swift"},"app":{"version":"2.1","build":"214","#
    + #""namespace":"com.example.app"},"device":{"id":"inst-1","manufacturer":"Apple","model":"iPhone16,1"},"#
    + #""os":{"name":"iOS","version":"18.1"},"screen":{"width":1179,"height":2556},"locale":"en_GB","#
    + #""timezone":"Europe/London""#

  @Test func `Segment gets the device in the context, and the visit among the properties`() {
    #expect(
      Self.text(Services.segment)
        == #"{"type":"track",\#(Self.head)"event":"rated","properties":{"rating":5,"sessionId":1763780000000,"#
        + #""sessionNumber":7,"languages":["en-GB","de"]},\#(Self.context)}}"#)
  }

  @Test func `RudderStack gets a visit that is a number in the context`() {
    let numbered = Self.text(Services.rudderStack)
    #expect(numbered.contains(#"\#(Self.context),"sessionId":1763780000000}}"#))
    #expect(numbered.contains(#""properties":{"rating":5,"sessionNumber":7,"languages":["en-GB","de"]}"#))
    let named = Self.text(Services.rudderStack, [VisitKeys.id ~>> "visit-1"])
    #expect(named.contains(#""properties":{"rating":5,"sessionId":"visit-1"}"#))
    #expect(named.contains(#""context":{"library":{"name":"trackable-swift"}}"#))
  }

  @Test func `Amplitude gets the device beside the event's properties`() {
    #expect(
      Self.text(Services.amplitude)
        == #"{"event_type":"rated","insert_id":"019aa8f2-0000-7000-8000-000000000001","time":1763780314250,"#
        + #""device_id":"anon-1","user_id":"john","session_id":1763780000000,"app_version":"2.1","platform":"iOS","#
        + #""os_name":"iOS","os_version":"18.1","device_manufacturer":"Apple","device_model":"iPhone16,1","#
        + #""event_properties":{"rating":5,"installationId":"inst-1","sessionNumber":7,"appBuild":"214","#
        + #""appIdentifier":"com.example.app","locale":"en_GB","languages":["en-GB","de"],"#
        + #""timeZone":"Europe/London","screenWidth":1179,"screenHeight":2556},"library":"trackable-swift"}"#)
    // It is the time of the visit's begin there.
    let named = Self.text(Services.amplitude, [VisitKeys.id ~>> "visit-1"])
    #expect(named.contains(#""event_properties":{"rating":5,"sessionId":"visit-1"}"#) && !named.contains("session_id"))
  }

  @Test func `PostHog gets the device as its own properties`() {
    #expect(
      Self.text(Services.postHog, Self.device + [VisitKeys.id ~>> "visit-1"]).contains(
        #""properties":{"rating":5,"sessionNumber":7,"languages":["en-GB","de"],"$device_id":"inst-1","#
          + #""$session_id":"visit-1","$os_name":"iOS","$os_version":"18.1","$device_model":"iPhone16,1","#
          + #""$device_manufacturer":"Apple","$app_version":"2.1","$app_build":"214","#
          + #""$app_namespace":"com.example.app","$locale":"en_GB","$timezone":"Europe/London","#
          + #""$screen_width":1179,"$screen_height":2556,"$lib":"trackable-swift"}"#))
    // What the app says in the service's words goes first, and nothing is lost.
    #expect(
      Self.text(Services.postHog, ["$os_name" ~>> "mine", DeviceKeys.systemName ~>> "iOS"]).contains(
        #""properties":{"rating":5,"$os_name":"mine","systemName":"iOS","$lib":"trackable-swift"}"#))
  }

  @Test func `Mixpanel gets the device as its own properties`() {
    #expect(
      Self.text(Services.mixpanel).contains(
        #""rating":5,"installationId":"inst-1","sessionId":1763780000000,"sessionNumber":7,"#
          + #""appIdentifier":"com.example.app","locale":"en_GB","languages":["en-GB","de"],"#
          + #""timeZone":"Europe/London","$os":"iOS","$os_version":"18.1","$manufacturer":"Apple","#
          + #""$model":"iPhone16,1","$app_version_string":"2.1","$app_build_number":"214","$screen_width":1179,"#
          + #""$screen_height":2556,"mp_lib":"trackable-swift"}"#))
  }

  @Test func `OpenTelemetry gets the visit with the record, and the device with the resource, once for a row`() {
    let format = Services.telemetry
    let text = Self.text(format)
    #expect(text.contains(Services.attributes(["session.id": "1763780000000"])))
    #expect(text.contains(#"{"key":"appIdentifier","value":{"stringValue":"com.example.app"}}"#))
    for name in ["appVersion", "app.build_id", "installationId", "deviceModel", "os.name"] {
      #expect(!text.contains(name), "\(name)")
    }
    let events = [Self.device, Self.device, [], Self.device].enumerated().map { WireSample.event($0, $1) }
    let items = events.map { WireItem($0, bytes: Array("{}".utf8)) }
    let body = format.requests(for: items, sentAt: WireSample.time).map { String(decoding: $0.body, as: UTF8.self) }
    let named = Services.attributes([
      "service.name": "shop", "service.version": "2.1", "app.build_id": "214", "app.installation.id": "inst-1",
      "device.manufacturer": "Apple", "device.model.identifier": "iPhone16,1", "os.name": "iOS", "os.version": "18.1",
    ])
    func resource(_ attributes: String, _ records: String) -> String {
      #"{"resource":{"attributes":[\#(attributes)]},"scopeLogs":[{"scope":{"name":"trackable-swift"},"#
        + #""logRecords":[\#(records)]}]}"#
    }
    let plain = resource(Services.attributes(["service.name": "shop"]), "{}")
    #expect(body == [#"{"resourceLogs":[\#(resource(named, "{},{}")),\#(plain),\#(resource(named, "{}"))]}"#])
  }

  @Test func `ClickHouse keeps them among the properties`() {
    let text = Self.text(Services.clickHouse)
    for property in Self.device { #expect(text.contains(#"\"\#(property.key.name)\":"#)) }
  }

  @Test func `A screen is what the service calls one`() {
    let event = Envelope.Event(
      name: "MyApp.Screens.album", type: .impression,
      properties: ["rating" ~>> 5, "$screen_name" ~>> "x", "screen_name" ~>> "y", "[Amplitude] Screen Name" ~>> "z"],
      screenName: "Album")
    let texts = Services.all.map { Services.text($0, WireSample.envelope(1, .event(event))) ?? "" }
    let parts = [
      #"{"type":"screen",\#(Self.head)"name":"Album","properties":{"rating":5,"$screen_name""#,
      #"{"type":"screen","messageId""#,
      #"{"event":"$screen","uuid":"019aa8f2-0000-7000-8000-000000000001","distinct_id":"john","#
        + #""timestamp":"2025-11-22T02:58:34.250Z","properties":{"$screen_name":"Album","rating":5,"screen_name":"y","#,
      #"{"event_type":"[Amplitude] Screen Viewed","#, #"{"event":"Screen Viewed","properties":{"time""#,
      Services.attributes(["app.screen.name": "Album"]), #""name":"MyApp.Screens.album","entity":"","type":"im""#,
    ]
    for (text, part) in zip(texts, parts) { #expect(text.contains(part), "\(text)") }
    #expect(texts[1].contains(#""name":"Album","properties":{"rating":5,"#))
    #expect(texts[3].contains(#""event_properties":{"[Amplitude] Screen Name":"Album","rating":5,"$screen_name":"x","#))
    #expect(!texts[3].contains(#""z""#) && !texts[4].contains(#""y""#) && !texts[2].contains(#""x""#))
    #expect(texts[4].contains(#""screen_name":"Album","rating":5"#))
    #expect(texts[5].contains(#""eventName":"MyApp.Screens.album""#))
  }

  @Test func `Each key of the app's module is known by its name in code`() {
    let keys = DeviceKeys.allCases.map { PropertyKey($0) } + Self.device.map(\.key)
    #expect(Set(keys.map { StandardKey($0)?.rawValue }) == Set(StandardKey.allCases.map(\.rawValue)))
    #expect(StandardKey(PropertyKey(WireSample.Keys.album)) == nil && StandardKey("appversion") == nil)
  }

  // MARK: - From the app to the request

  private enum Screens: String, ScreenEvent { case album }
  private enum Own: String, Key { case timeZone }

  @Test(arguments: [NamingStyle.snakeCase, .keepingLast(1)])
  func `Behind a renaming and at a later launch, the device of then is in place`(_ style: NamingStyle) async throws {
    let server = try ScriptedServer { number, _ in .respond(number == 0 ? 500 : 200) }
    defer { server.close() }
    let temporary = TemporaryFolder("/store")
    let format = ServiceFormat.postHog(projectKey: "phc", at: WireServer(server.url))
    func launch(_ version: String) async throws {
      let app = TrackableApp(
        visits: VisitPolicy(away: .seconds(1_800)), device: [.systemName, .appVersion], version: AppVersion(version))
      let destination = try HTTPDestination(format, name: "a", folder: URL(filePath: temporary.path))
      let hub = TrackerHub([destination.renaming(style)])
      hub.start()
      await TrackableSystem.withTracker(hub, root: app) {
        app.start()
        TrackableSystem.applicationWillEnterForeground()
        // A renaming calls it like a key of the device: it is the app's own all the same.
        TrackingContext().track(Screens.album, trackedProperties: [Own.timeZone ~>> "mine"])
        await hub.flush()
      }
      await hub.shutdown()
    }
    try await launch("2.1")
    try await launch("3.0")
    let bodies = server.requests.dropFirst().map { String(decoding: $0.body, as: UTF8.self) }.joined()
    for part in ["\"$app_version\":\"2.1\"", "\"$app_version\":\"3.0\"", "\"$os_name\":\"", "\"$session_id\":\""] {
      #expect(bodies.contains(part), "\(part) \(bodies)")
    }
    #expect(bodies.contains("\"event\":\"$screen\"") && bodies.contains("\"$screen_name\":\""))
    #expect(bodies.contains(":\"mine\"") && !bodies.contains("\"$timezone\""))
    #expect(!bodies.contains("system_name") && !bodies.contains("systemName"))
  }
}
