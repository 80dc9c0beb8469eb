import Foundation
import Testing
import Trackable

@Suite struct IdentifierNamesDumpTests {
  static let keys: [(any Key, String)] =
    [
      (Outer.top, "TrackableTests.Outer.top"),
      (Outer.Middle.first, "TrackableTests.Outer.Middle.first"),
      (Outer.Middle.second, "TrackableTests.Outer.Middle.second"),
      (Outer.Middle.Inner.leaf, "TrackableTests.Outer.Middle.Inner.leaf"),
      (Outer.Middle.Inner.Deepest.bottom, "TrackableTests.Outer.Middle.Inner.Deepest.bottom"),
      (Outer.Namespace.Holder.Keys.inClass, "TrackableTests.Outer.Namespace.Holder.Keys.inClass"),
      (Outer.Namespace.Worker.Keys.inActor, "TrackableTests.Outer.Namespace.Worker.Keys.inActor"),
      (Outer.privateNested, "TrackableTests.Outer.PrivateNested.hidden"),
      (CustomRaw.album, "TrackableTests.CustomRaw.album_title"),
      (CustomRaw.dotted, "TrackableTests.CustomRaw.with.dot"),
      (CustomRaw.empty, "TrackableTests.CustomRaw."),
      (CustomRaw.spaced, "TrackableTests.CustomRaw.two words"),
      (CustomRaw.emoji, "TrackableTests.CustomRaw.🎸"),
      (OnlyCase.single, "TrackableTests.OnlyCase.single"),
      (Overriding.one, "overridden_one"),
      (Overriding.two, "overridden_two"),
      (WideKey.rated(0), "TrackableTests.WideKey.rated0"),
      (WideKey.rated(255), "TrackableTests.WideKey.rated255"),
      (WideKey.none, "TrackableTests.WideKey.none"),
      (Größe.länge, "TrackableTests.Größe.länge"),
      (Größe.幅, "TrackableTests.Größe.幅"),
      ("plan", "plan"),
    ] + generics + extensions + rawIdentifiers + locals + FileLocals.keys

  static let generics: [(any Key, String)] = [
    (Box<Int>.Keys.content, "TrackableTests.Box.Keys.content"),
    (Box<Int?>.Keys.content, "TrackableTests.Box.Keys.content"),
    (Box<(Int) -> String>.Keys.content, "TrackableTests.Box.Keys.content"),
    (Box<(Int) -> (String) -> Void>.Keys.content, "TrackableTests.Box.Keys.content"),
    (Box<@Sendable (Int, String) async throws -> [Int]>.Keys.content, "TrackableTests.Box.Keys.content"),
    (Box<((Int) -> Void) -> Box<(Int) -> Int>>.Keys.content, "TrackableTests.Box.Keys.content"),
    (Box<any Shape & Sendable>.Keys.content, "TrackableTests.Box.Keys.content"),
    (Box<any Sequence<Int>>.Keys.content, "TrackableTests.Box.Keys.content"),
    (Box<(Int, label: String)>.Keys.content, "TrackableTests.Box.Keys.content"),
    (Box<[String: Box<Int>.Type]>.Keys.content, "TrackableTests.Box.Keys.content"),
    (Box<`less<than`>.Keys.content, "TrackableTests.Box.Keys.content"),
    (Pair<(Int) -> Int, Box<Pair<Int, Int>>>.Keys.both, "TrackableTests.Pair.Keys.both"),
    (Pair<Int, String>.Nested<(Int) -> Int>.Keys.three, "TrackableTests.Pair.Nested.Keys.three"),
  ]

  static let extensions: [(any Key, String)] = [
    (Box<Int>.Constrained.same, "TrackableTests.Box.Constrained.same"),
    (Box<Int>.Composed.composed, "TrackableTests.Box.Composed.composed"),
    (Box<[String]>.Deep.deep, "TrackableTests.Box.Deep.deep"),
    (String.TestKeys.inStandardLibrary, "Swift.String.TestKeys.inStandardLibrary"),
    ([Bool].TestKeys.inGenericOfOtherModule, "Swift.Array.TestKeys.inGenericOfOtherModule"),
    ([Int].ConstrainedKeys.constrainedInOtherModule, "Swift.Array.ConstrainedKeys.constrainedInOtherModule"),
    (TrackableIssue.TestKeys.inLibrary, "Trackable.TrackableIssue.TestKeys.inLibrary"),
  ]

  static let rawIdentifiers: [(any Key, String)] = [
    (`dotted.name`.`a.b`, "TrackableTests.dotted.name.a.b"),
    (`less<than`.`x>y`, "TrackableTests.less<than.x>y"),
    (`less<than`.`(odd):-`.end, "TrackableTests.less<than.(odd):-.end"),
    (`raw->box`<(Int) -> Int>.Keys.boxed, "TrackableTests.raw->box.Keys.boxed"),
    (`raw->box`<`my keys`>.Keys.boxed, "TrackableTests.raw->box.Keys.boxed"),
  ]

  static let locals: [(any Key, String)] = [
    (Locals().fromInitializer, "TrackableTests.Locals.InInitializer.local"),
    (Locals().method(), "TrackableTests.Locals.InMethod.local"),
    (Locals.nestedFunction(), "TrackableTests.Locals.InNestedFunction.Below.nested"),
    (Locals().computed, "TrackableTests.Locals.InComputed.local"),
    (Locals()[0], "TrackableTests.Locals.InSubscript.local"),
    (Locals.inClosure, "TrackableTests.Locals.InClosure.local"),
    (localKey(), "TrackableTests.InMappedClosure.local"),
    (localStructKey(), "TrackableTests.Holder.Keys.inLocalStruct"),
  ]

  static let events: [(any AnalyticsEvent, name: String, entity: String)] = [
    (FixtureEvents.User.didRateAlbum, "TrackableTests.FixtureEvents.User.didRateAlbum", "User"),
    (FixtureEvents.PaymentSent(), "TrackableTests.FixtureEvents.PaymentSent", "FixtureEvents"),
    (FixtureEvents.hidden, "TrackableTests.FixtureEvents.Hidden.seen", "Hidden"),
    (TopLevelEvent(), "TrackableTests.TopLevelEvent", "TrackableTests"),
    (FileLocals.event, "TrackableTests.PrivateEvent", "TrackableTests"),
  ]

  @Test(arguments: Self.keys.indices) func aKeyIsNamedByItsTypePathAndCase(index: Int) {
    let (key, expected) = Self.keys[index]
    #expect(key.name == expected)
    #expect(PropertyKey(key).name == expected)
    #expect(PropertyKey(key) == PropertyKey(expected))
  }

  @Test(arguments: Self.events.indices) func anEventIsNamedByItsTypePathAndCase(index: Int) {
    let (event, name, entity) = Self.events[index]
    #expect(event.name == name)
    #expect(event.entity == entity)
  }

  @Test func everyNameIsTheSameInEveryBuild() throws {
    // The test that compares the builds sets the variable and compares the files; alone, the literals above decide.
    guard let file = ProcessInfo.processInfo.environment["TRACKABLE_NAMES_FILE"] else { return }
    let names = Self.keys.map(\.0.name) + Self.events.flatMap { [$0.0.name, $0.0.entity] }
    let text = names.sorted().map { $0 + "\n" }.joined()
    try text.write(toFile: file, atomically: true, encoding: .utf8)
  }
}
