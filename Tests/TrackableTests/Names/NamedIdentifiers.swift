import Trackable

/// Identifiers and the names that they have in every build. Imports no test framework: see `CaseFixtures.swift`.
enum NamedIdentifiers {
  /// Keys, all of them with raw values of type `String` or names of their own.
  static let keys: [(any Key, String)] =
    [
      (Outer.top, "TrackableTests.Outer.top"),
      (Outer.Middle.first, "TrackableTests.Outer.Middle.first"),
      (Outer.Middle.second, "TrackableTests.Outer.Middle.second"),
      (Outer.Middle.Inner.Deepest.bottom, "TrackableTests.Outer.Middle.Inner.Deepest.bottom"),
      (Outer.Namespace.Holder.Keys.inClass, "TrackableTests.Outer.Namespace.Holder.Keys.inClass"),
      (Outer.Namespace.Worker.Keys.inActor, "TrackableTests.Outer.Namespace.Worker.Keys.inActor"),
      (Outer.privateNested, "TrackableTests.Outer.PrivateNested.hidden"),
      (CustomRaw.dotted, "TrackableTests.CustomRaw.with.dot"),
      (CustomRaw.empty, "TrackableTests.CustomRaw."),
      (CustomRaw.emoji, "TrackableTests.CustomRaw.two 🎸"),
      (Overriding.one, "overridden_one"),
      (WideKey.rated(255), "TrackableTests.WideKey.rated255"),
      (Größe.länge, "TrackableTests.Größe.länge"),
      (Größe.幅, "TrackableTests.Größe.幅"),
      ("plan", "plan"),
    ] + generics + extensions + rawIdentifiers + locals + FileLocals.keys

  static let generics: [(any Key, String)] = [
    (Box<Int>.Keys.content, "TrackableTests.Box.Keys.content"),
    (Box<@Sendable (Int, String) async throws -> [Int]>.Keys.content, "TrackableTests.Box.Keys.content"),
    (Box<((Int) -> Void) -> Box<(Int) -> Int>>.Keys.content, "TrackableTests.Box.Keys.content"),
    (Box<any Sequence<Int>>.Keys.content, "TrackableTests.Box.Keys.content"),
    (Box<(Int, label: String)>.Keys.content, "TrackableTests.Box.Keys.content"),
    (Box<[String: Box<Int>.Type]>.Keys.content, "TrackableTests.Box.Keys.content"),
    (Box<`less<than`>.Keys.content, "TrackableTests.Box.Keys.content"),
    (Pair<Int, String>.Nested<(Int) -> Int>.Keys.three, "TrackableTests.Pair.Nested.Keys.three"),
  ]

  static let extensions: [(any Key, String)] = [
    (Box<Int>.Constrained.same, "TrackableTests.Box.Constrained.same"),
    (Box<[String]>.Deep.deep, "TrackableTests.Box.Deep.deep"),
    (String.TestKeys.inStandardLibrary, "Swift.String.TestKeys.inStandardLibrary"),
    (TrackableIssue.TestKeys.inLibrary, "Trackable.TrackableIssue.TestKeys.inLibrary"),
  ]

  static let rawIdentifiers: [(any Key, String)] = [
    (`dotted.name`.`a.b`, "TrackableTests.dotted.name.a.b"),
    (`less<than`.`x>y`, "TrackableTests.less<than.x>y"),
    (`less<than`.`(odd):-`.end, "TrackableTests.less<than.(odd):-.end"),
    (`raw->box`<(Int) -> Int>.Keys.boxed, "TrackableTests.raw->box.Keys.boxed"),
  ]

  static let locals: [(any Key, String)] = [
    (Locals().method(), "TrackableTests.Locals.InMethod.local"),
    (Locals.nestedFunction(), "TrackableTests.Locals.InNestedFunction.Below.nested"),
    (Locals.inClosure, "TrackableTests.Locals.InClosure.local"),
  ]

  /// Events that are named without reflection metadata.
  static let events: [(any AnalyticsEvent, name: String, entity: String)] = [
    (FixtureEvents.User.didRateAlbum, "TrackableTests.FixtureEvents.User.didRateAlbum", "User"),
    (FixtureEvents.PaymentSent(), "TrackableTests.FixtureEvents.PaymentSent", "FixtureEvents"),
    (FixtureEvents.hidden, "TrackableTests.FixtureEvents.Hidden.seen", "Hidden"),
    (TopLevelEvent(), "TrackableTests.TopLevelEvent", "TrackableTests"),
    (Cases.Class(), "TrackableTests.Cases.Class", "Cases"),
    // A dot in a raw identifier does not end the entity.
    (`dotted.events`.happened, "TrackableTests.dotted.events.happened", "dotted.events"),
    (FileLocals.event, "TrackableTests.PrivateEvent", "TrackableTests"),
  ]

  /// Cases that are named by reflection metadata. The first name is that of the type.
  static let cases: [(any AnalyticsEvent, type: String, name: String)] = [
    (Cases.Plain.shown, "Plain", "shown"), (Cases.Plain.hidden, "Plain", "hidden"),
    (Cases.Only.one, "Only", "one"), (Cases.OnlyWithPayload.one("a"), "OnlyWithPayload", "one"),
    (Cases.Small.rated(true), "Small", "rated"), (Cases.Small.rated(false), "Small", "rated"),
    (Cases.Small.skipped, "Small", "skipped"),
    (Cases.Payload.nothing, "Payload", "nothing"), (Cases.Payload.unlabelled(1), "Payload", "unlabelled"),
    (Cases.Payload.labelled(index: 1, text: "a"), "Payload", "labelled"), (Cases.Payload.void(()), "Payload", "void"),
    (Cases.Payload.optional(nil), "Payload", "optional"),
    (Cases.Payload.closure {}, "Payload", "closure"), (Cases.Payload.itself(.nothing), "Payload", "itself"),
    (Cases.`raw enum`.`a b`, "raw enum", "a b"), (Cases.`raw enum`.`c d`(1), "raw enum", "c d"),
    (Cases.Feature<Int>.Inside.shown, "Feature.Inside", "shown"),
    (Cases.Feature<[String: Int]>.Inside.tapped([:]), "Feature.Inside", "tapped"),
    (Cases.hidden[0], "Hidden", "plain"), (Cases.hidden[1], "Hidden", "payload"),
    (Cases.local(), "Local", "payload"),
    (Cases.Described.payload("a"), "Described", "payload"),
    (Cases.DebugDescribed.payload("a"), "DebugDescribed", "payload"),
    (Cases.Streamed.payload("a"), "Streamed", "payload"),
  ]

  /// Cases whose names are hidden by what the enum says of itself: they go out under the path of the type, with an issue.
  static let hiddenCases: [(any AnalyticsEvent, type: String)] = [
    (Cases.Described.plain, "Described"), (Cases.DebugDescribed.plain, "DebugDescribed"),
    (Cases.Streamed.plain, "Streamed"), (Cases.Coded.plain, "Coded"), (Cases.Mirrored.plain, "Mirrored"),
    (Cases.Mirrored.payload("a"), "Mirrored"), (Cases.Pretender(), "Pretender"),
  ]
}
