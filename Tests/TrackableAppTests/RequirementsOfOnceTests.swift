import TestSupport
import Testing
import Trackable
import TrackableApp

/// What holds for the combinators of the core holds for these: `RequirementsTests` of the core has its table.
@Suite struct RequirementsOfOnceTests {
  private static let forms = ["of types", "of events", "of a closure"]

  private func tracker(_ form: String, around base: some AnalyticsEventTracker) -> any AnalyticsEventTracker {
    switch form {
    case "of types": base.once(per: .launch, Sample.PaymentSent.self)
    case "of events": base.once(per: .day, Sample.PaymentSent(), by: "b")
    default: base.once(per: .launch) { _ in true }
    }
  }

  @Test(arguments: forms, Requirement.allCases)
  func `Every requirement goes through once`(_ form: String, _ requirement: Requirement) async {
    let log = CallLog()
    await requirement.send(to: tracker(form, around: log.tracker("leaf")))
    #expect(log.calls == (requirement.arrival.map { [$0] } ?? []))
  }

  @Test(arguments: forms)
  func `The tracker keeps the name of the one inside`(_ form: String) {
    #expect(tracker(form, around: CallLog().tracker("leaf")).name == "leaf")
  }
}
