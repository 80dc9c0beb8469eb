import Testing

@testable import Trackable

private enum Keys: String, Key, CaseIterable {
  case amount
  case isPrivate
}

private struct Paid: AnalyticsEvent {}

@Suite struct RenamedKeysTests {
  private let event = TrackedEvent(Paid(), properties: [Keys.amount ~>> 20, Keys.isPrivate ~>> true])

  @Test func aRuleByKeyHoldsBehindARenaming() {
    let recorder = Recorder()
    recorder.filter { $0.properties[Keys.isPrivate] != true }.renaming(.lastComponents(1)).track(event)
    recorder.renaming(.lastComponents(1)).filter { $0.properties[Keys.isPrivate] != true }.track(event)
    #expect(recorder.events.isEmpty)
  }

  @Test func aRenamedKeyIsFoundUnderBothNames() {
    let recorder = Recorder()
    recorder.renaming(.lastComponents(1)).track(event)
    let properties = recorder.events[0].properties
    #expect(properties.map(\.key.name) == ["amount", "isPrivate"])
    #expect(properties[Keys.amount] == 20)
    #expect(properties["amount"] == 20)
    #expect(properties == ["isPrivate": true, "amount": 20])
    #expect(properties.dictionary.keys.sorted() == ["amount", "isPrivate"])
  }

  @Test func changingARenamedPropertyKeepsItsSpelling() {
    let recorder = Recorder()
    recorder.map { event in
      var event = event
      event.properties[Keys.amount] = 30
      event.properties[Keys.isPrivate] = nil
      return event
    }.renaming(.lastComponents(1)).track(event)
    #expect(recorder.events[0].properties == ["amount": 30])
  }

  @Test func whatIsAddedBehindARenamingDoesNotStandBesideWhatTheEventSays() {
    let recorder = Recorder()
    recorder.adding([Keys.amount ~>> 1, "currency" ~>> "EUR"]).renaming(.lastComponents(1)).track(event)
    #expect(recorder.events[0].properties == ["amount": 20, "isPrivate": true, "currency": "EUR"])
  }

  @Test func aTypedRenamingHoldsOnEitherSideOfAStyle() {
    let recorder = Recorder()
    let name: @Sendable (Keys) -> String = { $0 == .amount ? "txn_amt" : "priv" }
    recorder.renaming(keys: Keys.self, name).renaming(keys: .titled).track(event)
    recorder.renaming(keys: .custom { $0.uppercased() }).renaming(keys: Keys.self, name).track(event)
    #expect(recorder.events[0].properties.map(\.key.name) == ["txn_amt", "priv"])
    #expect(recorder.events[1].properties.map(\.key.name) == ["TXN_AMT", "PRIV"])
  }

  @Test func keysThatBecomeOneAreOneAndTheHigherRankStays() {
    let recorder = Recorder()
    recorder.renaming(keys: .custom { _ in "x" }).track(event)
    #expect(recorder.events[0].properties.map(\.description) == ["x: 20"])
  }
}
