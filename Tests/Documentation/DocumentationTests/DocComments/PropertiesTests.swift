import Foundation
import Testing
import Trackable
import TrackableTesting

// The doc comments of Sources/Trackable/Properties.

@MainActor final class BeatleListVC {
  let beatle = Album(name: "John")
  let selectedAlbum: Album? = Album(name: "Imagine")
  let tags = ["live"]
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

extension Album: TrackedValueConvertible {
  var trackedValue: TrackedValue? { .string(name) }
}

private struct BuilderDoc {
  typealias Album = (name: String, year: Int)

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

enum PropertiesDoc {
  enum Plan: String { case premium }

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

  @MainActor @Suite struct PropertiesDocTests {
    @Test func `A helper, a value and a body are lists of statements`() {
      withRecordedTracking { recorder in
        BuilderDoc().identify(plan: "gold", isTrial: true, daysLeft: 3)
        let gold: TrackedProperties = [Keys.plan ~>> "gold", Keys.daysLeft ~>> 3]
        #expect(recorder.difference(from: [.identify("john", traits: gold)]) == nil)
        BeatleListVC().track(Events.Shop.didBuy)
        #expect(recorder.events[0].properties.count == 3)
      }
      #expect(BuilderDoc().properties(of: ("Imagine", 1971)) == [Keys.albumName ~>> "Imagine", Keys.year ~>> 1971])
    }

    @Test func `Properties are written as the comments show`() {
      let properties = {
        let album = RatedAlbum()
        return shown {
          Keys.albumName ~>> album.name  // text
          Keys.rating ~>> album.rating ?? 0  // ?? binds tighter
          Keys.composer ~>> album.composer  // an optional: nil omits the property
          Keys.plan ~>> Plan.premium  // an enum's raw value
          Keys.album ~>> [Keys.Details.year ~>> 1971]  // nested
          Keys.gift ~>> .null  // null, sent as null
        }
      }()
      #expect(properties[1].hasSuffix("rating: 0") && properties[3].hasSuffix("plan: premium"))
      let album = Album(name: "Imagine")
      let converted = shown {
        Keys.album ~>> album
      }
      #expect(converted == ["MyApp.Keys.album: Imagine"])
    }

    @Test func `A dictionary and an encodable value are properties`() throws {
      Page("Sources/Trackable/Properties/TrackedProperties+Dictionary.swift").expectOutput {
        let payload: [String: Any] = ["campaign": "spring", "tags": ["vinyl", "mono"], "coupon": NSNull()]
        let properties = TrackedProperties(dictionary: payload)
        print(properties.json)  // {"campaign":"spring","coupon":null,"tags":["vinyl","mono"]}
      }
      func track(_ event: some AnalyticsEvent, trackedProperties: TrackedProperties) {
        #expect(trackedProperties.count == 4)
      }
      try Page("Sources/Trackable/Properties/TrackedProperties+Encoding.swift").expectOutput {
        let properties = try TrackedProperties(encoding: Purchase())
        print(properties.json)  // {"product":"Imagine","price":9.5,"buyer":{"plan":"premium"},"tags":["vinyl","mono"]}
        track(Events.Shop.didBuy, trackedProperties: properties)
      }
    }

    @Test func `Properties are read and changed by their keys`() {
      var properties: TrackedProperties = ["plan": "free"]
      shown {
        properties[Keys.year] = 1971
        properties[Keys.year]  // .int(1971)
        properties[Keys.year] = nil  // no longer there
        properties["plan"]  // plain strings are keys too
      }
      #expect(properties == ["plan": "free"])
    }

    @Test func `Values print as the comments show`() {
      let first = shown {
        let properties: TrackedProperties = [Keys.albumName ~>> "Imagine", Keys.year ~>> 1971]
        properties[Keys.year]  // .int(1971)
        properties.map(\.key.name)  // ["MyApp.Keys.albumName", "MyApp.Keys.year"]
        properties + [Keys.year ~>> 1972]  // the right side wins
      }
      #expect(first[1] == #"["MyApp.Keys.albumName", "MyApp.Keys.year"]"# && first[2].contains("1972"))
      let others = shown {
        let property = Keys.year ~>> 1971
        property.key.name  // "MyApp.Keys.year"
        property.value  // .int(1971)

        (Keys.year ~>> 1971).value  // .int(1971)
        (Keys.title ~>> "Imagine").value  // .string("Imagine")
        (Keys.rating ~>> TrackedValue.null).value  // .null: sent as null

        TrackedValue.array([1, "a", .null]).json  // [1,"a",null]

        let properties: TrackedProperties = [Keys.album ~>> [Keys.Details.year ~>> 1971]]
        properties.dictionary  // ["MyApp.Keys.album.Details.year": 1971]
        properties.nestedDictionary  // ["MyApp.Keys.album": ["MyApp.Keys.Details.year": 1971]]
      }
      #expect(
        others == [
          "MyApp.Keys.year", "1971", "1971", "Imagine", "null", #"[1,"a",null]"#,
          #"["MyApp.Keys.album.Details.year": 1971]"#, #"["MyApp.Keys.album": ["MyApp.Keys.Details.year": 1971]]"#,
        ])
    }

    @Test func `Elements of an array are read`() {
      let property = "tags" ~>> ["vinyl", "mono"]
      Page("Sources/Trackable/Properties/TrackedValue.swift").expectOutput {
        if case .array(let values) = property.value {
          print(values.count)  // 2
          print(values.map(\.description))  // ["vinyl", "mono"]
        }
      }
    }

    @Test func `An explanation names the sources, and the values left out`() {
      typealias ProjectKeys = NamesDoc.ProjectKeys
      let (list, detail, project) = (AlbumListVC(), AlbumDetailVC(), NamesDoc.ProjectVC())
      let page = Page("Sources/Trackable/Properties/TrackedPropertiesExplanation.swift")
      list.link { Keys.previousVC ~>> "Beatle list" }
      detail.link(to: list) { Keys.previousVC ~>> "Album list" }
      page.expectOutput {
        print(detail.explainTracking(of: Events.User.didRateAlbum))
        // MyApp.Keys.previousVC  Album list   3  link of AlbumDetailVC
        //   over                 Beatle list  5  link of AlbumListVC (1)
        // MyApp.Keys.albumName   Imagine      5  AlbumListVC (1)
      }
      detail.link(to: project)
      let lines = printed {
        print(detail.explainTracking(of: Events.User.didRateAlbum, trackedProperties: [ProjectKeys.pid ~>> 99]))
        // left out: MyApp.ProjectKeys.tags design, ProjectVC (1), of MyApp.ProjectKeys.pid 1
      }
      let leftOut = lines[0].replacing("NamesDoc.", with: "").split(separator: "\n").suffix(1)
      page.expect(leftOut.map(String.init))
    }
  }
}
