import Foundation
import TestSupport
import Trackable
import TrackableHTTP
import TrackableHub
import TrackableApp
import TrackableValuePropositions

// An app, as the pages teach to write one: it uses the public API.

enum Events {
  enum User: String, Event { case liked, shared, played, rated }
  enum Screen: String, ScreenEvent { case opened }
  enum Daily: String, Event { case visited, searched }
  enum App: String, Event { case installed, updated, launched, returned, left, began }
  /// Since the first update.
  enum Newer: String, Event { case scored }
}

enum Keys: String, Key { case app, screen, number, source, row }

/// Since the first update.
enum NewerKeys: String, Key { case origin }

/// What a user comes for.
struct Watching: ValueProposition {
  let name = "watched"
  let attributes: [String: String]
}

enum ProjectKeys: String, EntityKey {
  case project, title, tags
  static let identifyingKey = project
}

enum UserKeys: String, SensitiveKey { case secret }

/// Which app was launched last.
enum Release { static let isOdd = Shared(false) }

/// What the app was given for a key, as its properties.
func properties(_ texts: [String: String]) -> TrackedProperties {
  texts.sorted { $0.key < $1.key }.reduce(into: TrackedProperties()) { properties, text in
    if text.key == "source", Release.isOdd.value {
      properties[NewerKeys.origin] = TrackedValue.string(text.value)
    } else if let key = ProjectKeys(rawValue: text.key) {
      properties[key] = TrackedValue.string(text.value)
    } else if let key = Keys(rawValue: text.key) {
      properties[key] = TrackedValue.string(text.value)
    }
  }
}

// MARK: - Screens, models, cells, parts

@MainActor class Screen {
  let name: String
  var known: [String: String] = [:]

  required init(_ name: String) { self.name = name }
}

extension Screen: @MainActor TrackableClass {
  var trackedProperties: TrackedProperties {
    Keys.screen ~>> name
    properties(known)
  }
}

final class Home: Screen {}
final class Search: Screen {}
final class ProjectList: Screen {}
final class ProjectPage: Screen {}
final class Checkout: Screen {}
final class Thanks: Screen {}
final class Account: Screen {}
final class Settings: Screen {}
final class Help: Screen {}
final class Sheet: Screen {}

/// The model of a screen.
@MainActor final class ListModel {
  var known: [String: String] = [:]
}

extension ListModel: @MainActor TrackableClass {
  var trackedProperties: TrackedProperties { properties(known) }
}

/// A model that belongs to no actor.
final class FormModel {
  var known: [String: String] = [:]
}

extension FormModel: TrackableClass {
  var trackedProperties: TrackedProperties { properties(known) }
}

/// Works in the background.
actor Upload {
  nonisolated let known = Shared<[String: String]>([:])

  func finish(_ event: some AnalyticsEvent, _ given: TrackedProperties) { track(event, trackedProperties: given) }
}

extension Upload: TrackableClass {
  nonisolated var trackedProperties: TrackedProperties { properties(known.value) }
}

@MainActor final class Cell {}

extension Cell: @MainActor TrackableClass {
  var trackedProperties: TrackedProperties {}
}

/// A view of SwiftUI, which has the context of the view around it.
struct Part {
  let context: TrackingContext
}

// MARK: - A format, and a tracker

/// What a service gets of a call.
struct Row: Decodable {
  struct Value: Decodable {
    let text: String

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      if let text = try? container.decode(String.self) {
        self.text = text
      } else if let number = try? container.decode(Int.self) {
        text = "\(number)"
      } else {
        text = "\(try container.decode(Double.self))"
      }
    }
  }

  var id: String
  var name: String
  var user: String?
  var anonymous: String
  var time: Double
  var with: [String: Value]?
  /// Since the first update.
  var properties: [String: Value]?
}

struct RowFormat: WireFormat {
  let url: URL
  let isNewer: Bool

