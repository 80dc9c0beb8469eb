import Foundation
import Testing
import Trackable
import TrackableHTTP
import TrackableHub

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

@Suite final class HTTPTests: FolderSuite {
  private let url = WireServer("warehouse.example").url

  private func page(_ article: String) -> Page { Page(article: article, of: "TrackableHTTP") }

  /// An event of a moment, as a format sends it.
  private func item(_ name: String, in format: some WireFormat, _ options: [String: String] = [:]) throws -> WireItem {
    let event = Envelope.Event(name: name, properties: ["plan" ~>> "free"], transportOptions: options)
    let time = Date(timeIntervalSince1970: 1_763_780_314.25)
    let envelope = Envelope(id: UUID(), time: time, userID: "john", content: .event(event))
    return WireItem(envelope, bytes: try #require(format.encode(envelope, in: WireContext(anonymousID: "anon"))))
  }

  /// The body of a request, with IDs as the pages shorten them.
  private func body(of request: WireRequest, _ items: [WireItem], id: String) -> String {
    items.reduce(String(decoding: request.body, as: UTF8.self)) { body, item in
      body.replacing(item.envelope.id.uuidString, with: id)
    }
  }

  @Test func `A format takes a few lines`() throws {
    let format = Warehouse(url: url)
    let items = [try item("MyApp.Opened", in: format)]
    let requests = format.requests(for: items, sentAt: Date())
    #expect(requests.map(\.method) == ["POST"] && requests.map(\.items) == [[0]])
    let body = body(of: requests[0], items, id: "019AA8F2…").replacing(#""event""#, with: "\n  \"event\"")
    page("Formats").expect(["POST: \(body)"])
    Page("Sources/TrackableHTTP/Formats/WireFormat.swift").expect(["POST: \(body)"])
  }

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
    let format = Backend(url: url)
    let items = [
      try item("MyApp.Opened", in: format), try item("MyApp.Crashed", in: format, Crashed().transportOptions),
    ]
    for request in format.requests(for: items, sentAt: Date()) {
      page("Transporting").expect(["POST \(request.url.path): \(body(of: request, items, id: "019AA8F2-…"))"])
    }
    #expect(format.conformanceFailures() == [])
  }

  @Test func `An event's user and installation are in Segment's fields, as the page on services shows`() {
    let format = ServiceFormat.segment(writeKey: "…")
    let collector = ClosureTracker { event in
      let content = Envelope.Content.event(Envelope.Event(name: event.name, properties: event.properties))
      let envelope = Envelope(id: UUID(), time: Date(), userID: event.userID, content: content)
      let item = Data(format.encode(envelope, in: WireContext(anonymousID: "")) ?? [])
      let body = (try? JSONSerialization.jsonObject(with: item) as? [String: Any]) ?? [:]
      let shown = body.filter { !["messageId", "timestamp", "anonymousId"].contains($0.key) }
      let text = try? JSONSerialization.data(withJSONObject: shown, options: [.prettyPrinted, .sortedKeys])
      print(String(decoding: text ?? Data(), as: UTF8.self))
    }
    page("Services").expectOutput {
      TrackableSystem.bootstrap(collector)
      TrackableSystem.identify("john")
      TrackableSystem.track(
        Events.User.didRateAlbum,
        trackedProperties: ["stars" ~>> 5, "installationId" ~>> "5d21"])
    }
  }

  @Test func `With a network each service has the event, as the ledger on the module's page says`() async throws {
    try await page("TrackableHTTP").expectOutput {
      let hub = TrackerHub([
        try HTTPDestination(
          .segment(writeKey: "…", at: "segment.example"), name: "api.segment.io", folder: folder,
          session: Network.session),
        try HTTPDestination(
          .postHog(projectKey: "…", at: "posthog.example"), name: "eu.i.posthog.com", folder: folder,
          session: Network.session),
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
  }

  private let nowhere = Warehouse(url: WireServer("http://127.0.0.1:9").url)

  @Test func `Without a network an event is stored, as the ledger on the page says`() async throws {
    try await page("Sending").expectOutput {
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
  }

  @Test func `If the disk takes no files, a destination keeps events in memory, as the page says`() async throws {
    let warehouse = nowhere
    try await page("Store").expectOutput {
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
  }

  @Test func `A destination is named after its service, and so is its folder`() throws {
    let destination = try HTTPDestination(.segment(writeKey: "…"), folder: folder)
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    #expect(destination.name == "api.segment.io" && names.map { $0.hasPrefix("api.segment.io-") } == [true])
  }
}
