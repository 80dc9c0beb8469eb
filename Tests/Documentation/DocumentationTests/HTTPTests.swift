import Foundation
import Testing
import Trackable
import TrackableHTTP
import TrackableHub
import TrackableTesting

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

// The pages of TrackableHTTP. What would connect to a service is compiled and not run.

struct Warehouse: WireFormat {
  let url: URL
  func encode(_ envelope: Envelope, in context: WireContext) -> [UInt8]? {
    guard case .event(let event) = envelope.content else { return nil }
    let row: TrackedProperties = [
      "id" ~>> envelope.id.uuidString, "time" ~>> envelope.time,
      "user" ~>> (envelope.userID ?? context.anonymousID),
      "event" ~>> event.name, "with" ~>> event.properties,
    ]
    return Array(row.json.utf8)
  }
}
// POST: [{"id":"019AA8F2…","time":"2025-11-22T02:58:34.250Z","user":"john",
//   "event":"MyApp.Opened","with":{"plan":"free"}}]

struct Backend: WireFormat {
  let url: URL
  func encode(_ envelope: Envelope, in context: WireContext) -> [UInt8]? {
    guard case .event(let event) = envelope.content else { return nil }
    let row: TrackedProperties = [
      "id" ~>> envelope.id.uuidString, "event" ~>> event.name,
    ]
    return Array(row.json.utf8)
  }
  func requests(for items: [WireItem], sentAt time: Date) -> [WireRequest] {
    let places = Dictionary(grouping: items.indices) {
      endpoint(of: items[$0].envelope)
    }
    return places.sorted { $0.key < $1.key }.map { endpoint, places in
      let rows = places.map {
        String(decoding: items[$0].bytes, as: UTF8.self)
      }
      let body = "[\(rows.joined(separator: ","))]"
      let url = url.appending(path: endpoint)
      return WireRequest(
        to: url, headers: headers, body: Array(body.utf8), items: places)
    }
  }
  private func endpoint(of envelope: Envelope) -> String {
    guard case .event(let event) = envelope.content else { return "events" }
    return event.transportOptions["endpoint"] ?? "events"
  }
}
// POST /crashes: [{"id":"019AA8F2-…","event":"MyApp.Crashed"}]
// POST /events: [{"id":"019AA8F2-…","event":"MyApp.Opened"}]

private enum NotRun {
  static func session(pinning: some URLSessionDelegate & Sendable) throws -> HTTPDestination {
    let configuration = URLSessionConfiguration.ephemeral
    configuration.httpAdditionalHeaders = ["X-Proxy-Key": "…"]
    let session = URLSession(
      configuration: configuration, delegate: pinning, delegateQueue: nil)
    let destination = try HTTPDestination(
      .segment(writeKey: "…", at: "events.example"), session: session)
    return destination
  }

  static func sending() throws {
    let hub = TrackerHub([try HTTPDestination(.segment(writeKey: "…"))])
    TrackableSystem.bootstrap(hub)
    hub.start()
  }

  static func landingPage() throws {
    let hub = TrackerHub([
      try HTTPDestination(.segment(writeKey: "…")),
      try HTTPDestination(.postHog(projectKey: "…", at: "eu.i.posthog.com")),
    ])
    TrackableSystem.bootstrap(hub, naming: .droppingModule)
    hub.start()
  }
}

@Suite struct HTTPTests {
  /// Has the folder of an app group, which there is on Apple's platforms only.
  private struct FileManager {
    static let `default` = FileManager()

    func containerURL(forSecurityApplicationGroupIdentifier identifier: String) -> URL? {
      URL.temporaryDirectory.appending(path: "\(identifier)-\(UUID())")
    }
  }

