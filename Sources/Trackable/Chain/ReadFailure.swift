/// Something that a walk should have read and could not.
struct ReadFailure: Sendable {
  enum Reason: Sendable {
    /// The object is gone.
    case gone
    /// Its conformance may not be used where it was linked.
    case unreachable
    /// Its actor had not answered when the event went out.
    case unanswered
    /// Not an object that was missed: the parent it computes led back to where the walk had been.
    case cycle
  }

  let reason: Reason
  /// The object that was not read.
  let source: PropertySource
}

extension ReadFailure {
  /// Whether properties may be missing because of it.
  var isMissing: Bool { reason != .cycle }

  /// The issue for an event.
  func issue(_ name: String, at location: CodeLocation) -> TrackableIssue {
    let type = source.typeName ?? "a live step of a context"
    let subject = "\(type), \(name)"
    return switch reason {
    case .gone:
      TrackableIssue(
        kind: .ancestorGone,
        message: "What \(type) computes is missing from '\(name)': the object is gone.",
        remedy:
          "where navigation replaces an ancestor, link to its makeTrackingContext(), which freezes its values, or "
          + "set what every event must carry with setupTrackableChain(trackedProperties:).",
        location: location, subject: subject)
    case .unreachable where source.isOfRoot && source.distance == 0:
      TrackableIssue(
        kind: .ancestorElsewhere,
        message: "What \(type) computes is missing from '\(name)': the root belongs to an actor, "
          + "and the event was tracked elsewhere.",
        remedy: "bootstrap with a root that may be read everywhere: declare its conformance nonisolated.",
        location: location, subject: subject)
    case .unreachable:
      TrackableIssue(
        kind: .ancestorElsewhere,
        message: "What \(type) computes is missing from '\(name)': "
          + "it may not be read where the event was tracked, and its link does not say which actor it belongs to.",
        remedy: "link it on the actor it belongs to, "
          + "or set what every event must carry with setupTrackableChain(trackedProperties:).",
        location: location, subject: subject)
    case .unanswered:
      TrackableIssue(
        kind: .ancestorElsewhere,
        message: "What \(type) computes is missing from '\(name)': its actor had not answered when that went out.",
        remedy: "do not block the actor for longer than TrackableSystem.readTimeout. What must be there also if the "
          + "user changes right after it, set with setupTrackableChain(trackedProperties:).",
        location: location, subject: subject)
    case .cycle:
      TrackableIssue(
        kind: .cycle,
        message: "The parent that is computed above '\(name)' leads back to \(type), or on without end. "
          + "The chain ends there.",
        remedy: "return nil from trackableParent at the root.",
        location: location, subject: subject)
    }
  }
}
