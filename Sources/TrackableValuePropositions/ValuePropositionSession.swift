import Trackable

/// A session: the time that a user spends with a value proposition. You open a session, report its steps, and end it.
///
/// ```swift
/// let session = page.open(watchingVideo, trigger: .clicked)
/// session.start()
/// session.pause(trigger: .clicked, attributes: ["position": 312.5])
/// session.start()
/// session.complete(trigger: .automatically)
/// ```
///
/// Each change of the status sends one event. A step that the status does not allow changes nothing and sends no event,
/// and the library reports it: see ``ValuePropositionError``.
///
/// The mistake to avoid: releasing the handle of a live session. The library then cancels the session and reports an
/// issue.
///
/// Isolation: any thread, and several threads at the same time. Each call tracks its own event before it returns. For
/// the order of events, see <doc:TrackableValuePropositions#Limits>. At each step on the actor on which an object has
/// opened the session, the session reads the object's chain again. At a step on any other actor or thread, the event
/// carries the chain's last values. For current values, write `object.track(for: session, with: .pause())` on the
/// object's actor.
///
/// Cost: one context and one event for each change. A session keeps no object alive.
public final class ValuePropositionSession: Sendable {
  let core: SessionCore

  init(
    _ proposition: some ValueProposition, _ action: ValuePropositionAction, _ origin: Origin, at site: CodeLocation
  ) {
    let list = ValuePropositionSessions.current.list
    core = SessionCore(
      proposition, identity: PropositionIdentity(of: proposition, at: site), hasHandle: true, origin: origin, in: list,
      at: site)
    let opening = core.opening(by: action)
    list.insert(core)
    core.announce(opening)
  }

  deinit {
    core.drop(because: TrackableIssue.dropped)
  }

  /// The ID on all events of the session. After the app has returned to the foreground, this is the ID of the new
  /// session.
  package var id: String { core.record.id }

  /// The current status.
  public var status: ValuePropositionStatus { core.record.status }

  /// The user begins, or continues after a pause.
  ///
  /// - Parameters:
  ///   - trigger: The cause of the step.
  ///   - attributes: The attributes of this event only.
  ///   - isolation: The caller's actor, which the compiler passes; leave this argument out.
  ///   - fileID: The caller's file, for messages of issues. Leave this argument out.
  ///   - line: The caller's line, for messages of issues. Leave this argument out.
  public func start(
    trigger: ValuePropositionTrigger = .unspecified, attributes: (any AnalyticsEventAttributes)? = nil,
    isolation: isolated (any Actor)? = #isolation, fileID: StaticString = #fileID, line: UInt = #line
  ) {
    track(
      .start(trigger: trigger, attributes: attributes), isolation: isolation, fileID: fileID, line: line)
  }

  /// The user interrupts the activity.
  ///
  /// - Parameters:
  ///   - trigger: The cause of the step.
  ///   - attributes: The attributes of this event only.
  ///   - isolation: The caller's actor, which the compiler passes; leave this argument out.
  ///   - fileID: The caller's file, for messages of issues. Leave this argument out.
  ///   - line: The caller's line, for messages of issues. Leave this argument out.
  public func pause(
    trigger: ValuePropositionTrigger = .unspecified, attributes: (any AnalyticsEventAttributes)? = nil,
    isolation: isolated (any Actor)? = #isolation, fileID: StaticString = #fileID, line: UInt = #line
  ) {
    track(
      .pause(trigger: trigger, attributes: attributes), isolation: isolation, fileID: fileID, line: line)
  }

  /// The user has reached the goal, which ends the session.
  ///
  /// - Parameters:
  ///   - trigger: The cause of the step.
  ///   - attributes: The attributes of this event only.
  ///   - isolation: The caller's actor, which the compiler passes; leave this argument out.
  ///   - fileID: The caller's file, for messages of issues. Leave this argument out.
  ///   - line: The caller's line, for messages of issues. Leave this argument out.
  public func complete(
    trigger: ValuePropositionTrigger = .unspecified, attributes: (any AnalyticsEventAttributes)? = nil,
    isolation: isolated (any Actor)? = #isolation, fileID: StaticString = #fileID, line: UInt = #line
  ) {
    track(
      .complete(trigger: trigger, attributes: attributes), isolation: isolation, fileID: fileID, line: line)
  }

  /// The user gives up, which ends the session.
  ///
  /// - Parameters:
  ///   - trigger: The cause of the step.
  ///   - attributes: The attributes of this event only.
  ///   - isolation: The caller's actor, which the compiler passes; leave this argument out.
  ///   - fileID: The caller's file, for messages of issues. Leave this argument out.
  ///   - line: The caller's line, for messages of issues. Leave this argument out.
  public func cancel(
    trigger: ValuePropositionTrigger = .unspecified, attributes: (any AnalyticsEventAttributes)? = nil,
    isolation: isolated (any Actor)? = #isolation, fileID: StaticString = #fileID, line: UInt = #line
  ) {
    track(
      .cancel(trigger: trigger, attributes: attributes), isolation: isolation, fileID: fileID, line: line)
  }

  /// Takes a step that the caller has as a value.
  ///
  /// - Parameters:
  ///   - action: The step. The step `open` is always refused, because the session is already open.
  ///   - isolation: The caller's actor, which the compiler passes; leave this argument out.
  ///   - fileID: The caller's file, for messages of issues. Leave this argument out.
  ///   - line: The caller's line, for messages of issues. Leave this argument out.
  package func track(
    _ action: ValuePropositionAction, isolation: isolated (any Actor)? = #isolation, fileID: StaticString = #fileID,
    line: UInt = #line
  ) {
    core.perform(action, isolation: isolation, at: CodeLocation(fileID: fileID, line: line))
  }
}
