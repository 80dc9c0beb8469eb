import Foundation
import TestSupport
import Trackable
import TrackableTesting

@testable import TrackableHTTP

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The time of one process. It stands still until the player moves it; the work that is due then runs on the player's thread.
final class ProcessTime: Sendable {
  private struct State {
    var alarms: [(due: ContinuousClock.Instant, body: @Sendable () -> Void)] = []
    var hasEnded = false
  }

  let clock: ManualClock
  private let today: Shared<Date>
  /// By how much the clock on the wall was set.
  private let offset = Shared(0.0)
  private let state = Lock(State())

  init(_ date: Date) { (clock, today) = (ManualClock(date: date), Shared(date)) }

  var date: Date { today.value }

  func setClock(by seconds: Double) {
    offset.withLock { $0 += seconds }
    today.withLock { $0 += seconds }
  }

  /// The same for the library.
  var system: SystemTime {
    var time = SystemTime(clock, date: { [today] in today.value })
    time.now = { [clock] in clock.now }
    time.schedule = { [self] due, body in schedule(due, body) }
    return time
  }

  func schedule(_ due: ContinuousClock.Instant, _ body: @escaping @Sendable () -> Void) {
    let hasEnded = state.withLock { state in
      if !state.hasEnded { state.alarms.append((due, body)) }
      return state.hasEnded
    }
    if hasEnded { run(body) }
  }

  /// What is due next.
  var next: ContinuousClock.Instant? { state.withLock { $0.alarms.map(\.due).min() } }

  /// Moves the time, and does what is due then.
  func move(to instant: ContinuousClock.Instant) {
    let due = state.withLock { state in
      defer { state.alarms.removeAll { $0.due <= instant } }
      return state.alarms.filter { $0.due <= instant }
    }
    clock.advance(by: clock.now.duration(to: instant))
    today.set(clock.date + offset.value)
    for alarm in due.sorted(by: { $0.due < $1.due }) { alarm.body() }
  }

  /// The process has ended: what it still waits for passes at once, so that nothing keeps its memory.
  func end() {
    let rest = state.withLock { state in
      state.hasEnded = true
      return state.alarms.removingAll()
    }
    for alarm in rest { run(alarm.body) }
  }

  private func run(_ body: @escaping @Sendable () -> Void) {
    DispatchQueue.global().async { [clock] in
      clock.advance(by: .seconds(60))
      body()
    }
  }
}

/// The services, and the way to them.
final class Services: Sendable {
  private struct State {
    var arrivals: [Arrival] = []
    var seen: [String: Set<String>] = [:]
    var network = Diary.Network.good
  }

  /// When the installation began.
  static let beginning = Date(timeIntervalSinceReferenceDate: 757_382_400)
  private let state = Lock(State())
  /// How long a request takes on a good network, and what a service needs before its first request.
  let latency = Shared(Duration.zero)

  func set(_ network: Diary.Network) { state.withLock { $0.network = network } }
  var network: Diary.Network { state.withLock { $0.network } }

  func takeArrivals() -> [Arrival] { state.withLock { $0.arrivals.removingAll() } }

  func take(_ arrival: Arrival) { state.withLock { $0.arrivals.append(arrival) } }

  /// A request arrives.
  func take(_ request: URLRequest, at service: String, _ now: Date) {
    let rows = (try? JSONDecoder().decode([Row].self, from: request.httpBody ?? Data())) ?? []
    state.withLock { state in
      for row in rows {
        let isNew = state.seen[service, default: []].insert(row.id).inserted
        state.arrivals.append(
          Arrival(
            service: service, id: row.id, name: row.name, isRepeated: !isNew,
            properties: (row.with ?? row.properties ?? [:]).mapValues(\.text), user: row.user,
            anonymousID: row.anonymous, tracked: row.time - Self.beginning.timeIntervalSinceReferenceDate,
            arrived: now.timeIntervalSince(Self.beginning)))
      }
    }
  }
}

