import Foundation
import TestSupport
import Testing
import Trackable
import TrackableHub
import TrackableTesting

@testable import TrackableHTTP

/// The sender against a server that does what servers do.
@Suite struct HTTPSenderTests {
  private static let batch = (1...4).map { WireSample.event($0) }
  private static let ids = batch.map(\.id)

  @Test(arguments: [300_000, 900_000])
  func `A server that says that it is too much before it has got all of it is not one that breaks`(
    _ size: Int
  ) async throws {
    let server = try ScriptedServer(maximumBody: 100_000) { _, _ in .respond(200) }
    defer { server.close() }
    let sender = try HTTPSender(RowFormat(url: server.url, limits: WireLimits(events: 100, bytes: 1_000_000)))
    let text = String(repeating: "n", count: size / 20)
    let report = await sender.send((0..<20).map { .numbered($0, text) }, context: WireSample.context)
    #expect(report.delivered.count == 20, "\(report)")
  }

  @Test func `A server that is not there gets it later`() async throws {
    let server = try ScriptedServer { _, _ in .stall }
    server.close()
    let sender = try HTTPSender(.segment(writeKey: "k", at: WireServer(server.url)), clock: ManualClock())
    let report = await sender.send(Self.batch, context: WireSample.context)
    #expect(report.remaining == Self.ids)
    #expect(report.reason != nil)
  }

  @Test func `A server that never answers gets it later, when time is up`() async throws {
    let server = try ScriptedServer { _, _ in .stall }
    defer { server.close() }
    let clock = ManualClock()
    let sender = try HTTPSender(
      .segment(writeKey: "k", at: WireServer(server.url)), timeout: .seconds(20), clock: clock)
    async let sent = sender.send(Self.batch, context: WireSample.context)
    await server.requests(1)
    #expect(await clock.sleeps(1) == [.seconds(20)])
    clock.advance(by: .seconds(20))
    // It tries one of them alone.
    await server.requests(2)
    #expect(await clock.sleeps(2) == [.seconds(20), .seconds(20)])
    clock.advance(by: .seconds(20))
    let report = await sent
    #expect(report.outcome == .retry(after: nil, because: "127.0.0.1/v1/batch: no answer in time"))
  }

  @Test(.timeLimit(.minutes(10)))
  func `Of an answer without end a megabyte is read, its status counts, and the connection ends`() async throws {
    let server = try ScriptedServer { _, _ in .endless }
    defer { server.close() }
    let sender = try HTTPSender(.segment(writeKey: "k", at: WireServer(server.url)), clock: ManualClock())
    for count in 1...20 {
      #expect(await sender.send(Self.batch, context: WireSample.context).outcome == .accepted)
      await until { server.endlessOnesLeft == count }
    }
    #expect(server.requests.count == 20)
  }

  /// A format with fields of its own.
  private struct Fields: WireFormat {
    let url: URL
    let headers: [String: String]

    func encode(_ envelope: Envelope, in context: WireContext) -> [UInt8]? { [UInt8]("1".utf8) }
  }

  @Test(arguments: [
    (["User-Agent": "app"], "application/json"), ([:], "application/json"),
    (["content-type": "application/x-ndjson"], "application/x-ndjson"),
  ])
  func `Headers of a format add to what a body in JSON says of itself`(_ headers: [String: String], _ type: String)
    async throws
  {
    let server = try ScriptedServer { _, _ in .respond(200) }
    defer { server.close() }
    let sender = try HTTPSender(Fields(url: server.url, headers: headers), clock: ManualClock())
    #expect(await sender.send(Self.batch, context: WireSample.context).outcome == .accepted)
    #expect(server.requests.first?.headers["content-type"] == type)
  }

  /// A format whose token is another one for each request.
  private final class RenewingFormat: WireFormat {
    let url: URL
    private let renewals = Lock(0)
    var headers: [String: String] {
      ["Authorization": "Bearer token-\(renewals.withLock { count in count += 1; return count })"]
    }
    var limits: WireLimits { WireLimits(events: 2, bytes: 1_000) }

    init(url: URL) { self.url = url }

    func encode(_ envelope: Envelope, in context: WireContext) -> [UInt8]? { [UInt8]("1".utf8) }
  }

