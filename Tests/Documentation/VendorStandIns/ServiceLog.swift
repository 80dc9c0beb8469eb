// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
import Foundation
import Synchronization

/// What services were sent: the stand-ins of vendors' SDKs write one line for each call.
///
/// A test records the calls of its own task. Where a library calls from tasks of its own, one test at a time records
/// everything that no other test claims.
public final class ServiceLog: Sendable {
  /// The calls, and the properties that services add to every event themselves, with their values as text.
  public struct State: Sendable {
    var lines: [String] = []
    public var superProperties: [String: String] = [:]
    public var defaultParameters: [String: String] = [:]
  }

  /// What a call is for the rules of a destination. The values of a property of the user are one at most, and none if it is removed.
  public enum Meaning: Sendable { case event, user, userProperty, reset }

  /// Gets the parts of a call that has a meaning: the event, property or user that it is about, its values, and its time if it has one.
  public typealias Observer =
    @Sendable (_ meaning: Meaning, _ subject: String?, _ values: [String: Any]?, _ time: Date?) -> Void

  @TaskLocal private static var ofTask: ServiceLog?
  private static let ofOthers = Mutex<ServiceLog?>(nil)
  private static let turn = Turn()

  private let state = Mutex(State())

  private let observer: Observer?

  private init(observer: Observer? = nil) { self.observer = observer }

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

  /// The calls of `operation`, from any task. Another recorded operation waits. The observer gets each call on the caller's thread.
  public static func recordEverywhere(
    observer: Observer? = nil, _ operation: () async throws -> Void
  ) async rethrows -> [String] {
    await turn.take()
    let log = ServiceLog(observer: observer)
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

  /// Tells the observer the parts of a call.
  public static func tell(
    _ meaning: Meaning, _ subject: String?, _ values: [String: Any]? = nil, at time: Date? = nil
  ) {
    current?.observer?(meaning, subject, values, time)
  }

  /// Adds a line, and tells the observer if the call has a meaning.
  public static func call(
    _ call: String, _ subject: String? = nil, _ values: [String: Any]? = nil, at time: Date? = nil,
    as meaning: Meaning? = nil, over defaults: KeyPath<State, [String: String]>? = nil
  ) {
    write(subject.map { "\(call) '\($0)'" } ?? call, values, over: defaults)
    if let meaning { tell(meaning, subject, values, at: time) }
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
