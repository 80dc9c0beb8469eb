import TestSupport
import Testing
import Trackable
import TrackablePlan
import TrackableTesting

private enum Player: String, Event, CaseIterable { case didPlay, didStop }
private enum CaseKeys: String, Key { case song, volume, session }

/// Properties by case, and names that combinators make.
@Suite struct PlanCasesTests {
  private func text(_ plan: TrackingPlan) -> [String] {
    plan.events.sorted { $0.key < $1.key }.map { name, event in
      let name = name.split(separator: ".").last ?? ""
      return "\(name): "
        + event.properties.sorted { $0.key < $1.key }
        .map { "\($0.key.split(separator: ".").last ?? "")\($0.value.isRequired ? "" : "?")" }
        .joined(separator: ", ")
    }
  }

  @Test func `Each case of an enum has properties of its own`() {
    let plan = TrackingPlan.events(Player.self) { event in
      switch event {
      case .didPlay: [CaseKeys.song ~>> "Imagine", CaseKeys.volume ~>> 0.5]
      case .didStop: []
      }
    }
    #expect(text(plan) == ["didPlay: song?, volume?", "didStop: "])
    let both = TrackingPlan.events(
      Player.self, always: { $0 == .didPlay ? [CaseKeys.session ~>> "s"] : [] },
      sometimes: { _ in [CaseKeys.song ~>> "Help!"] }
    )
    #expect(text(both) == ["didPlay: session, song?", "didStop: song?"])
  }

  @Test func `Names that combinators make are in a plan that is declared`() {
    struct Loud: ForwardingTracker {
      var base: any AnalyticsEventTracker
      func track(_ event: TrackedEvent) {
        var event = event
        event.name = event.name.uppercased()
        base.track(event)
      }
    }
    let plan = TrackingPlan.events([Player.didPlay, Sample.PaymentSent()]) { recorder in
      Loud(base: recorder).addingDefaults([CaseKeys.session ~>> "s"]).flatMap { event in
        var daily = event
        daily.name += "_daily"
        return [event, daily]
      }
    }
    #expect(
      text(plan) == [
        "PAYMENTSENT: amount, session, b", "PAYMENTSENT_DAILY: amount, session, b", "DIDPLAY: session",
        "DIDPLAY_DAILY: session",
      ])
  }
}
