import Foundation
import TestSupport
import Trackable
import TrackableHub
import TrackableTesting

@testable import TrackableHTTP

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A device whose app is launched, used and killed again and again; its disk, time, network and service are in memory.
final class SimulatedDevice: Sendable {
  /// What becomes of a request.
  enum Reply {
    case answer(Int, retryAfter: Int? = nil, seconds: Double = 0.1)
    case failure(URLError.Code, seconds: Double = 0.1)
  }

  struct Totals {
    var launches = 0
    var requests = 0
    var bytes = 0
    /// How many events were read between two requests, at most.
    var mostRead = 0
    /// How many files there were at the end of a launch, at most, and how many folders of processes.
    var mostFiles = 0
    var mostFolders = 0
    /// The events that the service has taken, each as often as that.
    var taken: [String: Int] = [:]
  }

  private struct State {
    var totals = Totals()
    var read = 0
    /// How long the session goes on.
    var secondsLeft = 0.0
    var process: SimulatedProcess?
    var network: @Sendable (_ names: [String], _ bytes: Int) -> Reply
    var tracked = 0
  }

  static let limits = WireLimits(events: 500, bytes: 500_000)
  let disk = SimulatedDisk()
  let time = TestTime()
  private let state: Lock<State>

  init(_ network: @escaping @Sendable (_ names: [String], _ bytes: Int) -> Reply) {
    state = Lock(State(network: network))
  }

  var totals: Totals { state.withLock { $0.totals } }
  var tracked: Int { state.withLock { $0.tracked } }

  func set(_ network: @escaping @Sendable (_ names: [String], _ bytes: Int) -> Reply) {
    state.withLock { $0.network = network }
  }

  /// Launches the app, tracks events over some seconds, and kills the app.
  ///
  /// - Parameters:
  ///   - isFlushing: Whether the app leaves in order, and sends at the end.
  ///   - bytes: How many each event has at least.
  func session(seconds: Double = 60, events: Int, bytes: Int = 0, isFlushing: Bool = true) async throws {
    let number = state.withLock { state in
      state.totals.launches += 1
      state.secondsLeft = seconds
      return state.totals.launches
    }
    let process = SimulatedProcess(number, on: disk)
    state.withLock { $0.process = process }
    let format = RowFormat(url: WireServer("service.example").url, limits: Self.limits) { [state] in
      state.withLock { state in
        state.read += 1
        state.totals.mostRead = max(state.totals.mostRead, state.read)
      }
    }
    let sender = try HTTPSender(format, clock: ManualClock()) { [self] in try exchange($0) }
    let notebook = Notebook.file(at: SimulatedProcess.folder + "/learned", files: process.files)
    let courier = process.makeCourier(sender, limits: Self.limits, time: time, notebook: notebook)
    courier.begin()
    await courier.isIdle()
    let steps = 4
    for step in 0..<steps {
      track(events * (step + 1) / steps - events * step / steps, in: process, bytes: bytes)
      courier.recordsWereStored()
      spend(state.withLock { $0.secondsLeft } / Double(steps - step))
      await courier.isIdle()
    }
    if isFlushing {
      state.withLock { $0.secondsLeft = 5 }
      await courier.flush()
    }
    let counts = (disk.withState { $0.fileCount }, Set(disk.segments.keys.map(\.origin)).count)
    state.withLock { state in
      state.process = nil
      state.totals.mostFiles = max(state.totals.mostFiles, counts.0)
      state.totals.mostFolders = max(state.totals.mostFolders, counts.1)
    }
    process.kill()
    await courier.isIdle()
  }

  private func track(_ count: Int, in process: SimulatedProcess, bytes: Int) {
    if state.withLock({ $0.secondsLeft <= 0 }) { return }
    let first = state.withLock { state in
      defer { state.tracked += count }
      return state.tracked
    }
    process.take(first..<first + count, " " + String(repeating: "x", count: bytes))
  }

  /// Time goes by. Returns whether the app is still there at the end.
  @discardableResult private func spend(_ seconds: Double) -> Bool {
    let (spent, process) = state.withLock { state in
      let spent = min(seconds, max(state.secondsLeft, 0))
      state.secondsLeft -= seconds
      return (spent, state.process)
    }
    time.advance(by: .seconds(spent))
    disk.advance(.seconds(spent))
    if spent < seconds { process?.kill() }
    return spent == seconds
  }

  private func exchange(_ request: URLRequest) throws -> WireResponse {
    let body = request.httpBody ?? Data()
    let rows = (try? JSONDecoder().decode([WireRow].self, from: body)) ?? []
    let names = rows.map { String($0.name.prefix { $0 != " " }) }
    let (reply, isAlive) = state.withLock { state in
      state.read = 0
      if state.process != nil, state.secondsLeft > 0 {
        state.totals.requests += 1
        state.totals.bytes += body.count
      }
      return (state.network(names, body.count), state.process != nil && state.secondsLeft > 0)
    }
    guard isAlive else { throw URLError(.notConnectedToInternet) }
    switch reply {
    case .failure(let code, let seconds):
      spend(seconds)
      throw URLError(code)
    case .answer(let status, let pause, let seconds):
      if !spend(seconds) { throw URLError(.timedOut) }
      if 200..<300 ~= status {
        state.withLock { state in for name in names { state.totals.taken[name, default: 0] += 1 } }
      }
      return WireResponse(status: status, headers: pause.map { ["Retry-After": "\($0)"] } ?? [:])
    }
  }
}

extension Courier {
  /// Waits until nothing is being sent, and the alarm after the last run is set.
  func isIdle() async {
    var last: Task<Void, Never>?
    while let latestRun, latestRun != last {
      await latestRun.value
      last = latestRun
    }
  }
}
