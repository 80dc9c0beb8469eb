import Foundation
import TestSupport
import Testing
import Trackable
import TrackableHTTP
import TrackableHub

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Sending over a session of the app.
@Suite struct OwnSessionTests {
  @Test func `The app's session is used with its headers, follows no redirect, and goes on after the destination`()
    async throws
  {
    let server = try ScriptedServer { number, _ in
      number == 0 ? .respond(302, headers: ["Location": "/elsewhere"]) : .respond(200)
    }
    defer { server.close() }
    let configuration = URLSessionConfiguration.ephemeral
    configuration.httpAdditionalHeaders = ["X-Proxy-Key": "open", "Authorization": "not this one"]
    let session = URLSession(configuration: configuration)
    let folder = TemporaryFolder("/store")
    func send() async throws {
      let destination = try HTTPDestination(
        .segment(writeKey: "wk", at: WireServer(server.url)), folder: URL(filePath: folder.path), session: session)
      let hub = TrackerHub([destination])
      hub.start()
      TrackableSystem.withTracker(hub) { TrackingContext().track(Opened()) }
      await hub.flush()
      await hub.shutdown()
    }
    try await send()
    try await send()
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

  private struct Opened: AnalyticsEvent {}
}
