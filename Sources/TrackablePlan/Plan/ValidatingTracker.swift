import Trackable
public import TrackableTesting

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
  /// An event that the plan does not have, a required key that is missing, and a value of another type than planned, or
  /// none of those that a note allows, are issues, each of the three once for a name of an event. The event passes
  /// unchanged, and so does everything else. The names of keys are compared as they arrive, so it stands in front of what
  /// renames them. Events of types that this tracker prohibits are not looked at.
  ///
  /// Isolation: that of the tracker. Cost: a search in the plan for each event; not for release builds. The first
  /// 1,000 faults are reported.
  public func validating(_ plan: TrackingPlan) -> some AnalyticsEventTracker {
    TransformingTracker(self, interest: { $0 }) { call, pass in
      if case .track(let event) = call {
        for fault in plan.faults(of: event) {
          // The remedy tells the three kinds apart.
          IssueReporter.current.reportOnce(.notAsPlanned, of: "\(fault.remedy) \(event.name)") {
            TrackableIssue(
              kind: .notAsPlanned, message: fault.message, remedy: fault.remedy, location: event.location,
              subject: event.name)
          }
        }
      }
      pass(call)
    }
  }
}

extension TrackingPlan {
  /// Compares a recording with the plan: a sentence for each violation, in the order of the recording.
  ///
  /// ```swift
  /// let seen = plan.seen(by: "Firebase", events: .snakeCase, keys: .snakeCase, within: .firebase)
  /// #expect(seen.violations(in: recorder) == [])
  /// ```
  ///
  /// It finds what `validating(_:)` finds: an event that the plan does not have, a missing key, a value of another type, and a
  /// value that a note does not allow. Then it finds the values that are beyond the limits of a destination. It names the
  /// event, the key, the type and the length of a text, and no value. Of a sensitive key it names the type and length at most.
  ///
  /// - Parameter recorder: The recording.
  public func violations(in recorder: RecordingTracker) -> [String] {
    var known: Set<String> = []
    return (recorder.events.flatMap { faults(of: $0).map(\.message) } + valuesBeyondLimits(in: recorder.deliveries))
      .filter { known.insert($0).inserted }
  }
}

extension TrackableIssue.Kind {
  /// An event is not as the tracking plan says: it is not in it, lacks a key, or has a value that is not planned.
  public static let notAsPlanned = Self("notAsPlanned")
}

extension TrackingPlan {
  /// The faults of an event, each with its remedy: the plan does not have the event, or the event lacks a key, or it has a
  /// value that the plan does not allow.
  fileprivate func faults(of event: TrackedEvent) -> [(message: String, remedy: String)] {
    let name = "'\(event.name)'"
    guard let planned = events[event.base.name] ?? events[event.name] else {
      return [("\(name) is not in the tracking plan.", "add it to the plan, or take the event that was meant.")]
    }
    let values = event.planned
    let carried = values.properties(isRequired: false)
    let missing = planned.properties.inOrder.filter { $0.value.isRequired && carried[$0.key] == nil }
      .map { "'\($0.key)'" }
    let wrong = (planned.properties.inOrder + properties.inOrder).compactMap { key, planned -> String? in
      guard let found = carried[key], !found.types.allSatisfy(planned.types.contains) else { return nil }
      return "'\(key)' is \(found.typeList) instead of \(planned.typeList)"
    }
    func fault(_ complaints: [String], _ sentence: (String) -> String, _ remedy: String) -> [(String, String)] {
      complaints.isEmpty ? [] : [("\(name) \(sentence(complaints.joined(separator: ", ")))", remedy)]
    }
    return fault(
      missing, { "lacks \($0), which the tracking plan requires." },
      "give the event the property, or let the plan say that it is optional.")
      + fault(
        wrong + values.compactMap(notAllowed), { "is not as the tracking plan says: \($0)." },
        "give the property a planned value, or change the plan.")
  }

  /// A complaint about a value that the note on its key does not allow.
  private func notAllowed(_ planned: PlannedValue) -> String? {
    guard let key = planned.path.keys.last, let allowed = notes[key]?.values else { return nil }
    // The array itself is none of its elements.
    if case .array = planned.value { return nil }
    if allowed.contains(planned.value.description) { return nil }
    let shape =
      switch planned.value {
      case _ where planned.isSensitive: "a value"
      case .string(let text): "a string of \(text.count) characters"
      case .int: "an int"
      default: "a \(planned.value.typeName)"
      }
    return "'\(planned.path.text)' is \(shape) that its note does not allow"
  }
}
