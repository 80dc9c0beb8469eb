import Foundation
import Testing
import Trackable
import TrackableHTTP
import TrackableHub
import TrackableTesting

// The code of <doc:Servers>.

@Suite struct ServersTests {
  struct User: Sendable {
    let id: String
    var hasOptedOut = false
  }

  struct Request: Sendable {
    let id: Int
    var user: User?
  }

  struct Response: Sendable {}

  enum Keys: String, Key { case requestID }

  /// What a server logs with.
  struct Logger: Sendable {
    func error(_ text: String) { Issue.record("\(text)") }
    func warning(_ text: String) { Issue.record("\(text)") }
  }

  /// A service that takes batches, as an `HTTPDestination` does.
  private struct Service: AnalyticsDestination {
    let output = Output()

    func deliver(_ batch: DeliveryBatch) async throws -> DeliveryOutcome {
      for envelope in batch {
        switch envelope.content {
        case .event(let event):
          output.write("\(event.name) by \(envelope.userID ?? "nobody"): \(event.properties.spoken)")
        case .identify(let userID, _): output.write("identify \(userID)")
        default: output.write("\(envelope.content)")
        }
      }
      return .accepted
    }
  }

  // MARK: The page

  func makeHub() throws -> TrackerHub {
    let segment = try HTTPDestination(
      .segment(writeKey: "…"), folder: URL(filePath: "/var/lib/app/events"))
    return TrackerHub([segment.renaming(.droppingModule)])
  }

  func handle(
    _ request: Request, tracker: any AnalyticsEventTracker
  ) async throws -> Response {
    try await TrackableSystem.withTracker(tracker) {
      if let user = request.user { TrackableSystem.identify(user.id) }
      let properties: TrackedProperties = [Keys.requestID ~>> request.id]
      return try await withTrackedProperties(properties) {
        try await respond(to: request)
      }
    }
  }

  func respond(to request: Request) async throws -> Response {
    TrackableSystem.track(Events.User.didRateAlbum)
    return Response()
  }
  // Events.User.didRateAlbum by john: requestID 7

  func run(
    _ hub: TrackerHub, log: Logger,
    serve: @Sendable (@escaping @Sendable (Request) async throws -> Response) async throws -> Void
  ) async {
    TrackableSystem.bootstrap(hub)  // for calls outside of requests
    hub.start()
    do {
      try await serve { try await handle($0, tracker: hub) }
    } catch { log.error("\(error)") }
    let result = await hub.shutdown(timeout: .seconds(20))
    if !result.isComplete { log.warning("\(hub.ledger)") }
  }

  func answer(_ request: Request, hub: TrackerHub) async throws -> Response {
    let hasOptedOut = request.user?.hasOptedOut == true
    let tracker: any AnalyticsEventTracker = hasOptedOut ? NoOpTracker() : hub
    let response = try await handle(request, tracker: tracker)
    return response
  }

  struct WithoutIdentify: ForwardingTracker {
    var base: any AnalyticsEventTracker
    func identify(_ user: TrackedUser) {}
  }

  func sendMail() async { TrackableSystem.track(Events.User.didRateAlbum) }

  func sendMailLater(to user: User, hub: any AnalyticsEventTracker) {
    let scopes = TrackingContext.current
    Task.detached {
      await TrackableSystem.withTracker(hub) {
        TrackableSystem.identify(user.id)
        await withTrackedProperties([:], in: scopes) { await sendMail() }
      }
    }
  }

  @Test func `Rating an album is tracked`() async throws {
    let recorder = RecordingTracker()
    let request = Request(id: 7, user: User(id: "john"))
    _ = try await handle(request, tracker: recorder)
    #expect(
      recorder.difference(from: [
        .identify("john"),
        .event(Events.User.didRateAlbum, [Keys.requestID ~>> 7]).by("john"),
      ]) == nil)
  }

  // MARK: What the page says

  private let service = Service()
  private var hub: TrackerHub { TrackerHub([service.renaming(.droppingModule)]) }

  @Test func `Requests at once have a user and a property each, and the hub delivers the rest at the end`() async {
    let hub = hub
    let users: [String?] = ["john", "paul", "george", "ringo", nil]
    await inAnApp {
      await run(hub, log: Logger()) { answer in
        try await withThrowingTaskGroup(of: Void.self) { requests in
          for (id, user) in users.enumerated() {
            requests.addTask { _ = try await answer(Request(id: id + 7, user: user.map { User(id: $0) })) }
          }
          try await requests.waitForAll()
        }
      }
    }
    let events = users.enumerated().map { "Events.User.didRateAlbum by \($1 ?? "nobody"): requestID \($0 + 7)" }
    #expect(Set(service.output.lines) == Set(events + users.compactMap { $0 }.map { "identify \($0)" }))
    #expect(service.output.lines.count == 9)
    Page(article: "Servers").expect(service.output.lines.filter { $0.contains("by john") })
  }

  @Test func `A user who has opted out is not tracked, and without identify events carry the user all the same`()
    async throws
  {
    let (hub, john) = (hub, Request(id: 8, user: User(id: "john")))
    hub.start()
    _ = try await answer(Request(id: 7, user: User(id: "paul", hasOptedOut: true)), hub: hub)
    for request in [john, Request(id: 9)] { _ = try await answer(request, hub: hub) }
    for request in [john, Request(id: 9)] { _ = try await handle(request, tracker: WithoutIdentify(base: hub)) }
    await hub.shutdown()
    let events = ["john: requestID 8", "nobody: requestID 9"].map { "Events.User.didRateAlbum by \($0)" }
    #expect(service.output.lines == ["identify john"] + events + events)
  }

  @Test func `A detached task has the user and the scopes that the request gives it`() async throws {
    let recorder = RecordingTracker()
    withTrackedProperties([Keys.requestID ~>> 7]) { sendMailLater(to: User(id: "john"), hub: recorder) }
    try await recorder.next(.event(Events.User.didRateAlbum, [Keys.requestID ~>> 7]).by("john"))
  }

  @Test func `A destination with a current user gets an identify or a reset between requests, as the page says`()
    async throws
  {
    let vendor = RecordingTracker()
    let hub = TrackerHub([vendor])
    hub.start()
    let john = User(id: "john")
    for request in [Request(id: 7, user: john), Request(id: 8), Request(id: 9, user: john)] {
      _ = try await handle(request, tracker: hub)
    }
    await hub.shutdown()
    let event = TrackingExpectation.event(Events.User.didRateAlbum, containing: [])
    let calls = [.identify("john"), event, .reset, event, .identify("john"), event]
    #expect(vendor.difference(from: calls) == nil && vendor.events.map(\.userID) == ["john", nil, "john"])
  }
}
