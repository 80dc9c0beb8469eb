import Trackable

/// Finds the requirements of `AnalyticsEventTracker` that a wrapper does not forward.
struct ForgottenRequirements {
  let wrap: @Sendable (any AnalyticsEventTracker) -> any AnalyticsEventTracker
  /// The calls that test each requirement.
  let calls: [TrackerCall]

  /// A sentence for each requirement that does not reach the tracker inside exactly once.
  func observations() async -> [String] {
    var found: [String] = []
    let base = Counting()
    let name = wrap(base).name
    // A wrapper may declare its own name, but its name must not be the default, which is the name of its type.
    if name == String(describing: type(of: wrap(base))), name != base.name {
      found.append("'name' is '\(name)', which is the name of its type, instead of that of the tracker inside.")
    }
    var tried: Set<String> = []
    for call in calls {
      let requirement = call.requirement
      // If a wrapper does not forward a requirement, it drops every call of that requirement, so one sentence is
      // enough.
      if found.contains(where: { $0.hasPrefix("'\(requirement)'") }) { continue }
      let base = Counting()
      let wrapper = wrap(base)
      call.perform(on: wrapper)
      // If the wrapper keeps calls for later, the flush makes it forward them now.
      await wrapper.flush()
      let isFirst = tried.insert(requirement).inserted
      if let observation = base.observation(of: requirement) {
        found.append(observation + (isFirst ? "" : " It was the \(call.headline)."))
      }
    }
    let flushed = Counting()
    await wrap(flushed).flush()
    if let observation = flushed.observation(of: "flush") { found.append(observation) }
    return found
  }
}

extension TrackerCall {
  /// The name of the requirement that makes this call.
  fileprivate var requirement: String {
    switch self {
    case .track: "track"
    case .update: "update"
    case .identify: "identify"
    case .reset: "reset"
    case .report: "report"
    case .purge: "purge"
    }
  }
}

/// A tracker that counts its calls.
private final class Counting: AnalyticsEventTracker {
  let name = "the tracker inside"
  private let counts = Lock<[String: Int]>([:])

  func track(_ event: TrackedEvent) { count("track") }
  func update(_ property: TrackedUserProperty) { count("update") }
  func identify(_ user: TrackedUser) { count("identify") }
  func reset() { count("reset") }
  func report(_ error: any Error, at location: CodeLocation) { count("report") }
  func purge() { count("purge") }
  func flush() async { count("flush") }

  private func count(_ requirement: String) { counts.withLock { $0[requirement, default: 0] += 1 } }

  /// A sentence, unless the wrapper's call reached the tracker exactly once.
  func observation(of requirement: String) -> String? {
    switch counts.withLock({ $0[requirement, default: 0] }) {
    case 0: "'\(requirement)' did not reach the tracker inside."
    case 1: nil
    case let count: "'\(requirement)' was called once, and reached the tracker inside \(count) times."
    }
  }
}
