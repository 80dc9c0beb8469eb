import Testing

@testable import Trackable

private enum PaymentKeys: String, Key, CaseIterable {
  case amount
  case isPrivate
}

private struct Paid: AnalyticsEvent {}

@Suite struct RenamedKeysTests {
  private let event = TrackedEvent(Paid(), properties: [PaymentKeys.amount ~>> 20, PaymentKeys.isPrivate ~>> true])

  @Test func `A rule by key holds behind a renaming`() {
    let recorder = RecordingTracker.plain()
    recorder.filter { $0.properties[PaymentKeys.isPrivate] != true }.renaming(.keepingLast(1)).track(event)
    recorder.renaming(.keepingLast(1)).filter { $0.properties[PaymentKeys.isPrivate] != true }.track(event)
    #expect(recorder.events.isEmpty)
  }

  @Test func `A renamed key is found under both names`() {
    let recorder = RecordingTracker.plain()
    recorder.renaming(.keepingLast(1)).track(event)
    let properties = recorder.events[0].properties
    #expect(properties.map(\.key.name) == ["amount", "isPrivate"])
    #expect(properties[PaymentKeys.amount] == 20)
    #expect(properties["amount"] == 20)
    #expect(properties == ["isPrivate": true, "amount": 20])
    #expect(properties.dictionary.keys.sorted() == ["amount", "isPrivate"])
  }

  @Test func `Changing a renamed property keeps its spelling`() {
    let recorder = RecordingTracker.plain()
    recorder.map { event in
      var event = event
      event.properties[PaymentKeys.amount] = 30
      event.properties[PaymentKeys.isPrivate] = nil
      return event
    }.renaming(.keepingLast(1)).track(event)
    #expect(recorder.events[0].properties == ["amount": 30])
  }

  @Test func `What is added behind a renaming does not stand beside what the event says`() {
    let recorder = RecordingTracker.plain()
    recorder.addingDefaults([PaymentKeys.amount ~>> 1, "currency" ~>> "EUR"]).renaming(.keepingLast(1)).track(event)
    #expect(recorder.events[0].properties == ["amount": 20, "isPrivate": true, "currency": "EUR"])
  }

  @Test func `A typed renaming holds on either side of a style`() {
    let recorder = RecordingTracker.plain()
    let name: @Sendable (PaymentKeys) -> String = { $0 == .amount ? "txn_amt" : "priv" }
    recorder.renaming(keys: PaymentKeys.self, name).renaming(keys: .titleCase).track(event)
    recorder.renaming(keys: .custom { $0.uppercased() }).renaming(keys: PaymentKeys.self, name).track(event)
    #expect(recorder.events[0].properties.map(\.key.name) == ["txn_amt", "priv"])
    #expect(recorder.events[1].properties.map(\.key.name) == ["TXN_AMT", "PRIV"])
  }

  @Test func `Keys that become one are one, and the higher rank stays`() {
    let recorder = RecordingTracker.plain()
    recorder.renaming(keys: .custom { _ in "x" }).track(event)
    #expect(recorder.events[0].properties.map(\.description) == ["x: 20"])
  }
}
