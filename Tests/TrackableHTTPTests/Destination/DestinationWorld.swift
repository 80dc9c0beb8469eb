import Foundation
import TestSupport
import Testing
import Trackable
import TrackableHub
import TrackableTesting

@testable import TrackableHTTP

/// Time that stands still until a test moves it; the work that is due then runs on the test's thread.
final class TestTime: Sendable {
  private struct State {
    var now = ContinuousClock.now
    var alarms: [(due: ContinuousClock.Instant, body: @Sendable () -> Void)] = []
  }

  private let state = Lock(State())

  /// How long each alarm that has not rung yet is away.
  var alarms: [Duration] { state.withLock { state in state.alarms.map { state.now.duration(to: $0.due) } } }

  var system: SystemTime {
    var time = SystemTime.computer
    time.now = { [state] in state.withLock { $0.now } }
    time.schedule = { [state] due, body in state.withLock { $0.alarms.append((due, body)) } }
    return time
  }

  func advance(by duration: Duration) {
    let due = state.withLock { state in
      state.now += duration
      defer { state.alarms.removeAll { $0.due <= state.now } }
      return state.alarms.filter { $0.due <= state.now }.sorted { $0.due < $1.due }
    }
    for alarm in due { alarm.body() }
  }
}

/// What a test's service gets of an envelope.
struct WireRow: Codable, Equatable {
  let id: String
  let name: String
  let user: String
  let anonymous: String
}

/// A service that takes rows, and refuses some.
struct RowFormat: WireFormat {
  static let key = "key-of-mine"

  struct Verdict: Codable {
    var rejected: [Int]
    var isRestTaken: Bool
  }

  let url: URL
  var limits = WireLimits(events: 7, bytes: 100_000)
  var headers: [String: String] { ["Authorization": Self.key] }

  func encode(_ envelope: Envelope, in context: WireContext) -> [UInt8]? {
    let name =
      switch envelope.content {
      case .event(let event): event.name
      case .identify(let user, _): "identify " + user
      case .reset: "reset"
      default: "other"
      }
    let row = WireRow(
      id: envelope.id.uuidString, name: name, user: envelope.userID ?? "", anonymous: context.anonymousID)
    return (try? JSONEncoder().encode(row)).map { [UInt8]($0) }
  }

  func verdict(on response: WireResponse, to request: WireRequest) -> WireVerdict {
    guard response.status == 400, let verdict = response.decoded(as: Verdict.self) else { return WireVerdict(response) }
    let rest = Set(request.items.indices).subtracting(verdict.rejected)
    return .partly(again: verdict.isRestTaken ? [] : rest, never: Set(verdict.rejected))
  }

  static func rows(of request: ScriptedServer.Request) -> [WireRow] {
    (try? JSONDecoder().decode([WireRow].self, from: request.body)) ?? []
  }
}

/// A server, a folder and destinations that send from it.
final class DestinationWorld: Sendable {
  typealias Script = @Sendable (_ number: Int, _ rows: [WireRow]) -> ScriptedServer.Answer

  let time = TestTime()
  let temporary = TemporaryFolder("/a/store")
  let server: ScriptedServer
  let issues = Lock<[TrackableIssue]>([])
  /// What the server has taken, also where it could not say so.
  private let takenRows: Lock<[WireRow]>

  var taken: [WireRow] { takenRows.withLock { $0 } }
  var folder: URL { URL(filePath: temporary.path) }

  /// What tells how long requests take.
  private let clock: any Clock<Duration>
  private let random: Lock<SeededGenerator>

  /// How long a request may take: so long that a machine that is busy with other work ends none.
  static let timeout = Duration.seconds(86_400)

