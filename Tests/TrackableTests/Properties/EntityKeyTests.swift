import Testing
import Trackable

private enum ProjectKeys: String, EntityKey, CaseIterable {
  case pid, name, tags, isBacker
  static let identifyingKey = pid
}

/// Keys that another module adds to projects.
extension ProjectKeys {
  fileprivate enum Stats: String, EntityKey {
    case backers
    static let identifyingKey = ProjectKeys.pid
  }
}

private struct Opened: AnalyticsEvent {
  var properties: TrackedProperties = []
}

/// A screen about a project.
private final class ProjectPage: TrackableClass, Sendable {
  let properties: TrackedProperties

  init(_ properties: TrackedProperties = pen) { self.properties = properties }

  var trackedProperties: TrackedProperties { properties }
}

/// The project that the screens are about.
private let pen: TrackedProperties = [
  ProjectKeys.pid ~>> 1, ProjectKeys.name ~>> "Pen", ProjectKeys.tags ~>> "design", ProjectKeys.Stats.backers ~>> 7,
]

private enum MoreKeys: String, Key { case source, rating }
private let none = Int?.none

private let all = ["pid", "name", "tags", "backers"]

@Suite struct EntityKeyTests {
  private let recorder = RecordingTracker.plain()

  /// A row below a page of another project that is gone.
  private func orphan() -> ProjectPage {
    let row = ProjectPage([])
    row.setupTrackableChain(
      trackedProperties: [ProjectKeys.isBacker ~>> true], parent: ProjectPage([ProjectKeys.pid ~>> 99]))
    return row
  }

  @Test @Backstage func `An ancestor that did not answer in time hides the entity's properties beyond it`() {
    let row = ProjectPage([])
    let busy = BackstagePage()
    busy.link(to: TrackingContext().appending(pen))
    let due = Lock<[@Sendable () -> Void]>([])
    let scoped = ScopedSystem(
      bootstrapped: recorder, readTimeout: .zero, time: .manual({ _, body in due.withLock { $0.append(body) } }))
    row.setupTrackableChain(parent: busy)
    scoped.run { track(on: row) }
    // While this runs on the actor, nothing else reads there.
    for body in due.withLock({ $0 }) { body() }
    expect(recorder.events.map(\.properties.lastNames), is: [["isBacker"]])
    expect(recorder.events.map { $0.unread.map(\.typeName) }, is: [["BackstagePage"]])
  }

  @Test func `An ancestor that is gone hides what lower ranks say, also where its event is tracked again`() throws {
    let (first, again, issues) = (RecordingTracker.plain(), RecordingTracker.plain(), RecordingTracker.plain())
    // Objects of this class say something.
    _ = ProjectPage().trackedNames()
    let row = orphan()
    withSystem(first.addingDefaults(pen)) { row.track(Opened()) }
    let event = try #require(first.events.first)
    expect(event.properties.lastNames, is: ["isBacker"])
    let other = ProjectPage()
    withSystem(again, issues: issues) {
      other.track(event)
      other.track(event, trackedProperties: [ProjectKeys.pid ~>> 1])
      expect(other.explainTracking(of: event).entries.map(\.key.name), is: again.events.first?.keys)
    }
    expect(again.events.map(\.properties.lastNames), is: [["isBacker"], all])
    expect(again.events.map { $0.unread.map(\.typeName) }, is: [["ProjectPage"], ["ProjectPage"]])
    #expect(issues.issues.isEmpty)
  }

  private nonisolated func track(on row: ProjectPage) {
    row.track(Opened(), trackedProperties: [ProjectKeys.isBacker ~>> true], isolation: nil)
  }

  @Test func `Events from before the bootstrap get the defaults by the same law`() {
    let said: [TrackedProperties] = [[], pen, [ProjectKeys.pid ~>> 2], [ProjectKeys.tags ~>> "rock"]]
    let pages = said.map { ProjectPage($0) }
    let sites: [TrackedProperties] = [[], [ProjectKeys.pid ~>> 1], [ProjectKeys.pid ~>> 2]]
    func delivered(holding: Bool) -> [[TrackedProperty]] {
      let recorder = RecordingTracker.plain()
      let scoped = ScopedSystem(bootstrapped: holding ? nil : recorder)
      scoped.run {
        TrackableSystem.defaultProperties = pen
        // What the scope says belongs to the identity of the defaults, if no other place gives one.
        withTrackedProperties([ProjectKeys.isBacker ~>> true]) {
          for page in pages { for site in sites { page.track(Opened(), trackedProperties: site) } }
        }
      }
      if holding { scoped.bootstrap(recorder) }
      return recorder.events.map { Array($0.properties) }
    }
    let held = delivered(holding: true)
    expect(held, is: delivered(holding: false))
    expect(held[1].map(\.key.lastName), is: ["pid", "isBacker", "name", "tags", "backers"])
    expect(held[8].map(\.key.lastName), is: ["pid"])
  }

