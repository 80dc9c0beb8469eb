import Trackable

/// The requirements of `AnalyticsEventTracker` as they are declared, without white space, and how each is sent.
package enum Requirement: String, CaseIterable, Sendable {
  case name = "varname:String{get}"
  case track = "functrack(_event:TrackedEvent)"
  case update = "funcupdate(_property:TrackedUserProperty)"
  case identify = "funcidentify(_user:TrackedUser)"
  case reset = "funcreset()"
  case report = "funcreport(_error:anyError,atlocation:CodeLocation)"
  case purge = "funcpurge()"
  case flush = "funcflush()async"

  package func send(to tracker: any AnalyticsEventTracker) async {
    switch self {
    case .name: break  // Values, not calls: other tests compare them.
    case .track: tracker.track(TrackedEvent(Sample.PaymentSent(), timestamp: CallLog.time))
    case .update: tracker.update(TrackedUserProperty(Sample.Plan()))
    case .identify: tracker.identify("john", traits: [Sample.Field.note ~>> "new", "b" ~>> 2])
    case .reset: tracker.reset()
    case .report:
      tracker.report(Sample.Failure(description: "lost"), at: CodeLocation(fileID: "App/A.swift", line: 7))
    case .purge: tracker.purge()
    case .flush: await tracker.flush()
    }
  }

  /// What a destination named `leaf` notes.
  package var arrival: String? {
    switch self {
    case .name: nil
    case .track:
      "leaf: track TestSupport.Sample.PaymentSent | Sample | click | {TestSupport.Sample.Field.amount=20, b=2}"
        + " | PaymentSent then"
    case .update: "leaf: update TestSupport.Sample.Plan = setOnce \"premium\" | Plan"
    case .identify: "leaf: identify john | {TestSupport.Sample.Field.note=\"new\", b=2}"
    case .reset: "leaf: reset"
    case .report: "leaf: report lost at App/A.swift:7"
    case .purge: "leaf: purge"
    case .flush: "leaf: flush"
    }
  }
}