  @Test func `A format takes a few lines`() throws {
    let envelope = Envelope(
      id: UUID(), time: Date(timeIntervalSince1970: 1_763_780_314.25), userID: "john",
      content: .event(Envelope.Event(name: "MyApp.Opened", properties: ["plan" ~>> "free"])))
    let format = Warehouse(url: WireServer("warehouse.example").url)
    let items = [envelope].compactMap { format.encode($0, in: WireContext(anonymousID: "anon")) }
    let requests = format.requests(for: items.map { WireItem(envelope, bytes: $0) }, sentAt: Date())
    #expect(requests.map(\.method) == ["POST"] && requests.map(\.items) == [[0]])
    let body = String(decoding: requests[0].body, as: UTF8.self)
      .replacing(envelope.id.uuidString, with: "019AA8F2…").replacing(#""event""#, with: "\n  \"event\"")
    for file in ["Formats/WireFormat.swift", "TrackableHTTP.docc/Formats.md"] {
      #expect(Page("Sources/TrackableHTTP/\(file)").promises("POST: \(body)"), "\(body)")
    }
  }

  private let url = WireServer("warehouse.example").url

  @Test func `Our warehouse gets each event once`() {
    #expect(Warehouse(url: url).conformanceFailures() == [])
  }

  @Test func `The example's server makes the table that the page and the format's doc comment describe`() throws {
    let table = try Repository.text("Examples/Beatles/Server/events.sql")
    let page = try Repository.text("Sources/TrackableHTTP/TrackableHTTP.docc/Formats.md")
    let code = page.matches(of: #/`((?:ENGINE|ORDER BY) [^`]+)`/#).map { String($0.1) }
    #expect(code.count == 2 && code.allSatisfy { table.contains($0) })
    let comment = try Repository.text("Sources/TrackableHTTP/Formats/ClickHouseFormat.swift")
    let rows = comment.matches(of: #/\/\/\/ \| (`\w+`(?:, `\w+`)*) \| `(\w+)`/#)
    let described = rows.flatMap { row in row.1.matches(of: #/\w+/#).map { "\($0.0) \(row.2)" } }
    let made = table.matches(of: #/(?m)^    (\w+ \w+),?$/#).map { String($0.1) }
    #expect(made.count == 10 && described.sorted() == made.sorted())
  }

  struct Crashed: TransportedEvent {
    let transportOptions = ["endpoint": "crashes"]
  }

  @Test func `An event chooses its endpoint`() throws {
    let url = WireServer("backend.example").url
    let format = Backend(url: url)
    let options = [[:], Crashed().transportOptions]
    let items = zip(["MyApp.Opened", "MyApp.Crashed"], options).map { name, options in
      let event = Envelope.Event(name: name, properties: [], transportOptions: options)
      let envelope = Envelope(id: UUID(), time: Date(), userID: nil, content: .event(event))
      return WireItem(envelope, bytes: format.encode(envelope, in: WireContext(anonymousID: "")) ?? [])
    }
    let page = Page("Sources/TrackableHTTP/TrackableHTTP.docc/Transporting.md")
    for request in format.requests(for: items, sentAt: Date()) {
      var body = String(decoding: request.body, as: UTF8.self)
      for item in items { body = body.replacing(item.envelope.id.uuidString, with: "019AA8F2-…") }
      #expect(page.promises("POST \(request.url.path): \(body)"), "\(body)")
    }
    #expect(Backend(url: url).conformanceFailures() == [])
  }

  private func names(in folder: URL?) throws -> [String] {
    try folder.map { try Foundation.FileManager.default.contentsOfDirectory(atPath: $0.path) } ?? []
  }

  @Test func `An event's user and installation are in Segment's fields, as the page on services shows`() throws {
    let recorder = RecordingTracker()
    inAnApp {
      TrackableSystem.bootstrap(recorder)
      TrackableSystem.identify("john")
      TrackableSystem.track(
        Events.User.didRateAlbum,
        trackedProperties: ["stars" ~>> 5, "installationId" ~>> "5d21"])
    }
    let event = try #require(recorder.events.first)
    let envelope = Envelope(
      id: UUID(), time: Date(), userID: event.userID,
      content: .event(Envelope.Event(name: event.name, properties: event.properties)))
    let format: ServiceFormat = .segment(writeKey: "…")
    let item = try #require(format.encode(envelope, in: WireContext(anonymousID: "")))
    var body = try #require(try JSONSerialization.jsonObject(with: Data(item)) as? [String: Any])
    for key in ["messageId", "timestamp", "anonymousId"] { body[key] = nil }
    let output = Output()
    let text = try JSONSerialization.data(withJSONObject: body, options: [.prettyPrinted, .sortedKeys])
    output.write(String(decoding: text, as: UTF8.self))
    #expect(Page("Sources/TrackableHTTP/TrackableHTTP.docc/Services.md").promises(output.text), "\(output.text)")
  }

  @Test func `With a network each service has the event, as the ledger on the module's page says`() async throws {
    let folder = FileManager.default.containerURL(forSecurityApplicationGroupIdentifier: "group.example.app")
    defer { if let folder { try? Foundation.FileManager.default.removeItem(at: folder) } }
    let (segment, postHog, output) = (Network(), Network(), Output())
    func print(_ ledger: TrackerLedger) { output.write(ledger) }
    try await inAnApp {
      let hub = TrackerHub([
        try HTTPDestination(
          .segment(writeKey: "…", at: WireServer(segment.host)), name: "api.segment.io", folder: folder,
          session: segment.session),
        try HTTPDestination(
          .postHog(projectKey: "…", at: WireServer(postHog.host)), name: "eu.i.posthog.com", folder: folder,
          session: postHog.session),
      ])
      TrackableSystem.bootstrap(hub)
      hub.start()

      TrackableSystem.track(Events.User.didRateAlbum)
      await hub.flush()
      print(hub.ledger)
      // destination       accepted  = waiting  + delivered  + dropped
      // api.segment.io           1          0            1          0
      // eu.i.posthog.com         1          0            1          0
      await hub.shutdown()
    }
    #expect(
      Page("Sources/TrackableHTTP/TrackableHTTP.docc/TrackableHTTP.md").promises(output.text), "\(output.text)")
  }

  @Test func `Without a network an event is stored, as the ledger on the page says`() async throws {
    let folder = FileManager.default.containerURL(forSecurityApplicationGroupIdentifier: "group.example.app")
    defer { if let folder { try? Foundation.FileManager.default.removeItem(at: folder) } }
    let output = Output()
    func print(_ ledger: TrackerLedger) { output.write(ledger) }
    try await inAnApp {
      let nowhere = Warehouse(url: WireServer("http://127.0.0.1:9").url)
      let hub = TrackerHub([try HTTPDestination(nowhere, name: "api.segment.io", folder: folder)])
      TrackableSystem.bootstrap(hub)
      hub.start()
      TrackableSystem.track(Events.User.didRateAlbum)
      await hub.flush()
      print(hub.ledger)
      // destination     accepted  = waiting  + stored  + delivered  + dropped
      // api.segment.io         1          0         1            0          0
      await hub.shutdown()
    }
    #expect(Page("Sources/TrackableHTTP/TrackableHTTP.docc/Sending.md").promises(output.text), "\(output.text)")
  }

  @Test func `If the disk takes no files, a destination keeps events in memory, as the page says`() async throws {
    let warehouse = Warehouse(url: WireServer("http://127.0.0.1:9").url)
    let output = Output()
    func print(_ ledger: TrackerLedger) { output.write(ledger) }
    try await inAnApp {
      // No file can be made there.
      let destination = try HTTPDestination(
        warehouse, name: "api", folder: URL(filePath: "/dev/null/events"))
      let hub = TrackerHub([destination])
      hub.start()
      hub.track(Events.User.didRateAlbum)
      await hub.flush()
      print(hub.ledger)
      // destination  accepted  = waiting  + delivered  + dropped
      // api                 1          1            0          0
      await hub.shutdown()
    }
    #expect(Page("Sources/TrackableHTTP/TrackableHTTP.docc/Store.md").promises(output.text), "\(output.text)")
  }

  @Test func `An app and its extensions share a folder`() throws {
    let group = FileManager.default.containerURL(forSecurityApplicationGroupIdentifier: "group.example.app")
    let destination = try HTTPDestination(.segment(writeKey: "…"), folder: group)
    defer { if let group { try? Foundation.FileManager.default.removeItem(at: group) } }
    #expect(destination.name == "api.segment.io")
    #expect(try names(in: group).map { $0.hasPrefix("api.segment.io-") } == [true])
  }
}
