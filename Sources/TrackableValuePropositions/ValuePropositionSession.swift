import Trackable

/// A period that a user devotes to a value proposition: open it, drive it, and end it.
///
/// ```swift
/// let session = page.open(watchingVideo, trigger: .clicked)
/// session.start()
/// session.pause(trigger: .clicked, attributes: ["position": 312.5])
/// session.start()
/// session.complete(trigger: .automatically)
/// ```
///
/// Each change of status sends one event. A step that the status does not allow changes nothing and sends none; it is
/// reported instead, see ``ValuePropositionError``.
///
/// Keep the session for as long as it lasts. If the handle goes away first, the session is canceled, and an issue says so.
///
/// Isolation: may be driven from any thread, also from several at once. Each call tracks its own event before it returns;
/// for the order of events see <doc:TrackableValuePropositions#Limits>. A session of an object reads the object's chain
/// anew for each step on the actor on which it was opened. Elsewhere, its events carry the chain's last values; for the present
/// ones, write `object.track(for: session, with: .pause())` where the object is at hand.
///
/// Cost: one context for each change, and an event. It keeps no object alive.
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

  /// The ID on all events of the session. When the app comes back from the background, a new session with a new ID has
  /// taken its place.
  package var id: String { core.record.id }

  /// Where the session stands.
  public var status: ValuePropositionStatus { core.record.status }

  /// The user begins, or goes on after a pause.
  ///
  /// - Parameters:
  ///   - trigger: The cause.
  ///   - attributes: The attributes of this event alone.
  ///   - isolation: The caller's actor; leave it out.
  ///   - fileID: The caller's file, for issues.
  ///   - line: The caller's line, for issues.
  public func start(
    trigger: ValuePropositionTrigger = .unspecified, attributes: (any AnalyticsEventAttributes)? = nil,
    isolation: isolated (any Actor)? = #isolation, fileID: StaticString = #fileID, line: UInt = #line
  ) {
    track(
      .start(trigger: trigger, attributes: attributes), isolation: isolation, fileID: fileID, line: line)
  }

  /// The user interrupts it.
  ///
  /// - Parameters:
  ///   - trigger: The cause.
  ///   - attributes: The attributes of this event alone.
  ///   - isolation: The caller's actor; leave it out.
  ///   - fileID: The caller's file, for issues.
  ///   - line: The caller's line, for issues.
  public func pause(
    trigger: ValuePropositionTrigger = .unspecified, attributes: (any AnalyticsEventAttributes)? = nil,
    isolation: isolated (any Actor)? = #isolation, fileID: StaticString = #fileID, line: UInt = #line
  ) {
    track(
      .pause(trigger: trigger, attributes: attributes), isolation: isolation, fileID: fileID, line: line)
  }

  /// The user has reached the goal. The session has ended.
  ///
  /// - Parameters:
  ///   - trigger: The cause.
  ///   - attributes: The attributes of this event alone.
  ///   - isolation: The caller's actor; leave it out.
  ///   - fileID: The caller's file, for issues.
  ///   - line: The caller's line, for issues.
  public func complete(
    trigger: ValuePropositionTrigger = .unspecified, attributes: (any AnalyticsEventAttributes)? = nil,
    isolation: isolated (any Actor)? = #isolation, fileID: StaticString = #fileID, line: UInt = #line
  ) {
    track(
      .complete(trigger: trigger, attributes: attributes), isolation: isolation, fileID: fileID, line: line)
  }

  /// The user gives up. The session has ended.
  ///
  /// - Parameters:
  ///   - trigger: The cause.
  ///   - attributes: The attributes of this event alone.
  ///   - isolation: The caller's actor; leave it out.
  ///   - fileID: The caller's file, for issues.
  ///   - line: The caller's line, for issues.
  public func cancel(
    trigger: ValuePropositionTrigger = .unspecified, attributes: (any AnalyticsEventAttributes)? = nil,
    isolation: isolated (any Actor)? = #isolation, fileID: StaticString = #fileID, line: UInt = #line
  ) {
    track(
      .cancel(trigger: trigger, attributes: attributes), isolation: isolation, fileID: fileID, line: line)
  }

  /// Takes a step that is known as a value.
  ///
  /// - Parameters:
  ///   - action: The step. To open is never allowed: the session is open.
  ///   - isolation: The caller's actor; leave it out.
  ///   - fileID: The caller's file, for issues.
  ///   - line: The caller's line, for issues.
  package func track(
    _ action: ValuePropositionAction, isolation: isolated (any Actor)? = #isolation, fileID: StaticString = #fileID,
    line: UInt = #line
  ) {
    core.perform(action, isolation: isolation, at: CodeLocation(fileID: fileID, line: line))
  }
}
