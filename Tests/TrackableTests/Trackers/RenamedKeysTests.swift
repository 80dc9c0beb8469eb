import Testing
import Trackable

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

  /// What `events` cause, delivered through one renaming.
  private func issues(
    _ events: [TrackedProperties], _ renaming: (RecordingTracker) -> any AnalyticsEventTracker
  ) -> [TrackableIssue] {
    let observed = RecordingTracker.plain()
    TrackableSystem.withTracker(NoOpTracker()) {
      TrackableSystem.issueHandler = observed.record
      let tracker = renaming(.plain())
      for properties in events { tracker.track(TrackedEvent(Paid(), properties: properties)) }
    }
    return observed.issues
  }

  @Test func `Where two keys become one, what is lost is reported, once for each two`() {
    let line = #line + 1
    let issues = issues([event.properties, event.properties]) { $0.renaming(keys: .custom { _ in "x" }) }
    #expect(issues.map(\.kind) == [.sameName])
    #expect(issues.first?.location == CodeLocation(fileID: #fileID, line: UInt(line)))
    let (kept, lost) = (PaymentKeys.amount.name, PaymentKeys.isPrivate.name)
    #expect(issues.first?.message.hasPrefix("'\(kept)' and '\(lost)' both become 'x'; where an event has both") == true)
    let others: [TrackedProperties] = [["a.b": 1, "A.B": 2], ["a.b": 1, "a-b": 2], ["a.b": 3, "A.B": 4]]
    #expect(self.issues(others) { $0.renaming(.snakeCase) }.map(\.subject) == ["A.B", "a-b"])
  }

  @Test func `Where two keys become one with the same value, nothing is lost and nothing reported`() {
    #expect(issues([["a.b": 1, "A.B": 1]]) { $0.renaming(.snakeCase) }.isEmpty)
    #expect(issues([["a.b": 1], ["A.B": 2]]) { $0.renaming(.snakeCase) }.isEmpty)
  }

  @Test func `Keys made from plain strings cannot cause any number of issues`() {
    let many = (0..<300).map { number -> TrackedProperties in
      TrackedProperties([PropertyKey("a.\(number)") ~>> 1, PropertyKey("b.\(number)") ~>> 2])
    }
    #expect(issues(many) { $0.renaming(.keepingLast(1)) }.count == 100)
  }

  @Test func `Keys inside values, those of users and those of the whole system are looked at as well`() {
    let inner: TrackedProperties = ["a.b": 1, "A.B": 2]
    let nested: TrackedProperties = ["outer" ~>> inner]
    #expect(issues([nested]) { $0.renaming(.snakeCase) }.count == 1)
    let observed = RecordingTracker.plain()
    TrackableSystem.withTracker(NoOpTracker()) {
      TrackableSystem.issueHandler = observed.record
      RecordingTracker.plain().renaming(.snakeCase).identify("john", traits: ["a.b": 1, "A.B": 2])
    }
    #expect(observed.issues.map(\.kind) == [.sameName])
  }
}
