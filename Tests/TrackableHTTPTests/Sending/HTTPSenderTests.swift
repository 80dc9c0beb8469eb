import Foundation
import TestSupport
import Testing
import Trackable
import TrackableHub
import TrackableTesting

@testable import TrackableHTTP

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The sender against a server that does what servers do.
@Suite final class HTTPSenderTests {
  private static let batch = (1...4).map { WireSample.event($0) }
  private static let ids = batch.map(\.id)
  private var servers: [ScriptedServer] = []

  deinit { for server in servers { server.close() } }

  private func serve(_ script: @escaping ScriptedServer.Script) throws -> ScriptedServer {
    servers.append(try ScriptedServer(script))
    return servers[servers.count - 1]
  }

  private func makeSender(to server: ScriptedServer, clock: ManualClock = ManualClock()) throws -> HTTPSender {
    try HTTPSender(.segment(writeKey: "k", at: WireServer(server.url)), timeout: .seconds(20), clock: clock)
  }

  private func send(to server: ScriptedServer) async throws -> SendReport {
    try await makeSender(to: server).send(Self.batch)
  }

  @Test(arguments: [300_000, 900_000])
  func `A server that says too early that it is too much is not one that breaks`(_ size: Int) async throws {
    let server = try ScriptedServer(maximumBody: 100_000) { _, _ in .respond(200) }
    servers.append(server)
    let sender = try HTTPSender(RowFormat(url: server.url, limits: WireLimits(events: 100, bytes: 1_000_000)))
    let text = String(repeating: "n", count: size / 20)
    let report = await sender.send((0..<20).map { .numbered($0, text) })
    #expect(report.delivered.count == 20, "\(report)")
  }

  @Test func `A server that is not there, or never answers, gets it later, when time is up`() async throws {
    let server = try serve { _, _ in .stall }
    let clock = ManualClock()
    let sender = try makeSender(to: server, clock: clock)
    async let sent = sender.send(Self.batch)
    await server.requests(1)
    #expect(await clock.sleeps(1) == [.seconds(20)])
    clock.advance(by: .seconds(20))
    // It tries one of them alone.
    await server.requests(2)
    #expect(await clock.sleeps(2) == [.seconds(20), .seconds(20)])
    clock.advance(by: .seconds(20))
    let report = await sent
    #expect(report.outcome == .retry(after: nil, because: "127.0.0.1/v1/batch: no answer in time"))
    server.close()
    let gone = try await send(to: server)
    #expect(gone.remaining == Self.ids && gone.reason != nil)
  }

  @Test(.timeLimit(.minutes(10)))
  func `Of an answer without end a megabyte is read, its status counts, and the connection ends`() async throws {
    let server = try serve { _, _ in .endless }
    let sender = try makeSender(to: server)
    for count in 1...20 {
      #expect(await sender.send(Self.batch).outcome == .accepted)
      await until { server.endlessOnesLeft == count }
    }
    #expect(server.requests.count == 20)
  }

  /// A format with fields of its own, of which one is another for each request.
  private final class Fields: WireFormat {
    let url: URL
    let limits = WireLimits(events: 2, bytes: 1_000)
    private let own: [String: String]
    private let renewals = Lock(0)
    var headers: [String: String] {
      let number = renewals.withLock { count in
        count += 1
        return count
      }
      return own.merging(["Authorization": "Bearer token-\(number)"]) { $1 }
    }

    init(_ own: [String: String], url: URL) { (self.own, self.url) = (own, url) }

    func encode(_ envelope: Envelope, in context: WireContext) -> [UInt8]? { [UInt8]("1".utf8) }
  }

  @Test(arguments: [
    (["User-Agent": "app"], "application/json"), ([:], "application/json"),
    (["content-type": "application/x-ndjson"], "application/x-ndjson"),
  ])
  func `Headers of a format are read for each request, add to those of JSON, and are in no reason`(
    _ headers: [String: String], _ type: String
  ) async throws {
    let server = try serve { _, request in .respond(422, body: "bad \(request.headers["authorization"] ?? "")") }
    let sender = try HTTPSender(Fields(headers, url: server.url), clock: ManualClock())
    let report = await sender.send(Self.batch)
    let sent = server.requests.map(\.headers)
    #expect(sent.count == 3 && Set(sent.map { $0["authorization"] }).count == 3)
    #expect(sent.allSatisfy { $0["content-type"] == type })
    #expect(report.reason == "127.0.0.1 answered 422")
  }

