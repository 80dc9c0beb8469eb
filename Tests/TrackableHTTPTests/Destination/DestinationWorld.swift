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

struct Named: AnalyticsEvent {
  let name: String
  var properties: TrackedProperties = []
}

/// What a test's service gets of an envelope.
struct WireRow: Codable, Equatable {
  let id: String
  let name: String
  let user: String
  let anonymous: String
}

/// A service that takes rows, or says of each what is to become of it.
struct RowFormat: WireFormat {
  static let key = "key-of-mine"

  /// The places of items to be sent again, never, or later; the service has taken the others.
  struct Verdict: Codable {
    var again: Set<Int> = []
    var never: Set<Int> = []
    var later: Set<Int> = []

    func taken(of rows: [WireRow]) -> [WireRow] {
      let others = again.union(never).union(later)
      return rows.indices.filter { !others.contains($0) }.map { rows[$0] }
    }
  }

  let url: URL
  var limits = WireLimits(events: 7, bytes: 100_000)
  /// Called for each envelope.
  var hasRead: @Sendable () -> Void = {}
  var headers: [String: String] { ["Authorization": Self.key] }

  func encode(_ envelope: Envelope, in context: WireContext) -> [UInt8]? {
    hasRead()
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
    guard let verdict = response.decoded(as: Verdict.self) else { return WireVerdict(response) }
    return .partly(again: verdict.again, never: verdict.never, later: verdict.later)
  }

  static func rows(of request: ScriptedServer.Request) -> [WireRow] {
    (try? JSONDecoder().decode([WireRow].self, from: request.body)) ?? []
  }
}

extension ScriptedServer.Answer {
  /// Says of each item what is to become of it, in the words of a ``RowFormat``.
  static func verdict(again: Set<Int> = [], never: Set<Int> = [], later: Set<Int> = []) -> Self {
    let verdict = RowFormat.Verdict(again: again, never: never, later: later)
    return .respond(200, body: String(decoding: (try? JSONEncoder().encode(verdict)) ?? Data(), as: UTF8.self))
  }
}

/// A server, a folder and destinations that send from it.
final class DestinationWorld: Sendable {
  typealias Script = @Sendable (_ number: Int, _ rows: [WireRow]) -> ScriptedServer.Answer

  let time = TestTime()
  let temporary = TemporaryFolder("/a/store")
  let server: ScriptedServer
  let issues = Lock<[TrackableIssue]>([])
  /// What the server has taken.
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
  ///   - script: What the server says. Where it says 200, it has taken everything, but for what its words except.
  init(clock: ManualClock? = nil, seed: UInt64 = 1, _ script: @escaping Script = { _, _ in .respond(200) }) throws {
    self.clock = clock ?? ManualClock()
    random = Lock(SeededGenerator(seed: seed))
    let taken = Lock<[WireRow]>([])
    takenRows = taken
    server = try ScriptedServer { number, request in
      let rows = RowFormat.rows(of: request)
      let answer = script(number, rows)
      switch answer {
      case .respond(200, _, let body):
        let verdict = try? JSONDecoder().decode(RowFormat.Verdict.self, from: Data(body.utf8))
        taken.withLock { $0 += verdict?.taken(of: rows) ?? rows }
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
    store: StorePolicy = StorePolicy(), files: any FileSystem = POSIXFileSystem(),
    exchange: (@Sendable (URLRequest) async throws -> WireResponse)? = nil
  ) throws -> HTTPDestination {
    // Issues go to the handler at the time when the destination is made.
    try TrackableSystem.withTracker(NoOpTracker()) {
      TrackableSystem.issueHandler = { [issues] issue in issues.withLock { $0.append(issue) } }
      return try HTTPDestination(
        format(server.url.appending(path: path)), name: name, folder: folder ?? self.folder, store: store,
        sending: SendingPolicy(count: count, delay: delay, timeout: timeout), time: time.system, clock: clock,
        files: files,
        random: { [random] in random.withLock { $0.next() } }, exchange: exchange,
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
