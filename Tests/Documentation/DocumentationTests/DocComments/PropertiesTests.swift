import Foundation
import Testing
import Trackable
import TrackableTesting

// The doc comments of Sources/Trackable/Properties.

@MainActor final class BeatleListVC {
  let beatle = Album(name: "John")
  let selectedAlbum: Album? = Album(name: "Imagine")
  let tags = ["live"]

  typealias Keys = PropertiesDoc.Keys
}

extension BeatleListVC: @MainActor TrackableClass {
  var trackedProperties: TrackedProperties {
    Keys.beatleName ~>> beatle.name
    if let album = selectedAlbum {
      Keys.albumName ~>> album.name
    }
    for tag in tags { "tag.\(tag)" ~>> true }
  }
}

private struct BuilderDoc {
  typealias Album = (name: String, year: Int)
  typealias Keys = PropertiesDoc.Keys

  @TrackedPropertiesBuilder func properties(of album: Album) -> TrackedProperties {
    Keys.albumName ~>> album.name
    Keys.year ~>> album.year
  }

  func identify(plan: String, isTrial: Bool, daysLeft: Int) {
    let traits = TrackedProperties {
      Keys.plan ~>> plan
      if isTrial { Keys.daysLeft ~>> daysLeft }
    }
    TrackableSystem.identify("john", traits: traits)
  }
}

extension Album: TrackedValueConvertible {
  var trackedValue: TrackedValue? { .string(name) }
}

enum PropertiesDoc {
  enum Keys: String, Key {
    case beatleName, albumName, rating, composer, plan, album, gift, year, title, daysLeft
    enum Details: String, Key { case year }
  }
  enum UserKeys: String, SensitiveKey { case email }
  enum Plan: String { case premium }
  enum Events { enum Shop: String, Event { case didBuy } }

  struct RatedAlbum {
    let name = "Imagine"
    let rating: Int? = nil
    let composer: String? = nil
  }

  struct Purchase: Encodable {
    var product = "Imagine"
    var price: Decimal = 9.5
    var coupon: String?
    var buyer = ["plan": "premium"]
    var tags = ["vinyl", "mono"]
  }

  final class Shop: TrackableClass, Sendable {
    var trackedProperties: TrackedProperties {}

    func buy() throws -> String {
      let output = Output()
      func print(_ text: String) { output.write(text) }
      let properties = try TrackedProperties(encoding: Purchase())
      print(properties.json)  // {"product":"Imagine","price":9.5,"buyer":{"plan":"premium"},"tags":["vinyl","mono"]}
      track(Events.Shop.didBuy, trackedProperties: properties)
      return output.text
    }
  }

  @MainActor @Suite struct PropertiesDocTests {
    /// A name as the comments have it: they leave out where the keys of this test are nested.
    private func short(_ text: String) -> String {
      text.replacing("MyApp.PropertiesDoc.", with: "MyApp.").replacing("PropertiesDocTests.", with: "")
    }

    @Test func `A helper and a value are lists of statements`() {
      withRecordedTracking { recorder in
        BuilderDoc().identify(plan: "gold", isTrial: true, daysLeft: 3)
        guard case .identify(let user)? = recorder.deliveries.first else {
          Issue.record("nobody was identified")
          return
        }
        #expect(user.traits == [Keys.plan ~>> "gold", Keys.daysLeft ~>> 3])
      }
      #expect(BuilderDoc().properties(of: ("Imagine", 1971)) == [Keys.albumName ~>> "Imagine", Keys.year ~>> 1971])
    }

    @Test func `Properties are written as the comments show`() {
      let album = RatedAlbum()
      let values = shown {
        Keys.albumName ~>> album.name  // text
        Keys.rating ~>> album.rating ?? 0  // ?? binds tighter
        Keys.composer ~>> album.composer  // an optional: nil omits the property
        Keys.plan ~>> Plan.premium  // an enum's raw value
        Keys.album ~>> [Keys.Details.year ~>> 1971]  // nested
        Keys.gift ~>> .null  // null, sent as null
      }
      #expect(values.count == 6 && values[1].hasSuffix("rating: 0") && values[3].hasSuffix("plan: premium"))
    }

    @Test func `A dictionary and an encodable value are properties`() throws {
      let output = Output()
      func print(_ text: String) { output.write(text) }
      let payload: [String: Any] = ["campaign": "spring", "tags": ["vinyl", "mono"], "coupon": NSNull()]
      let properties = TrackedProperties(dictionary: payload)
      print(properties.json)  // {"campaign":"spring","coupon":null,"tags":["vinyl","mono"]}
      #expect(output.text == #"{"campaign":"spring","coupon":null,"tags":["vinyl","mono"]}"#)
      try withRecordedTracking { recorder in
        let bought = try Shop().buy()
        #expect(bought == #"{"product":"Imagine","price":9.5,"buyer":{"plan":"premium"},"tags":["vinyl","mono"]}"#)
        #expect(recorder.events.count == 1)
      }
    }