  @Test(arguments: [true, false])
  func `Cancelling the task cancels the request, or sends none, and its envelopes remain`(isEarly: Bool) async throws {
    let server = try serve { _, _ in .stall }
    let sender = try makeSender(to: server)
    let task = Task { @Sendable in
      if isEarly { withUnsafeCurrentTask { $0?.cancel() } }
      return await sender.send(Self.batch)
    }
    if !isEarly { await server.requests(1) }
    task.cancel()
    let report = await task.value
    #expect(report.remaining == Self.ids && (isEarly || report.reason == "127.0.0.1/v1/batch: cancelled"))
    #expect(server.requests.count == (isEarly ? 0 : 1))
  }

  @Test func `A request that may not begin any more is not sent, which is no failure`() async throws {
    let server = try serve { _, _ in .respond(200) }
    let sender = try makeSender(to: server)
    var plan = SendPlan(Self.batch, format: sender.format)
    let next = plan.next(sentAt: WireSample.time)
    await sender.send(try #require(next), of: &plan) { false }
    #expect(server.requests.count == 0 && plan.report.reason == nil && plan.report.delivered.isEmpty)
  }

  @Test(arguments: [301, 302, 303, 307, 308], [true, false])
  func `A redirect is not followed, and nothing is lost`(_ status: Int, _ isToOther: Bool) async throws {
    let other = try serve { _, _ in .respond(200) }
    let location = isToOther ? other.url.absoluteString + "/steal" : "/elsewhere"
    let server = try serve { _, _ in .respond(status, headers: ["Location": location]) }
    let report = try await send(to: server)
    #expect(report.remaining == Self.ids)
    #expect(report.retryAfter == .seconds(300))
    #expect(report.reason == "127.0.0.1/v1/batch answered \(status)")
    // The request, its first event and another one.
    #expect(server.requests.count == 3 && other.requests.count == 0)
  }

  @Test func `A large body arrives whole, without a pause`() async throws {
    let text = String(repeating: "x", count: 2_000)
    let batch = (0..<1_500).map { WireSample.event($0, ["text" ~>> text]) }
    let server = try serve { _, _ in .respond(200) }
    let sender = try HTTPSender(.clickHouse(at: WireServer(server.url)), clock: ManualClock())
    let report = await sender.send(batch)
    #expect(report.delivered == batch.map(\.id))
    #expect(server.requests.map { $0.body.count > 3_000_000 } == [true])
  }

  @Test(.timeLimit(.minutes(10)), arguments: [ScriptedServer.Answer.close, .reset, .half])
  func `A connection that was kept and is closed does not stand still`(_ answer: ScriptedServer.Answer) async throws {
    let server = try serve { number, _ in number == 1 ? answer : .respond(200) }
    let sender = try makeSender(to: server)
    #expect(await sender.send(Self.batch).outcome == .accepted)
    // Foundation may send it again by itself, on another connection; half an answer is none.
    let report = await sender.send(Self.batch)
    #expect(Set(report.delivered + report.remaining) == Set(Self.ids))
    if case .half = answer { #expect(server.requests.count > 2) }
    #expect(await sender.send(Self.batch).outcome == .accepted)
  }

  private struct Opened: AnalyticsEvent {}

  @Test func `An app's session keeps its headers, follows no redirect, and outlives the destination`() async throws {
    let server = try serve { number, _ in
      number == 0 ? .respond(302, headers: ["Location": "/elsewhere"]) : .respond(200)
    }
    let configuration = URLSessionConfiguration.ephemeral
    configuration.httpAdditionalHeaders = ["X-Proxy-Key": "open", "Authorization": "not this one"]
    let session = URLSession(configuration: configuration)
    let folder = TemporaryFolder("/store")
    for _ in 0..<2 {
      let destination = try HTTPDestination(
        .segment(writeKey: "wk", at: WireServer(server.url)), folder: URL(filePath: folder.path), session: session)
      let hub = TrackerHub([destination])
      hub.start()
      hub.track(TrackedEvent(Opened()))
      await hub.flush()
      await hub.shutdown()
    }
    let requests = server.requests
    #expect(requests.count > 1 && requests.allSatisfy { $0.path == "/v1/batch" })
    #expect(requests.allSatisfy { $0.headers["x-proxy-key"] == "open" })
    // What the format says goes first.
    #expect(requests.allSatisfy { $0.headers["authorization"] == "Basic d2s6" })
    // The destinations have not ended it.
    let (_, answer) = try await session.data(from: server.url.appending(path: "own"))
    #expect((answer as? HTTPURLResponse)?.statusCode == 200)
    session.invalidateAndCancel()
  }
}
