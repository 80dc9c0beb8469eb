import Trackable

/// An error that says that the status of a session does not allow a step. The step has changed nothing, and has sent no
/// event.
///
/// The tracker gets this as an error that is not fatal, and the issue handler gets it as an issue:
///
/// ```text
/// watchingVideo, session 6F1C…: 'paused' cannot follow 'opened'; allowed are 'started' and 'canceled'.
/// ```
public struct ValuePropositionError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The name of the proposition.
  package let proposition: String
  /// The ID of the session; `nil` if no session is open.
  package let sessionID: String?
  /// The status of the session; `nil` if no session is open.
  package let status: ValuePropositionStatus?
  /// The prohibited step. It has the name of the status after it.
  package let step: ValuePropositionStatus

  /// The session, its status, the prohibited step, and the allowed steps.
  public var description: String {
    guard let sessionID, let status else {
      return "\(proposition): '\(step.rawValue)' is not possible, because no session is open; allowed is 'opened'."
    }
    let allowed = status.next.map { "'\($0.rawValue)'" }
    let allowance =
      allowed.isEmpty
      ? "the session has ended" : "allowed are \(allowed.dropLast().joined(separator: ", ")) and \(allowed.last ?? "")"
    return "\(proposition), session \(sessionID): '\(step.rawValue)' cannot follow '\(status.rawValue)'; \(allowance)."
  }
}

extension TrackableSystem {
  /// Reports a prohibited step to the tracker and to the issue handler.
  static func report(_ error: ValuePropositionError, at site: CodeLocation) {
    report(error, fileID: site.file, line: UInt(site.line))
    issueHandler(.prohibited(error, at: site))
  }
}

extension TrackableIssue.Kind {
  /// The status of a session does not allow the step; nothing has changed.
  package static let prohibitedStep = Self("prohibitedStep")
  /// The handle of a session was released before its end, or too many sessions without a handle are open, or another
  /// user signed in during a session.
  package static let sessionDropped = Self("sessionDropped")
  /// A session has started or paused too often for its timeline. The library reports this once for each session.
  package static let longTimeline = Self("longTimeline")
  /// Attributes could not be encoded as properties, so the library sends the events without them.
  package static let attributesNotEncoded = Self("attributesNotEncoded")
  /// A timing was ended twice, or was released without being ended.
  package static let timingMisused = Self("timingMisused")
}

extension TrackableIssue {
  static func prohibited(_ error: ValuePropositionError, at location: CodeLocation) -> Self {
    let remedy =
      switch error.status {
      case nil: "open a session first, with the same name and attributes."
      case let status? where status.isEnd: "open another session; this one has ended."
      default: "see which steps the app takes twice, or leaves out."
      }
    return TrackableIssue(kind: .prohibitedStep, message: "\(error)", remedy: remedy, location: location)
  }

  static func dropped(_ name: String, _ record: SessionRecord, at location: CodeLocation) -> Self {
    TrackableIssue(
      kind: .sessionDropped,
      message: "\(name), session \(record.id): its handle is gone, and its status is still "
        + "'\(record.status.rawValue)'. It is canceled.",
      remedy: "keep the handle, and complete or cancel the session.", location: location)
  }

  static func endedForAnotherUser(_ names: [String], at location: CodeLocation) -> Self {
    let distinct = Set(names).sorted().joined(separator: ", ")
    let sessions = names.count == 1 ? "a session is open still" : "\(names.count) sessions are open still"
    let end = names.count == 1 ? "It ends" : "They end"
    return TrackableIssue(
      kind: .sessionDropped,
      message: "Another user takes over, and \(sessions): \(distinct). \(end) without an event.",
      remedy: "complete or cancel the sessions of the last user before TrackableSystem.reset().",
      location: location)
  }

  static func longTimeline(_ name: String, _ record: SessionRecord, at location: CodeLocation) -> Self {
    TrackableIssue(
      kind: .longTimeline,
      message: "\(name), session \(record.id): '\(record.status.rawValue)' was reached more than "
        + "\(SessionRecord.longestTimeline) times. Later times are not listed; durations are still right.",
      remedy: "see whether so many changes are the user's, or open a session for each part.", location: location)
  }

  static func notEncoded(_ attributes: Any.Type, _ error: any Error, at location: CodeLocation) -> Self {
    // The issue leaves out the rest of the description, which is the value, because the value may be a secret.
    let reason =
      if case EncodingError.invalidValue(_, let context) = error { context.debugDescription } else { "\(error)" }
    return TrackableIssue(
      kind: .attributesNotEncoded,
      message:
        "\(attributes) could not be encoded as properties: \(reason). Events go out without them.",
      remedy: "use a struct, or a dictionary with String keys, whose encoding cannot fail.", location: location)
  }
}