/// The requests of one process.
final class Line: Sendable {
  private struct State {
    /// When each request that is under way gets its answer.
    var pending: [UUID: (service: String, due: ContinuousClock.Instant, request: URLRequest?)] = [:]
    var hasEnded = false
  }

  private let services: Services
  private let time: ProcessTime
  private let disk: ProcessDisk
  private let state = Lock(State())

  init(_ services: Services, _ time: ProcessTime, _ disk: ProcessDisk) {
    (self.services, self.time, self.disk) = (services, time, disk)
  }

  /// Whether the process has ended, or has crashed while it was storing.
  private var hasEnded: Bool { state.withLock { $0.hasEnded } || disk.state.value.hasEnded }

  /// Whether a request to a service needs time, or what the service needs before its first request.
  func isPending(_ service: String, isRequest: Bool) -> Bool {
    let now = time.clock.now
    return state.withLock {
      $0.pending.values.contains { $0.service == service && ($0.request != nil) == isRequest && $0.due > now }
    }
  }

  func exchange(_ request: URLRequest, with service: String) async throws -> WireResponse {
    if hasEnded { throw URLError(.notConnectedToInternet) }
    switch services.network {
    case .absent: throw URLError(.notConnectedToInternet)
    case .blockedName: throw URLError(.cannotFindHost)
    case .captivePortal: return WireResponse(status: 302, headers: ["Location": "http://portal.example"])
    case .refusing: return WireResponse(status: 503)
    case .good: try await wait(services.latency.value, for: request, to: service)
    case .slow: try await wait(.seconds(8), for: request, to: service)
    }
    services.take(request, at: service, time.date)
    return WireResponse(status: 200)
  }

  /// What a service needs before its first request takes as long as one.
  func prepare(_ service: String) async throws { try await wait(services.latency.value, for: nil, to: service) }

  private func wait(_ delay: Duration, for request: URLRequest?, to service: String) async throws {
    if delay == .zero { return }
    let id = UUID()
    let due = time.clock.now + delay
    // So that the player stops there, and not later.
    time.schedule(due) {}
    state.withLock { $0.pending[id] = (service, due, request) }
    defer { state.withLock { $0.pending[id] = nil } }
    try await time.clock.sleep(until: due)
    if hasEnded { throw URLError(.networkConnectionLost) }
  }

  /// The process ends.
  ///
  /// - Parameter arrives: Whether requests on the way arrive, although nobody hears the answer.
  func end(arrives: Bool) {
    let rest = state.withLock { state in
      state.hasEnded = true
      return state.pending.values.compactMap { pending in pending.request.map { (pending.service, $0) } }
    }
    if arrives { for (service, request) in rest { services.take(request, at: service, time.date) } }
  }
}

/// The real disk, as one process sees it. Once the process has ended, nothing it does has an effect.
struct ProcessDisk: FileSystem {
  struct State {
    var isFull = false
    /// Before the first unlock.
    var isLocked = false
    var hasEnded = false
    /// After so many changes the process crashes.
    var changesLeft = Int.max
    /// How many there were in a step.
    var accesses = 0
    var open: Set<OpenFile> = []
  }

  let state = Shared(State())
  private let files = POSIXFileSystem()

  func end() {
    let open = state.withLock { state in
      state.hasEnded = true
      return state.open
    }
    // Which gives its locks back.
    for file in open { files.close(file) }
  }

  private func call<Result>(
    changes: Bool = false, _ body: (inout State) throws(FileError) -> Result
  ) throws(FileError) -> Result {
    let result: Swift.Result<Result, FileError> = state.withLock { state in
      state.accesses += 1
      if state.hasEnded { return .failure(FileError(code: EBADF)) }
      if state.isLocked { return .failure(.denied) }
      if changes {
        state.changesLeft -= 1
        state.hasEnded = state.changesLeft < 0
      }
      do throws(FileError) { return .success(try body(&state)) } catch { return .failure(error) }
    }
    return try result.get()
  }

