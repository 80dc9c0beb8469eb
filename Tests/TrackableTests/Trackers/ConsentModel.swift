import TestSupport
import Trackable

/// What a user and an app may do, in any order.
enum ConsentStep: Sendable {
  case track(Int), update(Int), identify(Int), reset, report, purge
  /// For the purposes that are named: 0 and 1.
  case decide([Int: Consent.Status])

  static func random(using generator: inout SeededGenerator) -> ConsentStep {
    let number = generator.below(1_000)
    switch generator.below(20) {
    case 0..<9: return .track(number)
    case 9: return .update(number)
    case 10, 11: return .identify(number)
    case 12: return .reset
    case 13: return .report
    case 14: return .purge
    default:
      let status = [Consent.Status.undecided, .granted, .denied][generator.below(3)]
      return .decide(generator.chance(20) ? [0: status, 1: .granted] : [generator.below(2): status])
    }
  }

  /// The call on a tracker, as the app makes it: the time is that of the call.
  func call(on tracker: any AnalyticsEventTracker) {
    switch self {
    case .track(let number): tracker.track(TrackedEvent(Sample.PaymentSent(amount: number), timestamp: CallLog.time))
    case .update: tracker.update(TrackedUserProperty(Sample.Plan()))
    case .identify(let number): tracker.identify("user \(number)", traits: ["number" ~>> number])
    case .reset: tracker.reset()
    case .report:
      tracker.report(Sample.Failure(description: "lost"), at: CodeLocation(fileID: "App/A.swift", line: 7))
    case .purge: tracker.purge()
    case .decide: break
    }
  }
}

/// All decisions after each one, by purpose; undecided where there is none.
final class ConsentHistory {
  private(set) var decisions: [[Int: Consent.Status]] = [[:]]

  func decide(_ statuses: [Int: Consent.Status]) {
    decisions.append(decisions[decisions.count - 1].merging(statuses) { $1 })
  }

  func call(_ step: ConsentStep) -> ConsentModelCall? { ConsentModelCall(step, at: decisions.count - 1) }
}

/// The promise said once more, as naively as possible: a gate knows lists of calls, and nothing of threads.
final class ConsentModelGate {
  let purpose: Int
  /// `nil` if the gate drops calls before the decision.
  let capacity: Int?
  private let history: ConsentHistory
  private let receive: (ConsentModelCall) -> Void
  private var status = Consent.Status.undecided
  private var held: [ConsentModelCall] = []
  private var overflow = 0
  /// The counts of the issues that were reported.
  private(set) var reported: [Int] = []

  init(
    purpose: Int, capacity: Int?, _ history: ConsentHistory, receive: @escaping (ConsentModelCall) -> Void
  ) {
    self.purpose = purpose
    self.capacity = capacity
    self.history = history
    self.receive = receive
  }

  func call(_ call: ConsentModelCall) {
    switch status {
    case .granted: receive(call)
    case .denied: if call.kind == .purge { receive(call) }
    case .undecided where capacity == nil && call.kind == .ordinary: break
    case .undecided:
      switch call.kind {
      case .purge:
        forget { !$0.tellsUser }
        receive(call)
      case .reset:
        forget { _ in true }
        held = [call]
      case .identify:
        while held.last?.kind == .identify { held.removeLast() }
        held.append(call)
      case .ordinary:
        if held.count(where: { !$0.tellsUser }) < capacity ?? 0 { held.append(call) } else { overflow += 1 }
      }
    }
  }

  private func forget(_ isForgotten: (ConsentModelCall) -> Bool) {
    // The law: the gate counts calls without room all the same, unless the user denies.
    held.removeAll(where: isForgotten)
  }

  func decide(_ new: Consent.Status) {
    if new == status { return }
    status = new
    switch new {
    case .undecided: break
    case .granted:
      if overflow > 0, capacity != nil { reported.append(overflow) }
      overflow = 0
      for call in held { receive(call) }
      held = []
    case .denied:
      forget { _ in true }
      overflow = 0
      for step in [ConsentStep.reset, .purge] { history.call(step).map(receive) }
    }
  }
}

/// A call on its way through the model.
struct ConsentModelCall {
  enum Kind { case ordinary, identify, reset, purge }

  let kind: Kind
  let step: ConsentStep
  /// How many decisions had been made.
  let time: Int

  var tellsUser: Bool { kind == .identify || kind == .reset }

  /// `nil` for a decision.
  init?(_ step: ConsentStep, at time: Int) {
    switch step {
    case .track, .update, .report: kind = .ordinary
    case .identify: kind = .identify
    case .reset: kind = .reset
    case .purge: kind = .purge
    case .decide: return nil
    }
    self.step = step
    self.time = time
  }
}
