import Foundation
import Testing
import TrackableMigration

/// Vojta Stavik's library: the closure, prefixes, composed keys, and links.
@MainActor @Suite struct EarlierTrackableTests {
  enum Beatles: String, Key { case John }
  enum John: String, Key { case Age }
  enum Info: String, Key { case Age }
  enum Events: String, Event { case started }

  private let path =
    String(String(reflecting: EarlierTrackableTests.self).prefix { $0 != "." }) + ".EarlierTrackableTests"

  /// What the closure gets, from an app that is set up before.
  @available(*, deprecated)
  private func sent(_ app: () -> Void) -> [String] {
    let lines = Lines()
    let recorded = Recorded {
      Trackable.trackEventToRemoteServiceClosure = { name, properties in
        lines.write(name + properties.keys.sorted().map { " \($0)=\(properties[$0] as Any? ?? "")" }.joined())
      }
      app()
    }
    #expect(recorded.messages == [])
    return lines.all.map { $0.replacing(path, with: "App") }
  }

  @available(*, deprecated)
  @Test func `The closure gets values as objects, and null as NSNull, in a list, too`() {
    var values: [String: AnyObject] = [:]
    let objects: TrackedProperties = ["s" ~>> "a", "i" ~>> 1, "d" ~>> 0.5, "b" ~>> true]
    let nulls: TrackedProperties = ["n" ~>> TrackedValue.null, "l" ~>> TrackedValue.array([.null, 1])]
    _ = Recorded {
      Trackable.trackEventToRemoteServiceClosure = { _, properties in values = properties }
      TrackableSystem.track(Events.started, trackedProperties: objects + nulls)
    }
    #expect(values["s"] as? String == "a" && values["i"] as? Int == 1)
    #expect(values["d"] as? Double == 0.5 && values["b"] as? Bool == true)
    #expect(values["n"] is NSNull && (values["l"] as? [Any])?.first is NSNull)
  }

  enum User: String, Key { case user, userName }
  enum Album: String, Key { case album, artist }

  /// Letters that both keys begin with are dropped, from the innermost key outwards, and then words that repeat.
  @available(*, deprecated)
  @Test func `Nested keys are joined as a dashboard knows them, letter by letter and from the inside`() {
    let john: TrackedProperties = [Beatles.John ~>> [John.Age ~>> 40, Info.Age ~>> 41]]
    let nested: TrackedProperties = [
      "user" ~>> ["userName" ~>> 1], Album.album ~>> [Album.artist ~>> 2], "x.b" ~>> ["b" ~>> ["c" ~>> "text"]],
    ]
    // Of two keys that get one name, the nearer one counts.
    let twice: TrackedProperties = ["Album.album" ~>> 7, "a" ~>> ["b" ~>> 8], Album.album ~>> 0, "a.b" ~>> 1]
    let cases: [(isSmart: Bool, prefix: String?, properties: TrackedProperties, sent: String)] = [
      (true, nil, john, "App.Beatles.John.Age=40 App.Beatles.John.Info.Age=41"),
      (false, nil, john, "App.Beatles.John.App.Info.Age=41 App.Beatles.John.App.John.Age=40"),
      (true, "\(path).", nested, "Album.album.rtist=2 user.Name=1 x.b.c=text"),
      (true, "\(path).", twice, "Album.album=7 a.b=8"),
    ]
    for (isSmart, prefix, properties, expected) in cases {
      let lines = sent {
        (Trackable.smartKeyComposingEnabled, Trackable.keyPrefixToRemove) = (isSmart, prefix)
        TrackableSystem.track(Events.started, trackedProperties: properties)
      }
      #expect(lines == ["App.Events.started \(expected)"])
    }
  }

  @available(*, deprecated)
  @Test func `Of two keys inside one value that get one name, the closure gets the first, in each launch`() {
    // One of many would have the other value by chance.
    let inner = TrackedProperties((1...20).flatMap { ["\($0)" ~>> "first", "a\($0)" ~>> "second"] })
    let properties: TrackedProperties = ["a" ~>> inner]
    let values = properties.dictionaryRepresentation
    #expect(values.count == 20)
    #expect(values.values.allSatisfy { $0 as? String == "first" })
  }

  @available(*, deprecated)
  @Test func `Old words that read keys see what the closure gets`() {
    _ = sent {
      Trackable.keyPrefixToRemove = "\(path)."
      Trackable.eventPrefixToRemove = "\(path)."
      let properties: TrackedProperties = [Album.album ~>> 1, User.user ~>> [User.userName ~>> 2]]
      #expect(properties.dictionaryRepresentation.keys.sorted() == ["Album.album", "User.user.Name"])
      #expect([Album.album.description, Events.started.description] == ["Album.album", "Events.started"])
    }
  }

