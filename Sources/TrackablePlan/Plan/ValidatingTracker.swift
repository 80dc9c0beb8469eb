import Trackable

extension AnalyticsEventTracker {
  /// This tracker, with every event compared with a plan first: for debug builds, in which an event that is not as planned
  /// is to be noticed while the app is used.
  ///
  /// ```swift
  /// #if DEBUG
  ///   TrackableSystem.bootstrap(trackers.validating(plan))
  /// #else
  ///   TrackableSystem.bootstrap(trackers)
  /// #endif
  /// ```
  ///
  /// An event that the plan does not have, a required key that is missing and a value of another type than planned are
  /// issues, each of the three once for a name of an event. The event passes unchanged, and so does everything else. The
  /// names of keys are compared as they arrive, so it stands in front of what renames them. Events of types that this
  /// tracker prohibits are not looked at.
  ///
  /// Isolation: that of the tracker. Cost: a look at each property of each event; not for release builds. It remembers up to
  /// 1,000 names with something wrong.
  public func validating(_ plan: TrackingPlan) -> some AnalyticsEventTracker {
    let plan = CheckedPlan(plan)
    return TransformingTracker(self, interest: { $0 }) { call, pass in
      if case .track(let event) = call { plan.check(event) }
      pass(call)
    }
  }
}

extension TrackableIssue.Kind {
  /// An event is not as the tracking plan says: it is not in it, lacks a key, or has a value of another type.
  public static let notAsPlanned = Self("notAsPlanned")
}

/// A plan that events are compared with, and what was reported.
final class CheckedPlan: Sendable {
  private static let maximum = 1_000

  private enum Fault { case event, key, value }

  private struct Episode: Hashable {
    let fault: Fault
    let event: String
  }

  private let events: [String: TrackingPlan.Event]
  private let properties: [TrackingPlan.Property]
  private let reported = Lock(Set<Episode>())

  init(_ plan: TrackingPlan) {
    events = Dictionary(plan.events.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    properties = plan.properties
  }

  func check(_ event: TrackedEvent) {
    guard let planned = events[event.base.name] ?? events[event.name] else {
      return report(
        .event, event, "'\(event.name)' is not in the tracking plan.",
        "add it to the plan, or take the event that was meant.")
    }
    let carried = Dictionary(
      event.planned(isRequired: false).map { ($0.key, $0) }, uniquingKeysWith: { first, _ in first })
    let missing = planned.properties.filter { $0.isRequired && carried[$0.key] == nil }
    if !missing.isEmpty {
      let list = missing.map { "'\($0.key)'" }.joined(separator: ", ")
      report(
        .key, event, "'\(event.name)' lacks \(list), which the tracking plan requires.",
        "give the event the property, or let the plan say that it is optional.")
    }
    let wrong = (planned.properties + properties).compactMap { planned -> String? in
      guard let found = carried[planned.key], !planned.types.isEmpty, !found.types.isSubset(of: planned.types) else {
        return nil
      }
      return "'\(planned.key)' is \(found.typeList) instead of \(planned.typeList)"
    }
    if !wrong.isEmpty {
      report(
        .value, event,
        "'\(event.name)' is not as the tracking plan says: \(wrong.joined(separator: ", ")).",
        "give the property a value of the planned type, or change the plan.")
    }
  }

  private func report(_ fault: Fault, _ event: TrackedEvent, _ message: String, _ remedy: String) {
    let (isNew, isLast) = reported.withLock { reported in
      if reported.count >= Self.maximum { return (false, false) }
      let isNew = reported.insert(Episode(fault: fault, event: event.name)).inserted
      return (isNew, isNew && reported.count == Self.maximum)
    }
    if !isNew { return }
    let end = isLast ? " It is the last of \(Self.maximum) that are reported." : ""
    IssueReporter.current.report(
      TrackableIssue(
        kind: .notAsPlanned, message: message + end, remedy: remedy, location: event.location, subject: event.name))
  }
}