  private func change(_ body: () throws(FileError) -> Void) throws(FileError) {
    try call(changes: true) { state throws(FileError) in
      if state.hasEnded { throw FileError(code: EBADF) }
      try body()
    }
  }

  private func opening(
    changes: Bool = false, _ body: () throws(FileError) -> OpenFile
  ) throws(FileError) -> OpenFile {
    try call(changes: changes) { state throws(FileError) in
      if state.hasEnded { throw FileError(code: EBADF) }
      let file = try body()
      state.open.insert(file)
      return file
    }
  }

  func makeFolder(at path: String) throws(FileError) {
    try change { () throws(FileError) in try files.makeFolder(at: path) }
  }
  func protectFolder(at path: String) {}
  func names(in folder: String) throws(FileError) -> [String] {
    try call { _ throws(FileError) in try files.names(in: folder) }
  }
  func identity(at path: String) throws(FileError) -> FileIdentity {
    try call { _ throws(FileError) in try files.identity(at: path) }
  }
  func identity(of file: OpenFile) throws(FileError) -> FileIdentity {
    try call { _ throws(FileError) in try files.identity(of: file) }
  }
  func makeFile(at path: String) throws(FileError) -> OpenFile {
    try opening(changes: true) { () throws(FileError) in try files.makeFile(at: path) }
  }
  func openForWriting(_ path: String) throws(FileError) -> OpenFile {
    try opening { () throws(FileError) in try files.openForWriting(path) }
  }
  func openForReading(_ path: String) throws(FileError) -> OpenFile {
    try opening { () throws(FileError) in try files.openForReading(path) }
  }
  func link(_ path: String, to other: String) throws(FileError) {
    try change { () throws(FileError) in try files.link(path, to: other) }
  }
  func size(at path: String) throws(FileError) -> Int {
    try call { _ throws(FileError) in try files.size(at: path) }
  }
  func write(_ bytes: ArraySlice<UInt8>, to file: OpenFile, at offset: Int) throws(FileError) -> Int {
    try call(changes: true) { state throws(FileError) in
      if state.isFull { throw FileError(code: ENOSPC) }
      // The last one is made in part.
      return try files.write(state.hasEnded ? bytes.prefix(bytes.count / 2) : bytes, to: file, at: offset)
    }
  }
  func read(_ file: OpenFile, at offset: Int, count: Int) throws(FileError) -> [UInt8] {
    try call { _ throws(FileError) in try files.read(file, at: offset, count: count) }
  }
  func shorten(_ file: OpenFile, to size: Int) throws(FileError) {
    try change { () throws(FileError) in try files.shorten(file, to: size) }
  }
  // The power does not fail here.
  func synchronize(_ file: OpenFile) throws(FileError) { try call { _ throws(FileError) in } }
  func synchronizeFolder(at path: String) throws(FileError) { try call { _ throws(FileError) in } }
  func close(_ file: OpenFile) {
    // What is open when the process ends, `end` closes.
    let isMine = state.withLock { !$0.hasEnded && $0.open.remove(file) != nil }
    if isMine { files.close(file) }
  }
  func lock(_ file: OpenFile) throws(FileError) -> Bool {
    try call { _ throws(FileError) in try files.lock(file) }
  }
  func move(_ path: String, to other: String) throws(FileError) {
    try change { () throws(FileError) in try files.move(path, to: other) }
  }
  func removeFile(at path: String) throws(FileError) {
    try change { () throws(FileError) in try files.removeFile(at: path) }
  }
  func removeFolder(at path: String) throws(FileError) {
    try change { () throws(FileError) in try files.removeFolder(at: path) }
  }
}

extension Array {
  /// Empties it, and returns what was in it.
  mutating func removingAll() -> [Element] {
    defer { self = [] }
    return self
  }
}