  /// - Parameters:
  ///   - clock: Tells how long requests take. A request that the server does not answer has then run out of time, however
  ///     fast the machine is, and no other ever does. `nil` means a clock that stands still.
  ///   - seed: Which part of the longest pauses are made, for one.
  ///   - script: What the server says. Where it says 200, or half of it, it has taken everything.
  init(clock: ManualClock? = nil, seed: UInt64 = 1, _ script: @escaping Script = { _, _ in .respond(200) }) throws {
    self.clock = clock ?? ManualClock()
    random = Lock(SeededGenerator(seed: seed))
    let taken = Lock<[WireRow]>([])
    takenRows = taken
    server = try ScriptedServer { number, request in
      let rows = RowFormat.rows(of: request)
      let answer = script(number, rows)
      switch answer {
      case .respond(200, _, _), .half: taken.withLock { $0 += rows }
      case .respond(400, _, let body):
        guard let verdict = try? JSONDecoder().decode(RowFormat.Verdict.self, from: Data(body.utf8)),
          verdict.isRestTaken
        else { break }
        let refused = Set(verdict.rejected)
        taken.withLock { $0 += rows.enumerated().filter { !refused.contains($0.offset) }.map(\.element) }
      case .stall:
        if let clock {
          Task {
            await until { clock.sleeperCount > 0 }
            clock.advance(by: Self.timeout)
          }
        }
      default: break
      }
      return answer
    }
  }

  deinit { server.close() }

  func makeDestination(
    _ format: (URL) -> any WireFormat = { RowFormat(url: $0) }, name: String? = "rows", at path: String = "",
    in folder: URL? = nil,
    count: Int = 1_000, delay: Duration = .seconds(10), timeout: Duration = DestinationWorld.timeout,
    store: StorePolicy = StorePolicy(), files: any FileSystem = POSIXFileSystem()
  ) throws -> HTTPDestination {
    // Issues go to the handler at the time when the destination is made.
    try TrackableSystem.withTracker(NoOpTracker()) {
      TrackableSystem.issueHandler = { [issues] issue in issues.withLock { $0.append(issue) } }
      return try HTTPDestination(
        format(server.url.appending(path: path)), name: name, folder: folder ?? self.folder, store: store,
        sending: SendingPolicy(count: count, delay: delay, timeout: timeout), time: time.system, clock: clock,
        files: files,
        random: { [random] in random.withLock { $0.next() } },
        location: CodeLocation(fileID: "Tests/Here.swift", line: 1))
    }
  }

  /// Everything in the folder, names and contents.
  func everythingStored() -> Data {
    var all = Data()
    for case let file as URL in FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil) ?? .init() {
      all += Data(file.path.utf8)
      all += (try? Data(contentsOf: file)) ?? Data()
    }
    return all
  }
}

extension HTTPDestination {
  /// Takes events with these numbers as names.
  func take(_ numbers: some Sequence<Int>) async throws {
    let outcome = try await deliver(DeliveryBatch(numbers.map { .numbered($0) }))
    #expect(outcome == .accepted)
  }

  func take(_ contents: Envelope.Content...) async throws {
    _ = try await deliver(
      DeliveryBatch(contents.map { Envelope(id: UUID(), time: WireSample.time, userID: nil, content: $0) }))
  }
}

extension Envelope {
  static func numbered(_ number: Int, _ text: String = "") -> Envelope {
    WireSample.envelope(number, .event(Event(name: "\(number)\(text)", properties: ["number" ~>> number])))
  }
}

extension Envelope.Content {
  static func named(_ name: String) -> Envelope.Content { .event(Envelope.Event(name: name, properties: [])) }
}

extension HTTPDestination {
  var ledger: StoredFigures { figures }
}

extension EventStore {
  var ledger: StoredFigures { figures }
}

extension StoredFigures {
  init(
    accepted: Int = 0, adopted: Int = 0, handedOver: Int = 0, delivered: Int = 0,
    dropped: [TrackerLedger.Fate: Int] = [:], stored: Int = 0, inMemory: Int = 0
  ) {
    self.init()
    (self.accepted, self.adopted, self.handedOver, self.delivered) = (accepted, adopted, handedOver, delivered)
    (self.stored, self.inMemory) = (stored, inMemory)
    for (fate, count) in dropped { self.dropped[fate] = count }
  }

  var rejected: Int { dropped[.rejected] }
  var skipped: Int { dropped[.unsupported] }
  /// How many are gone, but for those that the service was asked about.
  var lost: Int { dropped.total - rejected - skipped }

  /// Whether everything is accounted for.
  var isBalanced: Bool {
    accepted + adopted == delivered + dropped.total + handedOver + stored + inMemory
  }
}
