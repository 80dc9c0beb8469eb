import Testing
import Trackable

private enum ProjectKeys: String, EntityKey {
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

private let all = ["pid", "name", "tags", "backers"]

@Suite struct EntityKeyTests {
  /// The last components of the names on an event that is tracked with these, in order.
  private func names(
    on object: some TrackableClass, _ callSite: TrackedProperties = [], event: TrackedProperties = [],
    defaults: TrackedProperties = []
  ) -> [String] {
    let observed = RecordingTracker.plain()
    observed.run {
      TrackableSystem.defaultProperties = defaults
      object.track(Opened(properties: event), trackedProperties: callSite)
    }
    return observed.events.flatMap { $0.properties.lastNames }
  }

  @Test @Backstage func `An ancestor that did not answer in time hides the entity's properties beyond it`() {
    let row = ProjectPage([])
    let busy = BackstagePage()
    busy.link(to: TrackingContext().appending(pen))
    let recorder = RecordingTracker.plain()
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

  @Test func `What an event lacked hides the entity's properties also where it is tracked again`() throws {
    let row = ProjectPage([])
    do {
      let page = ProjectPage([ProjectKeys.pid ~>> 99])
      row.setupTrackableChain(trackedProperties: [ProjectKeys.isBacker ~>> true], parent: page)
      _ = names(on: row)
    }
    let (first, again, issues) = (RecordingTracker.plain(), RecordingTracker.plain(), RecordingTracker.plain())
    withSystem(first) { row.track(Opened()) }
    let event = try #require(first.events.first)
    expect(event.unread.map(\.typeName), is: ["ProjectPage"])
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
    let pages = [
      ProjectPage(), ProjectPage([ProjectKeys.pid ~>> 2]), ProjectPage([ProjectKeys.tags ~>> "rock"]), ProjectPage([]),
    ]
    let sites: [TrackedProperties] = [[], [ProjectKeys.pid ~>> 1], [ProjectKeys.pid ~>> 2]]
    func trackAll() {
      for page in pages {
        for site in sites {
          // The link's properties belong to the identity of the defaults, if no other place gives one.
          withTrackedProperties([ProjectKeys.isBacker ~>> true]) { page.track(Opened(), trackedProperties: site) }
        }
      }
    }
    func delivered(holding: Bool) -> [TrackedProperties] {
      let recorder = RecordingTracker.plain()
      let scoped = ScopedSystem(bootstrapped: holding ? nil : recorder)
      scoped.run {
        TrackableSystem.defaultProperties = pen
        trackAll()
      }
      if holding { scoped.bootstrap(recorder) }
      return recorder.events.map(\.properties)
    }
    let held = delivered(holding: true)
    expect(held.map { Array($0) }, is: delivered(holding: false).map { Array($0) })
    #expect(held.count == 12 && held[10].lastNames == ["pid", "isBacker", "name", "tags", "backers"])
    expect(held[5].lastNames, is: ["pid"])
  }

  @Test func `Combinators that add properties add places`() {
    let recorder = RecordingTracker.plain()
    let tracker = recorder.addingDefaults(pen)
    tracker.track(Opened(properties: [ProjectKeys.pid ~>> 2]))
    tracker.track(Opened(properties: [ProjectKeys.isBacker ~>> true]))
    let overriding = recorder.overridingProperties(with: [ProjectKeys.pid ~>> 3])
    overriding.track(Opened(properties: pen))
    overriding.track(Opened(properties: ["other" ~>> 1]))
    expect(recorder.events.map(\.properties.lastNames), is: [["pid"], ["isBacker"] + all, ["pid"], ["pid", "other"]])
  }

  @Test func `An ancestor that is gone hides what defaults of a tracker are about`() throws {
    let row = ProjectPage([])
    do {
      let page = ProjectPage([ProjectKeys.pid ~>> 2])
      row.setupTrackableChain(parent: page)
      _ = names(on: row)
    }
    let recorder = RecordingTracker.plain()
    withSystem(recorder.addingDefaults(pen + ["other" ~>> 1])) { row.track(Opened()) }
    expect(recorder.events.map(\.properties.lastNames), is: [["other"]])
  }

  @Test func `A key that a destination spells is of the same entity`() {
    let recorder = RecordingTracker.plain()
    let tracker = recorder.renaming(keys: .snakeCase).addingDefaults(pen)
    tracker.track(Opened(properties: [ProjectKeys.pid ~>> 2]))
    tracker.track(Opened(properties: [ProjectKeys.pid ~>> 1]))
    expect(recorder.events.map(\.properties.count), is: [1, 4])
    let named = recorder.renaming(keys: ProjectKeyList.self) { _ in "id" }.addingDefaults(pen)
    named.track(Opened(properties: [ProjectKeys.pid ~>> 2]))
    expect(recorder.events[2].properties.map(\.key.name), is: ["id"])
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

/// The same key, as a list of all cases.
private enum ProjectKeyList: CaseIterable, Key {
  case pid
  var name: String { ProjectKeys.pid.name }
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