  @Test func `Headers are read for each request, and no reason repeats them`() async throws {
    let server = try ScriptedServer { _, request in
      .respond(422, body: "bad \(request.headers["authorization"] ?? "")")
    }
    defer { server.close() }
    let sender = try HTTPSender(RenewingFormat(url: server.url), clock: ManualClock())
    let report = await sender.send(Self.batch, context: WireSample.context)
    let sent = server.requests.map { $0.headers["authorization"] }
    #expect(sent.count == 3 && Set(sent).count == 3)
    #expect(report.reason == "127.0.0.1 answered 422")
  }

  @Test func `Cancelling the task cancels the request, and its envelopes remain`() async throws {
    let server = try ScriptedServer { _, _ in .stall }
    defer { server.close() }
    let sender = try HTTPSender(.segment(writeKey: "k", at: WireServer(server.url)), clock: ManualClock())
    let task = Task { await sender.send(Self.batch, context: WireSample.context) }
    await server.requests(1)
    task.cancel()
    let report = await task.value
    #expect(report.remaining == Self.ids)
    #expect(report.reason == "127.0.0.1/v1/batch: cancelled")
  }

  @Test func `A task that is cancelled already sends nothing`() async throws {
    let server = try ScriptedServer { _, _ in .respond(200) }
    defer { server.close() }
    let sender = try HTTPSender(.segment(writeKey: "k", at: WireServer(server.url)), clock: ManualClock())
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return await sender.send(Self.batch, context: WireSample.context)
    }
    #expect(await task.value.remaining == Self.ids)
    #expect(server.requests.count == 0)
  }

  @Test func `A request that may not begin any more is not sent, which is no failure`() async throws {
    let server = try ScriptedServer { _, _ in .respond(200) }
    defer { server.close() }
    let sender = try HTTPSender(.segment(writeKey: "k", at: WireServer(server.url)), clock: ManualClock())
    var plan = SendPlan(Self.batch, format: sender.format) { _ in WireSample.context }
    let next = plan.next(sentAt: WireSample.time)
    let request = try #require(next)
    await sender.send(request, of: &plan) { false }
    #expect(server.requests.count == 0)
    #expect(plan.report.reason == nil && plan.report.delivered.isEmpty)
  }

  @Test(arguments: [301, 302, 303, 307, 308], [true, false])
  func `A redirect is not followed, and nothing is lost`(_ status: Int, _ isToOther: Bool) async throws {
    let other = try ScriptedServer { _, _ in .respond(200) }
    defer { other.close() }
    let location = isToOther ? other.url.absoluteString + "/steal" : "/elsewhere"
    let server = try ScriptedServer { _, _ in .respond(status, headers: ["Location": location]) }
    defer { server.close() }
    let sender = try HTTPSender(.segment(writeKey: "k", at: WireServer(server.url)), clock: ManualClock())
    let report = await sender.send(Self.batch, context: WireSample.context)
    #expect(report.remaining == Self.ids)
    #expect(report.retryAfter == .seconds(300))
    #expect(report.reason == "127.0.0.1/v1/batch answered \(status)")
    // The request, its first event and another one.
    #expect(server.requests.count == 3 && other.requests.count == 0)
  }

  @Test func `A large body arrives whole, without a pause`() async throws {
    let text = String(repeating: "x", count: 2_000)
    let batch = (0..<1_500).map { WireSample.event($0, ["text" ~>> text]) }
    let server = try ScriptedServer { _, _ in .respond(200) }
    defer { server.close() }
    let sender = try HTTPSender(.clickHouse(at: WireServer(server.url)), clock: ManualClock())
    let report = await sender.send(batch, context: WireSample.context)
    #expect(report.delivered == batch.map(\.id))
    #expect(server.requests.map { $0.body.count > 3_000_000 } == [true])
  }

  @Test(.timeLimit(.minutes(10)), arguments: [ScriptedServer.Answer.close, .reset])
  func `A connection that was kept and is closed does not stand still`(_ answer: ScriptedServer.Answer) async throws {
    let server = try ScriptedServer { number, _ in number == 1 ? answer : .respond(200) }
    defer { server.close() }
    let sender = try HTTPSender(
      .segment(writeKey: "k", at: WireServer(server.url)), timeout: .seconds(1_000), clock: ManualClock())
    #expect(await sender.send(Self.batch, context: WireSample.context).outcome == .accepted)
    // Foundation may send it again by itself, on another connection.
    let report = await sender.send(Self.batch, context: WireSample.context)
    #expect(Set(report.delivered + report.remaining) == Set(Self.ids))
    #expect(await sender.send(Self.batch, context: WireSample.context).outcome == .accepted)
  }
}
