import TestSupport
import Testing
import Trackable

private enum Song: String, Key, CaseIterable {
  case title, album
  enum Album: String, Key, CaseIterable { case year, band }
}

@Suite struct RenamedNestedKeysTests {
  private let song: TrackedProperties = [
    Song.title ~>> "Imagine",
    Song.album ~>> [Song.Album.year ~>> 1971, Song.Album.band ~>> ["name" ~>> "Plastic Ono"]],
  ]

  /// What arrives behind `renaming`.
  private func received(
    _ properties: TrackedProperties, _ renaming: (RecordingTracker) -> any AnalyticsEventTracker
  ) -> TrackedProperties {
    let recorder = RecordingTracker.plain()
    renaming(recorder).track(TrackedEvent(TopLevelEvent(), properties: properties))
    return recorder.events[0].properties
  }

  private func names(_ properties: TrackedProperties) -> [String] { properties.flattened.map(\.key.name) }

  private enum People: String, Key { case John }
  private enum John: String, Key {
    case age
    enum Home: String, Key { case town }
  }

  @Test func `A style may join keys whole, or without what they overlap in`() {
    let john: TrackedProperties = [
      People.John ~>> [John.age ~>> 40, People.John ~>> 1, "year" ~>> 2, John.Home.town ~>> ["John" ~>> 3]]
    ]
    let path = "TrackableTests.RenamedNestedKeysTests"
    func composed(_ style: NamingStyle) -> [String] {
      names(received(john) { $0.renaming(keys: style) }).map { $0.replacing(path, with: "App") }
    }
    expect(
      composed(.path),
      is: [
        "App.People.John.John.age", "App.People.John.John", "App.People.John.year",
        "App.People.John.John.Home.town.John",
      ])
    expect(
      composed(.composing(.withoutOverlap)),
      is: ["App.People.John.age", "App.People.John.John", "App.People.John.year", "App.People.John.Home.town.John"])
    expect(
      composed(.composing(.whole)),
      is: [
        "App.People.John.App.John.age", "App.People.John.App.People.John", "App.People.John.year",
        "App.People.John.App.John.Home.town.John",
      ])
    expect(
      composed(.droppingModule.followed(by: .composing(.withoutOverlap)))[0],
      is: "RenamedNestedKeysTests.People.John.age")
  }

  @Test func `A second style spells what the first one made of the whole path`() {
    expect(
      names(received(song) { $0.renaming(keys: .custom { "<\($0)>" }).renaming(keys: .keepingLast(2)) }),
      is: [
        "<Song.title>", "<Album.year>", "<band.name>",
      ])
  }

  @Test func `Names by type are composed with each other and with the path, and a style spells them like others`() {
    let tracked = received(song) {
      $0.renaming(keys: Song.self) { $0 == .album ? "record" : $0.name }
        .renaming(keys: Song.Album.self) { $0 == .year ? "released" : $0.name }
    }
    expect(names(tracked), is: ["TrackableTests.Song.title", "record.released", "record.Album.band.name"])
    let styled = received(song) {
      $0.renaming(keys: .titleCase).renaming(keys: Song.Album.self) { $0 == .year ? "released" : "artist" }
    }
    expect(
      names(styled),
      is: [
        "Trackable Tests Song Title", "Trackable Tests Song Album Released", "Trackable Tests Song Album Artist Name",
      ])
  }

  @Test func `A nested value that is moved, or given other keys, is composed with the name around it`() throws {
    var tracked = received(song) { $0.renaming(keys: .snakeCase) }
    guard case .properties(let album)? = tracked["trackable_tests_song_album"] else {
      Issue.record("The nested value has become something else.")
      return
    }
    let keys = ["trackable_tests_song_album_year", "trackable_tests_song_album_band.name"]
    expect(album.dictionary.keys.sorted(), is: keys.sorted())
    expect(names(["here" ~>> album]), is: keys.map { "here." + $0 })
    tracked["trackable_tests_song_album"] = .properties(["year" ~>> 1972])
    expect(names(tracked)[1], is: "trackable_tests_song_album.year")
  }

  @Test func `A style spells keys in an array and in the value of a user property`() {
    struct Profile: UserProperty {
      let name = "profile"
      let value: TrackedProperties = [Keys.a ~>> 1]
    }
    let recorder = RecordingTracker.plain()
    let tracker = recorder.renaming(keys: .keepingLast(1))
    tracker.update(TrackedUserProperty(Profile()))
    tracker.track(TrackedEvent(TopLevelEvent(), properties: ["list" ~>> [[Keys.a ~>> 1] as TrackedProperties]]))
    expect(recorder.userProperties.map(\.value), is: [.properties(["a" ~>> 1])])
    expect(recorder.events.map(\.properties), is: [["list" ~>> [["a" ~>> 1] as TrackedProperties]]])
  }

  @Test func `Flattening and a style may come in either order`() {
    var random = SeededGenerator(seed: 11)
    func name(_ number: Int) -> PropertyKey {
      switch random.below(4) {
      case 0: PropertyKey(LargeEnum.allCases[number])
      case 1: PropertyKey(WideKey.rated(UInt8(number)))
      case 2: PropertyKey(number == 1 ? Song.Album.year : .band)
      default: PropertyKey(["a", "a.b", "b.a"][random.below(3)] + ".x\(number)Y")
      }
    }
    func make(depth: Int) -> TrackedProperties {
      TrackedProperties(
        (0...random.below(4)).map { number -> TrackedProperty in
          if depth > 0 && random.chance(50) { return name(number) ~>> make(depth: depth - 1) }
          return name(number) ~>> random.below(10)
        })
    }
    let styles: [NamingStyle] = [
      .snakeCase, .titleCase, .droppingModule, .droppingPrefix("TrackableTests."), .keepingLast(1), .keepingLast(3),
      .custom { String($0.reversed()) },
    ]
    for _ in 0..<SearchScale.times(50, long: 300) {
      let properties = make(depth: 3)
      for style in styles {
        let flatFirst = received(properties.flattened) { $0.renaming(keys: style) }
        let styleFirst = received(properties) { $0.renaming(keys: style) }.flattened
        #expect(styleFirst.count <= properties.flattened.count)
        #expect(flatFirst.map(\.self) == styleFirst.map(\.self), "\(properties)")
      }
    }
  }
}
