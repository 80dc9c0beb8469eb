import Testing
import Trackable

private enum ArticleKeys: String, EntityKey, CaseIterable {
  case id, title, tags
  static let identifyingKey = id

  enum Stats: String, EntityKey {
    case views
    static let identifyingKey = ArticleKeys.id
  }
}

private enum MoreKeys: String, Key { case source, rating }

private struct Opened: AnalyticsEvent {
  var properties: TrackedProperties = []
}

/// A screen of an article. It may know the title before the ID.
private final class ArticlePage: TrackableClass, Sendable {
  let (id, title): (Int?, String?)

  init(_ id: Int?, _ title: String?) { (self.id, self.title) = (id, title) }

  var trackedProperties: TrackedProperties {
    ArticleKeys.id ~>> id
    if let title { ArticleKeys.title ~>> title }
    MoreKeys.source ~>> String?.none
  }
}

private let below: TrackedProperties = [
  ArticleKeys.id ~>> 1, ArticleKeys.title ~>> "Pen", ArticleKeys.tags ~>> "design", ArticleKeys.Stats.views ~>> 7,
]
private let none = Int?.none

/// A place that gives the ID as `nil`, beside another key of the entity, is about a thing whose ID is not known yet.
@Suite(.timeLimit(.minutes(10))) struct EntityWithoutIDTests {
  /// What an event carries on a chain of places, nearest first: the call site, and links.
  private func event(
    _ places: TrackedProperties..., event: TrackedProperties = [],
    through tracker: (RecordingTracker) -> any AnalyticsEventTracker = { $0 }
  ) -> TrackedProperties {
    let recorder = RecordingTracker.plain()
    withSystem(tracker(recorder)) {
      var context = TrackingContext()
      for place in places.dropFirst().reversed() { context = context.appending(place) }
      context.track(Opened(properties: event), trackedProperties: places.first ?? [])
    }
    return recorder.events.first?.properties ?? []
  }

  private static let spellings: [@Sendable () -> TrackedProperties] = [
    { [ArticleKeys.id ~>> none, ArticleKeys.title ~>> "Lamp"] },
    { [ArticleKeys.title ~>> "Lamp", ArticleKeys.id ~>> none] },
    { [ArticleKeys.id: none, ArticleKeys.title: "Lamp"] },
    { TrackedProperties([ArticleKeys.title ~>> "Lamp", ArticleKeys.id ~>> none]) },
    { [ArticleKeys.title ~>> "Lamp", ArticleKeys.id.name ~>> none] },
    { [PropertyKey(ArticleKeys.id) ~>> none, ArticleKeys.title ~>> "Lamp"] },
    { built(true) },
    { built(false) },
    { [ArticleKeys.id ~>> none, ArticleKeys.title ~>> "Lamp"] + [] },
    { [MoreKeys.rating ~>> 1] + [ArticleKeys.id ~>> none, ArticleKeys.title ~>> "Lamp"] },
    {
      [ArticleKeys.id ~>> none, ArticleKeys.title ~>> "Desk"] + [ArticleKeys.id ~>> none, ArticleKeys.title ~>> "Lamp"]
    },
  ]

  @TrackedPropertiesBuilder private static func built(_ isNested: Bool) -> TrackedProperties {
    if isNested {
      ArticleKeys.id ~>> none
      MoreKeys.rating ~>> none
    } else {
      for key in [ArticleKeys.id, ArticleKeys.tags] { key ~>> none }
    }
    ArticleKeys.title ~>> "Lamp"
  }

  @Test(arguments: spellings.indices)
  func `The rule holds in each way to write a place, and in each place`(spelling: Int) {
    let said = Self.spellings[spelling]().filter { $0.key != PropertyKey(MoreKeys.rating) }
    let place = Self.spellings[spelling]()
    expect(said, is: [ArticleKeys.title ~>> "Lamp"])
    expect(event(place, below)[ArticleKeys.id], is: nil)
    expect(event(place, below).map(\.key.name).filter { $0 != MoreKeys.rating.name }, is: [ArticleKeys.title.name])
    // In a farther place, a nearer one refines it.
    expect(event([ArticleKeys.Stats.views ~>> 9], place, below)[ArticleKeys.tags], is: nil)
    expect(event([ArticleKeys.Stats.views ~>> 9], place, below)[ArticleKeys.Stats.views], is: 9)
    // A nearer identity wins over it.
    expect(event([ArticleKeys.id ~>> 1], place, below)[ArticleKeys.title], is: "Pen")
    // The event's own, a link's, a context's, a scope's, the defaults.
    expect(event([], below, event: place)[ArticleKeys.tags], is: nil)
    let page = ArticlePage(nil, nil)
    page.setupTrackableChain(trackedProperties: place)
    let recorder = RecordingTracker.plain()
    withSystem(recorder) {
      TrackableSystem.defaultProperties = below
      page.track(Opened())
      page.makeTrackingContext().track(Opened())
      withTrackedProperties(place) { TrackableSystem.track(Opened()) }
    }
    expect(recorder.events.map { $0.properties[ArticleKeys.tags] }, is: [nil, nil, nil])
    expect(recorder.events.map { $0.properties[ArticleKeys.title] }, is: ["Lamp", "Lamp", "Lamp"])
  }

  private enum Twin: String, Key {
    case id
    var name: String { ArticleKeys.id.name }
  }

  @Test func `A missing value for a case of an enum of no entity says nothing`() {
    expect(event([Twin.id ~>> none, ArticleKeys.title ~>> "Lamp"], below)[ArticleKeys.id], is: 1)
    expect(event([Twin.id ~>> 2, ArticleKeys.title ~>> "Lamp"], below)[ArticleKeys.tags], is: nil)
  }

  @Test func `An ID that is given later in the same place counts`() {
    let place: TrackedProperties = [ArticleKeys.id ~>> none, ArticleKeys.title ~>> "Lamp", ArticleKeys.id ~>> 1]
    expect(event(place, below)[ArticleKeys.tags], is: "design")
    expect(
      event([ArticleKeys.id ~>> none, ArticleKeys.title ~>> "Lamp"] + [ArticleKeys.id ~>> 1], below)[ArticleKeys.tags],
      is: "design")
    var changed: TrackedProperties = [ArticleKeys.id ~>> none, ArticleKeys.title ~>> "Lamp"]
    changed[ArticleKeys.id] = 1
    expect(event(changed, below)[ArticleKeys.tags], is: "design")
  }

  @Test func `An event without an ID stays so behind the trackers on its way`() {
    let place: TrackedProperties = [
      ArticleKeys.id ~>> none, ArticleKeys.title ~>> "Lamp", MoreKeys.rating ~>> Double.nan,
    ]
    let ways: [(RecordingTracker) -> any AnalyticsEventTracker] = [
      { $0.addingDefaults(below) },
      { $0.addingDefaults(below).prohibiting(keys: [MoreKeys.rating]) },
      { $0.addingDefaults(below).allowing(keys: ArticleKeys.allCases) },
      {
        $0.addingDefaults(below).addingDefaults([MoreKeys.source ~>> "app"]).overridingProperties(with: [
          MoreKeys.rating ~>> 1
        ])
      },
      { $0.renaming(.snakeCase).addingDefaults(below) },
    ]
    for way in ways {
      let properties = event(place, through: way)
      expect(properties.filter { $0.value == "design" || $0.value == 1 && $0.key.name.contains("id") }.count, is: 0)
      #expect(properties.contains { $0.value == "Lamp" })
    }
    // Also where a nearer place has replaced all that was said of it, and code tracks the event again.
    let recorder = RecordingTracker.plain()
    withSystem(recorder) {
      TrackingContext().appending(place).track(Opened(), trackedProperties: [ArticleKeys.title ~>> "Desk"])
      TrackingContext().appending(below).track(recorder.events[0])
    }
    expect(recorder.events.map { $0.properties[ArticleKeys.title] }, is: ["Desk", "Desk"])
    expect(recorder.events.map { $0.properties[ArticleKeys.id] }, is: [nil, nil])
  }

  @Test func `The explanation says that what is left out is of another thing`() {
    let page = ArticlePage(nil, "Lamp")
    page.link(to: TrackingContext().appending(below))
    let explanation = RecordingTracker.plain().run { page.explainTracking(of: Opened()) }
    expect(explanation.properties, is: [ArticleKeys.title ~>> "Lamp"])
    expect(explanation.leftOut.map(\.entry.key), is: below.map(\.key))
    expect(explanation.leftOut.map(\.identity), is: [1, 1, 1, 1])
  }

  @Test func `Nothing else sees an ID that is not known yet`() {
    var generator = SeededGenerator(seed: 7)
    let other = PropertyPlace.random(count: 6, spellings: KeySpelling.entities[...], using: &generator).properties
    for _ in 0..<200 {
      let place = PropertyPlace.random(
        count: 1 + generator.below(8), spellings: KeySpelling.entities[...], using: &generator)
      let (properties, same) = (place.properties, TrackedProperties(place.list.filter { !$0.isOmitted }))
      #expect(properties == same && properties.count == same.count && properties.isEmpty == same.isEmpty)
      expect(Array(properties), is: Array(same))
      expect(properties.json, is: same.json)
      expect("\(properties)", is: "\(same)")
      expect(properties.dictionary.keys.sorted(), is: same.dictionary.keys.sorted())
      expect(Array(properties + other), is: Array(same + other))
      expect(Array(other.merging(properties)), is: Array(other.merging(same)))
      expect(properties.map(\.flaws), is: same.map(\.flaws))
    }
  }

  // Both are asked for their identifying key while it is made.
  private enum MadeKeys: String, EntityKey {
    case pid, name
    static let identifyingKey = PropertyKey(Self.pid)
  }

  private enum ComputedKeys: String, EntityKey {
    case pid, name
    static var identifyingKey: PropertyKey { PropertyKey(Self.pid) }
  }

  @Test func `An identifying key may be made of a key of the entity`() {
    expect(event([MadeKeys.pid ~>> 2], [MadeKeys.pid ~>> 1, MadeKeys.name ~>> "Pen"]), is: [MadeKeys.pid ~>> 2])
    expect(
      event([ComputedKeys.pid ~>> 2], [ComputedKeys.pid ~>> 1, ComputedKeys.name ~>> "Pen"]),
      is: [ComputedKeys.pid ~>> 2])
    expect(
      event([MadeKeys.identifyingKey ~>> none, MadeKeys.name ~>> "Pen"], [MadeKeys.pid ~>> 1]),
      is: [MadeKeys.name ~>> "Pen"])
  }
}
