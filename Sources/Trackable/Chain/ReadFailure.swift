/// The reason for which a walk could not read an object.
enum ReadFailure: Sendable {
  /// The object was deallocated.
  case gone
  /// The object was deallocated, and nothing else knows the parent that the object computed.
  case goneWithParent
  /// The object's conformance belongs to another actor than the one on which the object was linked.
  case unreachable
  /// The actor had not answered when the system sent the event.
  case unanswered
  /// A computed parent led back to an object that the walk had passed. In this case, no object is missing.
  case cycle
}

extension ReadFailure {
  /// Reports the failure once for each type of the ancestor and each name of an event. The method makes the text only
  /// for a new issue.
  func report(of source: PropertySource, to issues: IssueReporter, _ name: String, at location: CodeLocation) {
    let type = source.typeName ?? "a live step of a context"
    let kind: TrackableIssue.Kind =
      switch self {
      case .gone, .goneWithParent: .ancestorGone
      case .unreachable, .unanswered: .ancestorElsewhere
      case .cycle: .cycle
      }
    let subject = "\(type), \(name)"
    issues.reportOnce(kind, of: subject) {
      let (what, remedy) = texts(source, type, name)
      return TrackableIssue(kind: kind, message: what, remedy: remedy, location: location, subject: subject)
    }
  }

  private func texts(
    _ source: PropertySource, _ type: String, _ name: String
  ) -> (message: String, remedy: String) {
    let missing = "The computed properties of \(type) are missing from '\(name)': "
    let orSetIt = ", or set what every event must carry with link(to:) { … }."
    return switch self {
    case .gone:
      (
        missing + "the object is gone.",
        "where navigation replaces an ancestor, link to its makeTrackingContext(), which freezes its values" + orSetIt
          + " In a test, keep the object in a constant."
      )
    case .goneWithParent:
      (
        "\(type) is gone, and so is the parent that it computed: everything above is missing from '\(name)'.",
        "link it to its parent with link(to:), because a link outlives its object; "
          + "or link to its makeTrackingContext(), which freezes the values."
      )
    case .unreachable where source.isOfRoot && source.distance == 0:
      (
        missing + "the root belongs to an actor, and the event was tracked elsewhere.",
        "bootstrap with a root that may be read everywhere: declare its conformance nonisolated."
      )
    case .unreachable where source.distance == 0:
      (
        missing + "it was tracked outside of the actor that the object belongs to.",
        "track on that actor" + orSetIt
      )
    case .unreachable:
      (
        missing
          + "it may not be read where the event was tracked, and its link does not say which actor it belongs to.",
        "link it on the actor it belongs to" + orSetIt
      )
    case .unanswered:
      (
        missing + "its actor had not answered when the event went out.",
        "do not block the actor for longer than TrackableSystem.readTimeout. If a property must be there also when the "
          + "user changes right after the event, set it with link(to:) { … }."
      )
    case .cycle:
      (
        "The computed parents above '\(name)' lead back to \(type), or have no end. "
          + "The chain ends there.",
        "return nil from trackableParent at the root."
      )
    }
  }
}
