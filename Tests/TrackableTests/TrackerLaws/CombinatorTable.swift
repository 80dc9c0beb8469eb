import Trackable

/// One public way to make a tracker out of another.
struct Combinator: Sendable, CustomStringConvertible {
  /// The name and labels, as in `combined(with:)`, or the type where there is no method.
  let description: String
  /// The name of the tracker that it makes of one named `leaf`.
  let name: String
  let make: @Sendable (any AnalyticsEventTracker) -> any AnalyticsEventTracker

  init(
    _ description: String, name: String = "leaf",
    _ make: @escaping @Sendable (any AnalyticsEventTracker) -> any AnalyticsEventTracker
  ) {
    self.description = description
    self.name = name
    self.make = make
  }

  /// Every combinator, in a form that lets the call of `RequirementsTests` pass.
  static let all: [Combinator] = [
    Combinator("CombinedTracker") { CombinedTracker($0) },
    Combinator("CombinedTracker of a list") { CombinedTracker([$0]) },
    Combinator("combined(with:)") { $0.combined(with: NoOpTracker()) },
    Combinator("combined(with:) the other way around") { NoOpTracker().combined(with: $0) },
    Combinator("combined(with:) nil") { $0.combined(with: nil) },
    Combinator("filter(_:)") { $0.filter { _ in true } },
    Combinator("filterUserProperties(_:)") { $0.filterUserProperties { _ in true } },
    Combinator("allowing(eventTypes:)") { $0.allowing(eventTypes: [Sample.PaymentSent.self]) },
    Combinator("prohibiting(eventTypes:)") {
      $0.prohibiting(eventTypes: [Sample.OrderPlaced.self])
    },
    Combinator("allowing(events:)") { $0.allowing(events: [Sample.PaymentSent()]) },
    Combinator("prohibiting(events:)") { $0.prohibiting(events: [Sample.OrderPlaced()]) },
    Combinator("allowing(userProperties:)") { $0.allowing(userProperties: [Sample.Plan.self]) },
    Combinator("prohibiting(userProperties:)") {
      $0.prohibiting(userProperties: [Sample.Logins.self])
    },
    Combinator("map(_:)") { $0.map { $0 } },
    Combinator("compactMap(_:)") { $0.compactMap { $0 } },
    Combinator("allowing(keys:ofEvents:)") {
      $0.allowing(keys: [Sample.Field.note, "b"], ofEvents: [(Sample.PaymentSent.self, [Sample.Field.amount])])
    },
    Combinator("prohibiting(keys:ofEvents:)") {
      $0.prohibiting(keys: ["other"], ofEvents: [(Sample.OrderPlaced.self, [Sample.Field.amount])])
    },
    Combinator("flatMap(_:)") { $0.flatMap { [$0] } },
    Combinator("addingDefaults(_:fileID:line:)") { $0.addingDefaults([]) },
    Combinator("overridingProperties(with:fileID:line:)") { $0.overridingProperties(with: []) },
    Combinator("renaming(_:fileID:line:)") { $0.renaming(.custom { $0 }) },
    Combinator("renaming(events:keys:fileID:line:)") {
      $0.renaming(events: .custom { $0 }, keys: .custom { $0 })
    },
    Combinator("renaming(_:_:)") { $0.renaming(Sample.PaymentSent.self) { $0.name } },
    Combinator("renaming(keys:fileID:line:_:)") {
      $0.renaming(keys: Sample.Field.self) { $0.name }
    },
    Combinator("sampled(_:by:rateKey:fileID:line:)") { $0.sampled(1, by: .person) },
    Combinator("sampled(by:rateKey:fileID:line:_:)") { $0.sampled(by: .person) { _ in 0.5 } },
    Combinator("named(_:)", name: "other") { $0.named("other") },
    Combinator("logged(_:log:)") { $0.logged(.verbose, log: { _ in }) },
    Combinator("requiringConsent(_:from:whileUndecided:fileID:line:)") {
      $0.requiringConsent(.analytics, from: Consent([.analytics: .granted]))
    },
    Combinator("holding(until:capacity:fileID:line:)") {
      let gate = TrackerGate("anything happened")
      gate.open()
      return $0.holding(until: gate)
    },
  ]
}
