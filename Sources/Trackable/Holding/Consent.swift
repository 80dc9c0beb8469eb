/// A purpose for which data about the user is used.
///
/// ```swift
/// extension ConsentPurpose {
///   static let surveys: ConsentPurpose = "surveys"
/// }
/// ```
public struct ConsentPurpose: RawRepresentable, Sendable, Hashable, ExpressibleByStringLiteral,
  CustomStringConvertible
{
  /// The name of the purpose. An app can store the user's decision under this name.
  public let rawValue: String

  /// Creates a purpose with a name.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// Creates a purpose with a name.
  public init(stringLiteral name: String) { self.init(rawValue: name) }

  /// Data that shows how the app is used.
  public static let analytics = ConsentPurpose(rawValue: "analytics")
  /// Data for showing and measuring advertisements.
  public static let advertising = ConsentPurpose(rawValue: "advertising")

  /// The name.
  public var description: String { rawValue }
}

/// The user's decision about each purpose, for trackers with
/// ``AnalyticsEventTracker/requiringConsent(_:from:whileUndecided:fileID:line:)``.
///
/// ```swift
/// let consent = Consent()
/// TrackableSystem.bootstrap(mixpanel.requiringConsent(.analytics, from: consent))
///
/// consent.grant(.analytics)   // the user agrees: held calls go out
/// consent.deny(.analytics)    // or does not: nothing goes out
/// ```
///
/// A `UserMemory`, of the module `TrackableApp`, remembers decisions from one launch to the next. An app that stores
/// decisions itself passes them at the next launch:
///
/// ```swift
/// let consent = Consent(stored.mapValues { $0 ? .granted : .denied })
/// ```
///
/// Any number of trackers can use one consent. The consent does not keep the trackers alive. Isolation: any thread. A
/// change of a decision calls the trackers of that purpose on the calling thread. See <doc:AskingForConsent>.
public final class Consent: Sendable {
  /// The user's decision about one purpose.
  public enum Status: String, Sendable {
    /// The app has not asked the user, or the user has not answered.
    case undecided
    /// The user agrees.
    case granted
    /// The user does not agree, or has changed their mind.
    case denied
  }

  private struct State: ~Copyable {
    var statuses: [ConsentPurpose: Status]
    /// The gates, in the order of the names of their purposes: one for each purpose that a tracker requires, or about
    /// which the user has decided.
    var gates: [(purpose: ConsentPurpose, gate: TrackerGate)] = []

    mutating func gate(for purpose: ConsentPurpose) -> TrackerGate {
      let index = gates.firstIndex { $0.purpose.rawValue >= purpose.rawValue } ?? gates.endIndex
      if index < gates.endIndex, gates[index].purpose == purpose { return gates[index].gate }
      let mode = CallQueue.Mode(statuses[purpose] ?? .undecided)
      let gate = TrackerGate("the user agreed to " + purpose.rawValue, mode, CallQueue.Admission())
      gates.insert((purpose, gate), at: index)
      return gate
    }
  }

  private let state: Lock<State>
  /// Stores new decisions. The consent calls this closure under its lock, before the decisions take effect, so that
  /// they are stored in the order in which they take effect.
  private let remember: (@Sendable ([ConsentPurpose: Status]) -> TrackableIssue?)?

  /// Creates a consent with the decisions that the user has made in earlier launches.
  public convenience init(_ statuses: [ConsentPurpose: Status] = [:]) { self.init(statuses, remember: nil) }

  /// - Parameter remember: Stores decisions, and runs no adopter's code. The consent reports the returned issue after
  ///   unlocking.
  package init(
    _ statuses: [ConsentPurpose: Status], remember: (@Sendable ([ConsentPurpose: Status]) -> TrackableIssue?)?
  ) {
    self.remember = remember
    state = Lock(State(statuses: statuses))
  }

  /// The decision about a purpose: ``Status/undecided`` if there is none.
  public func status(of purpose: ConsentPurpose) -> Status {
    state.withLock { $0.statuses[purpose] ?? .undecided }
  }

  /// All decisions, for an app that stores them.
  public var statuses: [ConsentPurpose: Status] { state.withLock { $0.statuses } }

  /// Records that the user agrees to these purposes.
  ///
  /// When this method returns, the gates have handed the held calls to their trackers, unless another thread is still
  /// handing them over.
  public func grant(_ purposes: ConsentPurpose...) { update(purposes, to: .granted) }

  /// Records that the user does not agree to these purposes, or has changed their mind.
  ///
  /// After this method has returned, no further event passes the gates. The gates drop the held calls, and each tracker
  /// that requires one of these purposes gets one `reset()` and one `purge()`: immediately, or right after the calls
  /// that were passing the gate meanwhile. If the tracker is a hub, its destinations do not begin to deliver an earlier
  /// event, even while such a call runs.
  public func deny(_ purposes: ConsentPurpose...) { update(purposes, to: .denied) }

  /// Sets several decisions together, for example those of one dialog. Other decisions stay.
  public func update(_ statuses: [ConsentPurpose: Status]) { update(onlyChanges: false) { statuses } }

  /// Sets the decisions that a memory has from an earlier launch or from another process.
  ///
  /// - Parameter statuses: The memory's decisions, read in the order of this consent's changes.
  package func restore(_ statuses: @escaping () -> [ConsentPurpose: Status]) { update(onlyChanges: true, statuses) }

  // The closure is optional, because otherwise the compiler makes a copy of the method for each closure.
  private func update(onlyChanges: Bool, _ statuses: (() -> [ConsentPurpose: Status])?) {
    // The gates change under the lock, so that all gates get all decisions in the same order.
    let (doors, issue) = state.withLock { state in
      var new: [ConsentPurpose: Status] = [:]
      let given = statuses?() ?? [:]
      for (purpose, status) in given where !onlyChanges || state.statuses[purpose] ?? .undecided != status {
        new.updateValue(status, forKey: purpose)
      }
      let issue = new.isEmpty ? nil : remember?(new)
      let number = Decisions.next()
      var doors: [GateDoor] = []
      // A new gate begins with the earlier decision.
      for (purpose, status) in new {
        _ = state.gate(for: purpose)
        state.statuses.updateValue(status, forKey: purpose)
      }
      // Denials come first, because they also empty the gates behind.
      for status in [Status.denied, .granted, .undecided] {
        for (purpose, gate) in state.gates where new[purpose] == status {
          doors += gate.turn(to: CallQueue.Mode(status), number: number)
        }
      }
      return (doors, issue)
    }
    defer { if let issue { IssueReporter.current.report(issue) } }
    for door in doors { door.follow() }
  }

  private func update(_ purposes: [ConsentPurpose], to status: Status) {
    update(purposes.reduce(into: [:]) { $0[$1] = status })
  }

  /// The gate of the trackers that require a purpose.
  func gate(for purpose: ConsentPurpose) -> TrackerGate { state.withLock { $0.gate(for: purpose) } }
}

extension CallQueue.Mode {
  init(_ status: Consent.Status) {
    switch status {
    case .undecided: self = .holding
    case .granted: self = .open
    case .denied: self = .refusing
    }
  }
}
