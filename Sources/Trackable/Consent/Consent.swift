/// What data about the user is used for.
///
/// ```swift
/// extension ConsentPurpose {
///   static let surveys: ConsentPurpose = "surveys"
/// }
/// ```
public struct ConsentPurpose: RawRepresentable, Sendable, Hashable, ExpressibleByStringLiteral,
  CustomStringConvertible
{
  /// The name, for example to store a decision under.
  public let rawValue: String

  /// A purpose with this name.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// A purpose with this name.
  public init(stringLiteral name: String) { self.init(rawValue: name) }

  /// To understand how the app is used.
  public static let analytics = ConsentPurpose(rawValue: "analytics")
  /// To show and measure advertisements.
  public static let advertising = ConsentPurpose(rawValue: "advertising")
  /// To adapt the app to the user.
  public static let personalization = ConsentPurpose(rawValue: "personalization")

  /// The name.
  public var description: String { rawValue }
}

/// What the user has decided, for each purpose. Trackers that were made with
/// ``AnalyticsEventTracker/requiringConsent(_:from:whileUndecided:fileID:line:)`` follow it.
///
/// ```swift
/// let consent = Consent()
/// TrackableSystem.bootstrap(mixpanel.requiringConsent(.analytics, from: consent))
///
/// consent.grant(.analytics)   // the user agrees: what was held goes out
/// consent.deny(.analytics)    // changes their mind: one call, and nothing goes out any more
/// ```
///
/// A `UserMemory`, of the module `TrackableMemory`, remembers decisions from one launch to the next. An app that stores them
/// itself gives them back:
///
/// ```swift
/// let consent = Consent(stored.mapValues { $0 ? .granted : .denied })
/// ```
///
/// One consent can drive any number of trackers, and keeps none of them alive. Isolation: it may be used from any thread.
/// Changing a decision calls the trackers concerned on the calling thread. See <doc:AskingForConsent>.
public final class Consent: Sendable {
  /// What is known about one purpose.
  public enum Status: String, Sendable, Hashable, CaseIterable {
    /// The user was not asked, or has not answered.
    case undecided
    /// The user agrees.
    case granted
    /// The user does not agree, or no longer.
    case denied
  }

  /// What the user has decided for one purpose.
  struct Decision: Sendable {
    var status = Status.undecided
    /// How many decisions there have been, and how many of them were denials: two threads may tell a gate in the wrong
    /// order, and then it knows what it has missed.
    var number = 0
    var denials = 0
  }

  private struct State {
    var decisions: [ConsentPurpose: Decision]
    var gates: [WeakGate] = []
  }

  private struct WeakGate {
    let purpose: ConsentPurpose
    weak let gate: ConsentGate?
  }

  private let state: Lock<State>
  /// Called with new decisions, before they take effect, under the lock: in the order in which they do.
  private let remember: (@Sendable ([ConsentPurpose: Status]) -> TrackableIssue?)?

  /// A consent with the decisions that are known already.
  public convenience init(_ statuses: [ConsentPurpose: Status] = [:]) { self.init(statuses, remember: nil) }

  /// - Parameter remember: Runs none of an adopter's code, and returns what is to be reported after unlocking.
  package init(
    _ statuses: [ConsentPurpose: Status], remember: (@Sendable ([ConsentPurpose: Status]) -> TrackableIssue?)?
  ) {
    self.remember = remember
    state = Lock(State(decisions: statuses.mapValues { Decision(status: $0) }))
  }

  /// What is known about a purpose. Purposes that were never mentioned are ``Status/undecided``.
  public func status(of purpose: ConsentPurpose) -> Status {
    state.withLock { $0.decisions[purpose]?.status ?? .undecided }
  }

  /// Everything that is known, to be stored.
  public var statuses: [ConsentPurpose: Status] { state.withLock { $0.decisions.mapValues(\.status) } }

  /// The user agrees to these purposes.
  ///
  /// When it returns, what was held for them has been handed to the trackers, unless another call is just doing that.
  public func grant(_ purposes: ConsentPurpose...) { update(purposes, to: .granted) }

  /// The user does not agree to these purposes, or no longer.
  ///
  /// What is tracked after this has returned goes nowhere. What was held is dropped, and each tracker concerned gets one
  /// `reset()` and one `purge()`: at once, or where a call to it is just being made, right after that.
  public func deny(_ purposes: ConsentPurpose...) { update(purposes, to: .denied) }

  /// Sets several decisions at once, for example those that were made in one dialog. Others stay.
  public func update(_ statuses: [ConsentPurpose: Status]) {
    let (gates, decisions, issue) = state.withLock { state in
      let issue = remember?(statuses)
      for (purpose, status) in statuses {
        var decision = state.decisions[purpose, default: Decision()]
        decision.number += 1
        if status == .denied, decision.status != .denied { decision.denials += 1 }
        decision.status = status
        state.decisions[purpose] = decision
      }
      return (Self.living(in: &state), state.decisions, issue)
    }
    defer { if let issue { IssueReporter.current.report(issue) } }
    for (purpose, gate) in gates where statuses[purpose] != nil {
      if let decision = decisions[purpose] { gate.change(to: decision) }
    }
  }

  private func update(_ purposes: [ConsentPurpose], to status: Status) {
    update(Dictionary(purposes.map { ($0, status) }, uniquingKeysWith: { $1 }))
  }

  /// Adds a gate that follows a purpose from now on.
  func add(_ purpose: ConsentPurpose, _ make: (Decision) -> ConsentGate) -> ConsentGate {
    let (gate, others) = state.withLock { state in
      let gate = make(state.decisions[purpose] ?? Decision())
      let others = Self.living(in: &state)
      state.gates.append(WeakGate(purpose: purpose, gate: gate))
      return (gate, others)
    }
    withExtendedLifetime(others) {}
    return gate
  }

  /// The gates that are still there, and no others from now on.
  ///
  /// One of these references may turn out to be the last, so the caller releases them after unlocking.
  private static func living(in state: inout State) -> [(ConsentPurpose, ConsentGate)] {
    let living = state.gates.compactMap { known in known.gate.map { (known.purpose, $0) } }
    if living.count < state.gates.count {
      state.gates = living.map { WeakGate(purpose: $0, gate: $1) }
    }
    return living
  }
}