  @available(*, deprecated)
  @Test func `A prefix is removed at the first place where it is in a name`() {
    let lines = sent {
      Trackable.smartKeyComposingEnabled = false
      Trackable.keyPrefixToRemove = "\(path)."
      Trackable.eventPrefixToRemove = "Tests"
      TrackableSystem.track(Events.started, trackedProperties: [Beatles.John ~>> [Info.Age ~>> 41]])
    }
    #expect(
      lines == ["\(path.replacing("Tests", with: "", maxReplacements: 1)).Events.started Beatles.John.Info.Age=41"])
    #expect(Trackable.keyPrefixToRemove == nil && Trackable.smartKeyComposingEnabled)
  }

  @available(*, deprecated)
  @Test func `The closure is called on the main thread, wherever an event is tracked`() async {
    let lines = Lines()
    _ = await Recorded {
      Trackable.trackEventToRemoteServiceClosure = { name, _ in
        MainActor.assertIsolated()
        lines.write(name)
      }
      await elsewhere { Events.started.trigger() }
      await MainActor.run {}
    }
    #expect(lines.all == ["\(path).Events.started"])
  }

  @concurrent private func elsewhere(_ body: @Sendable () -> Void) async { body() }

  @available(*, deprecated)
  @Test func `A closure takes the place of the one before, and of a tracker that was bootstrapped meanwhile`() {
    let lines = Lines()
    let recorded = Recorded {
      for name in ["first", "second"] {
        Trackable.trackEventToRemoteServiceClosure = { _, _ in lines.write(name) }
        Events.started.trigger()
      }
      #expect(lines.all == ["first", "second"])
      Trackable.trackEventToRemoteServiceClosure = nil
      Events.started.trigger()
      TrackableSystem.bootstrap(ClosureTracker { _ in lines.write("tracker") })
      Trackable.trackEventToRemoteServiceClosure = nil
      Events.started.trigger()
      Trackable.trackEventToRemoteServiceClosure = { _, _ in lines.write("third") }
      Events.started.trigger()
    }
    #expect(lines.all == ["first", "second", "tracker", "third"])
    #expect(recorded.messages == [] && recorded.bootstraps == 3)
  }

  @available(*, deprecated)
  @Test func `Events from before the closure is set are dropped`() {
    let lines = Lines()
    ScopedSystem(bootstrapped: nil).run {
      Events.started.trigger()
      Trackable.trackEventToRemoteServiceClosure = { name, _ in lines.write(name) }
      #expect(lines.all == [])
      Events.started.trigger()
    }
    #expect(lines.all == ["\(path).Events.started"])
  }

  // MARK: Links

  final class Screen: TrackableClass, Sendable {
    let name: String
    init(_ name: String) { self.name = name }
    var trackedProperties: TrackedProperties { PropertyKey(stringLiteral: name) ~>> true }
  }

  @available(*, deprecated)
  @Test func `A link without labels sets the parent, and one without a parent removes it`() {
    let (list, detail) = (Screen("list"), Screen("detail"))
    let recorded = Recorded {
      detail.setupTrackableChain(["from" ~>> "list"], parent: list)
      detail.track(Events.started)
      detail.setupTrackableChain(["from" ~>> "nowhere"])
      detail.track(Events.started)
    }
    #expect(
      recorded.lines == [
        "\(path).Events.started [from: list, detail: true, list: true]",
        "\(path).Events.started [from: nowhere, detail: true]",
      ])
  }

  // MARK: Properties

  /// They are the same if their keys are, whatever their values.
  @available(*, deprecated)
  @Test func `Words of properties and keys are there`() {
    var properties: TrackedProperties = ["a" ~>> 1]
    properties.updateValuesFrom(["a" ~>> 2, "b" ~>> "x"])
    #expect(properties == ["a" ~>> 2, "b" ~>> "x"])
    #expect(properties.dictionaryRepresentation["a"] as? Int == 2)
    #expect(Beatles.John.description == Beatles.John.name)
    let (one, other, age) = (Beatles.John ~>> 1, Beatles.John ~>> 2, John.Age ~>> 1)
    #expect(one == other && !(one != other) && one != age)
    #expect(TrackedProperties([one]).contains(other) && !TrackedProperties([one]).contains(age))
  }
}
