// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
import Synchronization

/// What services were sent: the stand-ins of vendors' SDKs write one line for each call.
///
/// A test records the calls of its own task. Where a library calls from tasks of its own, one test at a time records
/// everything that no other test claims.
public final class ServiceLog: Sendable {
  /// What was sent, and what services add to every event by themselves: properties and their values as text.
  public struct State: Sendable {
    var lines: [String] = []
    public var superProperties: [String: String] = [:]
    public var defaultParameters: [String: String] = [:]
  }

  @TaskLocal private static var ofTask: ServiceLog?
  private static let ofOthers = Mutex<ServiceLog?>(nil)
  private static let turn = Turn()

  private let state = Mutex(State())

  private init() {}

  /// What `operation` sent from its own task.
  public static func record(_ operation: () throws -> Void) rethrows -> [String] {
    let log = ServiceLog()
    try $ofTask.withValue(log) { try operation() }
    return log.state.withLock { $0.lines }
  }

  /// What `operation`, which waits, sent from its own task.
  public static func record(
    isolation: isolated (any Actor)? = #isolation, _ operation: () async throws -> Void
  ) async rethrows -> [String] {
    let log = ServiceLog()
    try await $ofTask.withValue(log) { try await operation() }
    return log.state.withLock { $0.lines }
  }

  /// What `operation` sent, from whatever task. Another one that is recorded in this way waits.
  public static func recordEverywhere(_ operation: () async throws -> Void) async rethrows -> [String] {
    await turn.take()
    let log = ServiceLog()
    ofOthers.withLock { $0 = log }
    do { try await operation() } catch {
      ofOthers.withLock { $0 = nil }
      await turn.give()
      throw error
    }
    ofOthers.withLock { $0 = nil }
    await turn.give()
    return log.state.withLock { $0.lines }
  }

  /// Adds a line. Text is in quotation marks, so that a number that has become text can be seen.
  public static func write(
    _ call: String, _ properties: [String: Any]? = nil, over defaults: KeyPath<State, [String: String]>? = nil
  ) {
    let own = properties?.mapValues(text)
    current?.state.withLock { state in
      guard let own else { return state.lines.append(call) }
      let all = defaults.map { state[keyPath: $0].merging(own) { $1 } } ?? own
      let parts = all.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }
      state.lines.append("\(call) [\(parts.joined(separator: ", "))]")
    }
  }

  /// Keeps what a service adds to every event.
  public static func remember(_ properties: [String: Any], in place: WritableKeyPath<State, [String: String]>) {
    let texts = properties.mapValues(text)
    current?.state.withLock { $0[keyPath: place].merge(texts) { $1 } }
  }

  /// Forgets what a service adds to every event.
  public static func forget(_ place: WritableKeyPath<State, [String: String]>) {
    current?.state.withLock { $0[keyPath: place] = [:] }
  }

  public static func text(_ value: Any) -> String { (value as? String).map { "\"\($0)\"" } ?? "\(value)" }

  private static var current: ServiceLog? { ofTask ?? ofOthers.withLock { $0 } }
}

/// Lets one go first, and the others after that in order.
private actor Turn {
  private var isTaken = false
  private var waiting: [CheckedContinuation<Void, Never>] = []

  func take() async {
    if isTaken { return await withCheckedContinuation { waiting.append($0) } }
    isTaken = true
  }

  func give() {
    if waiting.isEmpty { isTaken = false } else { waiting.removeFirst().resume() }
  }
}