  func encode(_ envelope: Envelope, in context: WireContext) -> [UInt8]? {
    let (name, properties): (String, TrackedProperties)
    switch envelope.content {
    case .event(let event): (name, properties) = (event.name, event.properties)
    case .identify(_, let traits): (name, properties) = ("identify", traits)
    default: return nil
    }
    let row: TrackedProperties = [
      "id" ~>> envelope.id.uuidString, "name" ~>> name, "user" ~>> envelope.userID,
      "anonymous" ~>> context.anonymousID, "time" ~>> envelope.time.timeIntervalSinceReferenceDate,
      (isNewer ? "properties" : "with") ~>> properties,
    ]
    return Array(row.json.utf8)
  }
}

extension TrackedProperties {
  var texts: [String: String] { dictionary.mapValues { "\($0)" } }
}

/// The library of a service that is called directly.
struct DirectTracker: AnalyticsEventTracker {
  let take: @Sendable (_ name: String, _ properties: [String: String], _ user: String?, _ time: Date) -> Void

  func track(_ event: TrackedEvent) { take(event.name, event.properties.texts, event.userID, event.timestamp) }
  func identify(_ user: TrackedUser) { take("identify", user.traits.texts, user.id, user.timestamp) }
  func reset() { take("reset", [:], nil, .distantPast) }
}

// MARK: - The app

@MainActor final class App {
  let hub: TrackerHub
  private let app: TrackableApp
  private let configured = TrackerGate("the configuration arrived")
  private var objects: [Int: any TrackableClass] = [:]
  private var parts: [Int: Part] = [:]
  private var timings: [Int: EventTiming] = [:]
  private var sessions: [Int: ValuePropositionSession] = [:]

  static let screens: [Screen.Type] = [
    Home.self, Search.self, ProjectList.self, ProjectPage.self, Checkout.self, Thanks.self, Account.self,
    Settings.self, Help.self, Sheet.self,
  ]
  private static let kinds = Dictionary(uniqueKeysWithValues: screens.map { ("\($0)", $0) })
  private static let lifecycle = LifecycleEvents(
    installed: Events.App.installed, updated: Events.App.updated, opened: Events.App.launched,
    foregrounded: Events.App.returned, backgrounded: Events.App.left, visitBegan: Events.App.began,
    hasEarlierData: false)

  /// - Parameters:
  ///   - first: A service that gets everything that the user agrees to.
  ///   - second: One that waits for its configuration besides, and gets a share of some events.
  ///   - isExtension: Whether this is the app's extension.
  ///   - calendar: That of the user.
  ///   - makeHub: Makes the hub.
  init(
    _ folder: URL, release: Int, isExtension: Bool, calendar: Calendar, first: some AnalyticsEventTracker,
    second: some AnalyticsEventTracker, direct: DirectTracker,
    makeHub: ([any AnalyticsEventTracker]) -> TrackerHub
  ) {
    Release.isOdd.set(!release.isMultiple(of: 2))
    app = TrackableApp(
      folder: folder, installation: .untilReset(), visits: VisitPolicy(away: .seconds(1_800)), device: [.appVersion],
      lifecycle: isExtension ? nil : Self.lifecycle, version: AppVersion("1.\(release)"))
    let day = OncePeriod.day(in: app.once, calendar: calendar)
    hub = makeHub([
      first.once(per: day, Events.Daily.self).requiringConsent(.analytics, from: app.consent),
      second.once(per: day, Events.Daily.self).renaming(.snakeCase).holding(until: configured)
        .sampled(by: .property(InstallationKeys.id)) { $0.name.hasSuffix("opened") ? 0.5 : 1 }
        .requiringConsent(.analytics, from: app.consent),
    ])
    TrackableSystem.defaultProperties = [Keys.app ~>> "year"]
    TrackableSystem.bootstrap(hub.combined(with: direct), root: app, naming: .droppingModule)
    app.start()
    hub.start()
  }

  // MARK: What happens

  func enterForeground() { TrackableSystem.applicationWillEnterForeground() }

  func enterBackground() async { _ = await TrackableSystem.applicationDidEnterBackground() }

  func flush() async { _ = await TrackableSystem.flush() }