  @Test func `Combinators that add properties add places`() {
    let tracker = recorder.addingDefaults(pen)
    tracker.track(Opened(properties: [ProjectKeys.pid ~>> 2]))
    tracker.track(Opened(properties: [ProjectKeys.isBacker ~>> true]))
    let overriding = recorder.overridingProperties(with: [ProjectKeys.pid ~>> 3])
    overriding.track(Opened(properties: pen))
    overriding.track(Opened(properties: ["other" ~>> 1]))
    expect(recorder.events.map(\.properties.lastNames), is: [["pid"], ["isBacker"] + all, ["pid"], ["pid", "other"]])
  }

  @Test func `The explanation names each property that the event left out, and its thing`() {
    let page = ProjectPage(pen + ["other" ~>> 1])
    let explanation = RecordingTracker.plain().run {
      TrackableSystem.defaultProperties = [ProjectKeys.isBacker ~>> false]
      return page.explainTracking(of: Opened(), trackedProperties: [ProjectKeys.pid ~>> 99])
    }
    expect(explanation.properties.lastNames, is: ["pid", "other"])
    expect(explanation.leftOut.map(\.entry.key.lastName), is: ["pid", "name", "tags", "backers", "isBacker"])
    expect(explanation.leftOut.map(\.identity), is: [1, 1, 1, 1, nil])
    #expect(explanation.leftOut.allSatisfy { $0.identifyingKey == PropertyKey(ProjectKeys.pid) })
    #expect(explanation[ProjectKeys.tags] == nil)
    let lines = explanation.description.split(separator: "\n").suffix(2)
    let prefix = String(ProjectKeys.pid.name.dropLast(3))
    expect(
      Array(lines),
      is: [
        "left out: \(prefix)Stats.backers 7, ProjectPage, of \(prefix)pid 1",
        "left out: \(prefix)isBacker false, defaults, of no known \(prefix)pid",
      ])
  }
}

@Backstage private final class BackstagePage: @Backstage TrackableClass {
  var trackedProperties: TrackedProperties { ProjectKeys.pid ~>> 2 }
}

extension PropertyKey {
  fileprivate var lastName: String { name.split(separator: ".").last.map(String.init) ?? name }
}

extension TrackedProperties {
  fileprivate var lastNames: [String] { map(\.key.lastName) }
}