    @Test func `Properties are read and changed by their keys`() {
      var properties: TrackedProperties = ["plan": "free"]
      let values = shown {
        properties[Keys.year] = 1971
        properties[Keys.year]  // .int(1971)
        properties[Keys.year] = nil  // no longer there
        properties["plan"]  // plain strings are keys too
      }
      #expect(values.count == 2 && properties == ["plan": "free"])
    }

    @Test func `Values print as the comments show`() {
      let one = shown {
        let properties: TrackedProperties = [Keys.albumName ~>> "Imagine", Keys.year ~>> 1971]
        properties[Keys.year]  // .int(1971)
        properties.map(\.key.name)  // ["MyApp.Keys.albumName", "MyApp.Keys.year"]
        properties + [Keys.year ~>> 1972]  // the right side wins
      }
      #expect(short(one[1]) == #"["MyApp.Keys.albumName", "MyApp.Keys.year"]"# && one[2].contains("1972"))
      let two = shown {
        let property = Keys.year ~>> 1971
        property.key.name  // "MyApp.Keys.year"
        property.value  // .int(1971)
      }
      #expect(short(two[0]) == "MyApp.Keys.year" && two[1] == "1971")
      let three = shown {
        (Keys.year ~>> 1971).value  // .int(1971)
        (Keys.title ~>> "Imagine").value  // .string("Imagine")
        (Keys.rating ~>> TrackedValue.null).value  // .null: sent as null
      }
      #expect(three == ["1971", "Imagine", "null"])
      let four = shown {
        TrackedValue.array([1, "a", .null]).json  // [1,"a",null]
      }
      #expect(four == [#"[1,"a",null]"#])
      let five = shown {
        let properties: TrackedProperties = [Keys.album ~>> [Keys.Details.year ~>> 1971]]
        properties.dictionary  // ["MyApp.Keys.album.Details.year": 1971]
        properties.nestedDictionary  // ["MyApp.Keys.album": ["MyApp.Keys.Details.year": 1971]]
      }
      #expect(short(five[0]) == #"["MyApp.Keys.album.Details.year": 1971]"#)
      #expect(short(five[1]) == #"["MyApp.Keys.album": ["MyApp.Keys.Details.year": 1971]]"#)
    }

    @Test func `Elements of an array are read`() {
      let property = "tags" ~>> ["vinyl", "mono"]
      let output = Output()
      func print(_ value: some Any) { output.write("\(value)") }
      if case .array(let values) = property.value {
        print(values.count)  // 2
        print(values.map(\.description))  // ["vinyl", "mono"]
      }
      #expect(output.lines == ["2", #"["vinyl", "mono"]"#])
    }

    @Test func `A type converts itself, and a builder takes statements`() {
      let album = Album(name: "Imagine")
      let values = shown {
        Keys.album ~>> album
      }
      #expect(values.count == 1 && values[0].hasSuffix("album: Imagine"))
      withRecordedTracking { recorder in
        BeatleListVC().track(Events.Shop.didBuy)
        #expect(recorder.events[0].properties.count == 3)
      }
    }

    @Test func `An explanation names the sources, and the values left out`() {
      enum ProjectKeys: String, EntityKey {
        case pid, tags
        static let identifyingKey = pid
      }
      final class ProjectVC: TrackableClass, Sendable {
        var trackedProperties: TrackedProperties {
          ProjectKeys.pid ~>> 1
          ProjectKeys.tags ~>> "design"
        }
      }
      typealias Keys = DocumentationTests.Keys
      typealias Events = DocumentationTests.Events
      let (list, detail, project, output) = (AlbumListVC(), AlbumDetailVC(), ProjectVC(), Output())
      func print(_ text: some CustomStringConvertible) { output.write(text) }
      list.link { Keys.previousVC ~>> "Beatle list" }
      detail.link(to: list) { Keys.previousVC ~>> "Album list" }
      print(detail.explainTracking(of: Events.User.didRateAlbum))
      // MyApp.Keys.previousVC  Album list   3  link of AlbumDetailVC
      //   over                 Beatle list  5  link of AlbumListVC (1)
      // MyApp.Keys.albumName   Imagine      5  AlbumListVC (1)
      #expect(
        output.text == """
          MyApp.Keys.previousVC  Album list   3  link of AlbumDetailVC
            over                 Beatle list  5  link of AlbumListVC (1)
          MyApp.Keys.albumName   Imagine      5  AlbumListVC (1)
          """)
      detail.link(to: project)
      print(detail.explainTracking(of: Events.User.didRateAlbum, trackedProperties: [ProjectKeys.pid ~>> 99]))
      // left out: MyApp.ProjectKeys.tags design, ProjectVC (1), of MyApp.ProjectKeys.pid 1
      #expect(
        output.lines[1].contains("left out: ")
          && short(output.lines[1]).hasSuffix(
            "MyApp.ProjectKeys.tags design, ProjectVC (1), of MyApp.ProjectKeys.pid 1"),
        "\(output.lines[1])")
    }
  }
}
