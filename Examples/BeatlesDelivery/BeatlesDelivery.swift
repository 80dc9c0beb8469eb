import Beatles
import Foundation
import LocalServer
import Trackable
import TrackableHTTP
import TrackableHub
import TrackableInspector
import TrackablePlan

/// The program `BeatlesDelivery`: the app of `Beatles`, with events that go somewhere.
@main
@MainActor
struct BeatlesDelivery {
  // The numbers above 63 are those from sysexits.h.
  private enum Status: Int32 {
    case success = 0
    case badLines = 2
    case usage = 64
    case noInput = 66
    case unavailable = 69
    case cannotCreate = 73
  }

  static func main() async {
    exit(await run(Array(CommandLine.arguments.dropFirst())).rawValue)
  }

  private static func run(_ arguments: [String]) async -> Status {
    do {
      let options = try Options(arguments)
      if options.printsHelp {
        print(Help.text)
        return .success
      }
      return try await run(options)
    } catch let error as UnreadableFile {
      Terminal.printError("BeatlesDelivery: \(error)")
      return .noInput
    } catch let error as UnwritableReport {
      Terminal.printError("BeatlesDelivery: \(error)")
      return .cannotCreate
    } catch {
      Terminal.printError("BeatlesDelivery: \(error)\n\(Help.usage)")
      return .usage
    }
  }

  private static func run(_ options: Options) async throws -> Status {
    if options.sendsPixels { return try await sendPixels(options) }
    let app = try PlayedApp(session: options.session)
    let service = try options.service?.makeDestination()
    let plan = try? TrackingPlan(
      contentsOf: URL(filePath: "../Beatles/PlanTests/tracking-plan.json", relativeTo: URL(filePath: #filePath)))
    let inspector = options.report.map { _ in Inspector(title: "Beatles", plan: plan ?? []) }
    // A hub does not let an inspector look into it, so that its destinations are inspected, too.
    let hub = TrackerHub.delivering(to: service.map { [$0] }) { destination in
      inspector.map { destination.inspected(by: $0) } ?? destination
    }
    if let inspector {
      TrackableSystem.bootstrap(CombinedTracker([app.tracker([hub]).inspected(by: inspector)]))
      inspector.recordIssues()
    } else {
      app.bootstrap([hub])
    }
    let badLines = await play(app, hub)
    if let inspector, let path = options.report { try inspector.makeReport().write(toPath: path) }
    if service != nil, !hub.ledger.isComplete { return .unavailable }
    return badLines == 0 ? .success : .badLines
  }

  /// Plays the session, prints the fate of each event, and returns the number of bad lines.
  private static func play(_ app: PlayedApp, _ hub: TrackerHub) async -> Int {
    hub.start()
    let badLines = app.play()
    print("\n\(await hub.finish())")
    return badLines
  }

  /// What a counter gets: a line for each event. The ids are other ones each time.
  private static func sendPixels(_ options: Options) async throws -> Status {
    let counter = try LocalServer()
    let folder = FileManager.default.temporaryDirectory.appending(path: "pixels-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    let destination = try HTTPDestination(PixelFormat(url: counter.url.appending(path: "pixel")), folder: folder)
    let hub = TrackerHub([destination])
    let app = try PlayedApp(session: options.session)
    app.bootstrap([hub])
    hub.start()
    let badLines = app.play()
    await hub.shutdown(timeout: .seconds(30))
    for line in await counter.close() { print(line.replacing(/id=[0-9A-F-]{36}/, with: "id=…")) }
    print(hub.ledger)
    if !hub.ledger.isComplete { return .unavailable }
    return badLines == 0 ? .success : .badLines
  }
}
