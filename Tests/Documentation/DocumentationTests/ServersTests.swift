import Testing
import Trackable
import TrackableHub
import TrackableTesting

// The code of <doc:Servers>.

private struct Server: Sendable {
  struct Request: Sendable {
    let id: Int
    let user: String
  }

  let hub: TrackerHub

  init(_ destination: any AnalyticsEventTracker) { hub = TrackerHub([destination]) }

  func handle(_ request: Request) async {
    await TrackableSystem.withTracker(hub) {
      TrackableSystem.identify(request.user)
      await withTrackedProperties(["requestID" ~>> request.id]) {
        await answer(request)
      }
    }
  }

  func answer(_ request: Request) async {
    Events.User.didRateAlbum.trigger()
  }
  // MyApp.Events.User.didRateAlbum by john: requestID 7

  func run(_ serve: @Sendable () async -> Void) async {
    await withTaskGroup { group in
      group.addTask { await hub.run() }
      await serve()
      group.cancelAll()
    }
  }
}

@Suite struct ServersTests {
  @Test func `Requests at once have a user and a property each, and the hub delivers the rest at the end`() async {
    let output = Output()
    let service = ClosureTracker { output.write("\($0.name) by \($0.userID ?? "nobody"): \($0.properties.spoken)") }
    let server = Server(service)
    await server.run {
      await withTaskGroup { requests in
        for (id, user) in ["john", "paul", "george", "ringo"].enumerated() {
          requests.addTask { await server.handle(Server.Request(id: id + 7, user: user)) }
        }
      }
    }
    #expect(
      output.lines.sorted() == [
        "MyApp.Events.User.didRateAlbum by george: requestID 9", "MyApp.Events.User.didRateAlbum by john: requestID 7",
        "MyApp.Events.User.didRateAlbum by paul: requestID 8", "MyApp.Events.User.didRateAlbum by ringo: requestID 10",
      ])
    #expect(Page(article: "Servers").promises(output.lines.filter { $0.contains("john") }.joined()))
  }
}