/// A place that gives the ID as `nil`, beside another key of the entity, is about a thing whose ID is not known yet.
@Suite(.timeLimit(.minutes(10))) struct EntityWithoutIDTests {
  private let recorder = RecordingTracker.plain()

  /// What an event carries on a chain of places, nearest first: the call site, and links.
  private func event(
    _ places: TrackedProperties..., through tracker: (RecordingTracker) -> any AnalyticsEventTracker = { $0 }
  ) -> TrackedProperties {
    let recorder = RecordingTracker.plain()
    withSystem(tracker(recorder)) {
      var context = TrackingContext()
      for place in places.dropFirst().reversed() { context = context.appending(place) }
      context.track(Opened(), trackedProperties: places.first ?? [])
    }
    return recorder.events.first?.properties ?? []
  }

  private static let spellings: [@Sendable () -> TrackedProperties] = [
    { [ProjectKeys.pid ~>> none, ProjectKeys.name ~>> "Lamp"] },
    { [ProjectKeys.name ~>> "Lamp", ProjectKeys.pid ~>> none] },
    { [ProjectKeys.pid: none, ProjectKeys.name: "Lamp"] },
    { TrackedProperties([ProjectKeys.name ~>> "Lamp", ProjectKeys.pid ~>> none]) },
    { [PropertyKey(ProjectKeys.pid) ~>> none, ProjectKeys.name ~>> "Lamp"] },
    { built(true) },
    { built(false) },
    { [ProjectKeys.pid ~>> none, ProjectKeys.name ~>> "Lamp"] + [] },
    { [MoreKeys.rating ~>> 1] + [ProjectKeys.pid ~>> none, ProjectKeys.name ~>> "Lamp"] },
    {
      [ProjectKeys.pid ~>> none, ProjectKeys.name ~>> "Desk"] + [ProjectKeys.pid ~>> none, ProjectKeys.name ~>> "Lamp"]
    },
  ]

  @TrackedPropertiesBuilder private static func built(_ isNested: Bool) -> TrackedProperties {
    if isNested {
      ProjectKeys.pid ~>> none
      MoreKeys.rating ~>> none
    } else {
      for key in [ProjectKeys.pid, ProjectKeys.tags] { key ~>> none }
    }
    ProjectKeys.name ~>> "Lamp"
  }

  @Test(arguments: spellings.indices)
  func `The rule holds in each way to write a place, and in each place`(spelling: Int) {
    let place = Self.spellings[spelling]()
    let said = place.filter { $0.key != PropertyKey(MoreKeys.rating) }
    expect(said, is: [ProjectKeys.name ~>> "Lamp"])
    expect(event(place, pen).filter { $0.key != PropertyKey(MoreKeys.rating) }, is: said)
    // In a farther place, a nearer one refines it.
    let refined = event([ProjectKeys.Stats.backers ~>> 9], place, pen)
    #expect(refined[ProjectKeys.tags] == nil && refined[ProjectKeys.Stats.backers] == 9)
    // A nearer identity wins over it.
    expect(event([ProjectKeys.pid ~>> 1], place, pen)[ProjectKeys.name], is: "Pen")
    // The event's own, a link's, a context's, a scope's, above the defaults.
    let page = ProjectPage([])
    page.setupTrackableChain(trackedProperties: place)
    withSystem(recorder) {
      TrackableSystem.defaultProperties = pen
      TrackableSystem.track(Opened(properties: place))
      page.track(Opened())
      page.makeTrackingContext().track(Opened())
      withTrackedProperties(place) { TrackableSystem.track(Opened()) }
    }
    expect(recorder.events.map { $0.properties[ProjectKeys.tags] }, is: [nil, nil, nil, nil])
    expect(recorder.events.map { $0.properties[ProjectKeys.name] }, is: ["Lamp", "Lamp", "Lamp", "Lamp"])
  }

  private enum Twin: String, Key {
    case id
    var name: String { ProjectKeys.pid.name }
  }

  @Test func `An ID given later in the same place counts, and a missing one of no entity says nothing`() {
    let place: TrackedProperties = [ProjectKeys.pid ~>> none, ProjectKeys.name ~>> "Lamp"]
    var changed = place
    changed[ProjectKeys.pid] = 1
    let later: TrackedProperties = [ProjectKeys.pid ~>> none, ProjectKeys.name ~>> "Lamp", ProjectKeys.pid ~>> 1]
    for place in [later, place + [ProjectKeys.pid ~>> 1], changed] {
      expect(event(place, pen)[ProjectKeys.tags], is: "design")
    }
    expect(event([Twin.id ~>> none, ProjectKeys.name ~>> "Lamp"], pen)[ProjectKeys.pid], is: 1)
    expect(event([Twin.id ~>> 2, ProjectKeys.name ~>> "Lamp"], pen)[ProjectKeys.tags], is: nil)
  }

  @Test func `An event without an ID stays so behind the trackers on its way`() {
    let place: TrackedProperties = [
      ProjectKeys.pid ~>> none, ProjectKeys.name ~>> "Lamp", MoreKeys.rating ~>> Double.nan,
    ]
    let ways: [(RecordingTracker) -> any AnalyticsEventTracker] = [
      { $0.addingDefaults(pen).prohibiting(keys: [MoreKeys.rating]) },
      { $0.addingDefaults(pen).allowing(keys: ProjectKeys.allCases) },
      { $0.addingDefaults(pen).addingDefaults([MoreKeys.source ~>> "app"]).overridingProperties(with: []) },
      { $0.renaming(.snakeCase).addingDefaults(pen) },
    ]
    for way in ways {
      let properties = event(place, through: way)
      expect(properties.filter { $0.value == "design" || $0.value == 1 && $0.key.name.contains("id") }.count, is: 0)
      #expect(properties.contains { $0.value == "Lamp" })
    }
    // Also where a nearer place has replaced all that was said of it, and code tracks the event again.
    withSystem(recorder) {
      TrackingContext().appending(place).track(Opened(), trackedProperties: [ProjectKeys.name ~>> "Desk"])
      TrackingContext().appending(pen).track(recorder.events[0])
    }
    expect(recorder.events.map { $0.properties[ProjectKeys.name] }, is: ["Desk", "Desk"])
    expect(recorder.events.map { $0.properties[ProjectKeys.pid] }, is: [nil, nil])
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