  /// What needs no time.
  func perform(_ step: Diary.Step) async {
    switch step {
    case .show(let shown): show(shown)
    case .relink(let shown): link(shown)
    case .know(let object, let key, let value): know(object, key, value)
    case .drop(let object): (objects[object], parts[object]) = (nil, nil)
    case .track(let tracked): await track(tracked)
    case .begin(let tracked, let pauses):
      let event = Events.User(rawValue: tracked.event) ?? .played
      timings[tracked.number] = tracked.object.flatMap { objects[$0] }?.startTiming(event, pausesInBackground: pauses)
    case .finish(let number):
      timings.removeValue(forKey: number)?.end(trackedProperties: [Keys.number ~>> "\(number)"])
    case .offer(let number, let object):
      sessions[number] = objects[object]?.open(Watching(attributes: ["clip": "\(number)"]))
    case .watch(let number, .started): sessions[number]?.start()
    case .watch(let number, .paused): sessions[number]?.pause()
    case .watch(let number, .completed): sessions[number]?.complete()
    case .watch(let number, .canceled): sessions[number]?.cancel()
    case .identify(let user): TrackableSystem.identify(user)
    case .signOut: TrackableSystem.reset()
    case .grant:
      app.consent.grant(.analytics)
      // A service that keeps a user knows none after a denial.
      if let user = app.memory.userID { TrackableSystem.identify(user) }
    case .deny: app.consent.deny(.analytics)
    case .configurationArrives: configured.open()
    default: break
    }
  }

  /// The process ends. A timing that is forgotten is a mistake of the app's.
  func abandon() { for timing in timings.values { timing.cancel() } }

  // MARK: Screens come and go

  private func show(_ shown: Diary.Shown) {
    switch shown.kind {
    case .screen: objects[shown.object] = (Self.kinds[shown.name] ?? Sheet.self).init(shown.name)
    case .model: objects[shown.object] = shown.object.isMultiple(of: 2) ? ListModel() : FormModel()
    case .actor: objects[shown.object] = Upload()
    case .cell: objects[shown.object] = Cell()
    case .part:
      parts[shown.object] = Part(context: context(of: shown.parent).appending(properties(shown.told)))
      return
    }
    link(shown)
  }

  private func context(of object: Int?) -> TrackingContext {
    object.flatMap { objects[$0] }?.makeTrackingContext() ?? TrackingContext()
  }

  private func link(_ shown: Diary.Shown) {
    guard let object = objects[shown.object] else { return }
    let told = properties(shown.told)
    switch shown.parent.flatMap({ objects[$0] }) {
    case let screen as Screen: object.setupTrackableChain(trackedProperties: told, parent: screen)
    case let upload as Upload: object.setupTrackableChain(trackedProperties: told, parent: upload)
    default: object.setupTrackableChain(trackedProperties: told)
    }
  }

  private func know(_ object: Int, _ key: String, _ value: String?) {
    switch objects[object] {
    case let screen as Screen: screen.known[key] = value
    case let model as ListModel: model.known[key] = value
    case let model as FormModel: model.known[key] = value
    case let upload as Upload: upload.known.withLock { $0[key] = value }
    default: break
    }
  }

  func track(_ tracked: Diary.Tracked) async {
    var given: TrackedProperties = [Keys.number ~>> "\(tracked.number)"]
    given += properties(tracked.given)
    if let secret = tracked.secret { given += [UserKeys.secret ~>> secret] }
    if tracked.event == "rated", Release.isOdd.value {
      return await track(Events.Newer.scored, given, on: tracked.object)
    }
    if let event = Events.User(rawValue: tracked.event) { await track(event, given, on: tracked.object) }
    if let event = Events.Screen(rawValue: tracked.event) { await track(event, given, on: tracked.object) }
    if let event = Events.Daily(rawValue: tracked.event) { await track(event, given, on: tracked.object) }
  }

  private func track(_ event: some AnalyticsEvent, _ given: TrackedProperties, on object: Int?) async {
    guard let object else { return TrackableSystem.track(event, trackedProperties: given) }
    if let part = parts[object] {
      part.context.track(event, trackedProperties: given)
    } else if let upload = objects[object] as? Upload {
      await upload.finish(event, given)
    } else {
      objects[object]?.track(event, trackedProperties: given)
    }
  }
}
