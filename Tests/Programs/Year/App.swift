import Foundation
import TestSupport
import Trackable
import TrackableHTTP
import TrackableHub
import TrackableApp

// An app, as the pages teach to write one: it uses the public API.

enum Events {
  enum User: String, Event { case liked, shared, played, rated }
  enum Screen: String, ScreenEvent { case opened }
  enum Daily: String, Event { case visited, searched }
}

enum Keys: String, Key { case app, screen, number, source, row }

enum ProjectKeys: String, EntityKey {
  case project, title, tags
  static let identifyingKey = project
}

enum UserKeys: String, SensitiveKey { case secret }

/// What the app was given for a key, as its properties.
func properties(_ texts: [String: String]) -> TrackedProperties {
  texts.sorted { $0.key < $1.key }.reduce(into: TrackedProperties()) { properties, text in
    if let key = ProjectKeys(rawValue: text.key) {
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

/// The root of every chain.
final class Session: Sendable {}

extension Session: TrackableClass {
  var trackedProperties: TrackedProperties { Keys.app ~>> "year" }
}

// MARK: - A format, and a tracker

/// What a service gets of a call.
struct Row: Codable, Sendable {
  var id: String
  var name: String
  var user: String?
  var anonymous: String
  var time: Double
  var with: [String: String]
}

struct RowFormat: WireFormat {
  let url: URL

  func encode(_ envelope: Envelope, in context: WireContext) -> [UInt8]? {
    let (name, properties): (String, TrackedProperties)
    switch envelope.content {
    case .event(let event): (name, properties) = (event.name, event.properties)
    case .identify(_, let traits): (name, properties) = ("identify", traits)
    default: return nil
    }
    let row = Row(
      id: envelope.id.uuidString, name: name, user: envelope.userID, anonymous: context.anonymousID,
      time: envelope.time.timeIntervalSinceReferenceDate, with: properties.texts)
    return (try? JSONEncoder().encode(row)).map { [UInt8]($0) }
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
  private let memory: UserMemory
  private let session = Session()
  private let configured = TrackerGate("the configuration arrived")
  private var objects: [Int: any TrackableClass] = [:]
  private var parts: [Int: Part] = [:]

  static let screens: [Screen.Type] = [
    Home.self, Search.self, ProjectList.self, ProjectPage.self, Checkout.self, Thanks.self, Account.self,
    Settings.self, Help.self, Sheet.self,
  ]

  /// - Parameters:
  ///   - first: A service that gets everything that the user agrees to.
  ///   - second: One that waits for its configuration besides.
  ///   - makeHub: Makes the hub.
  init(
    _ folder: URL, first: some AnalyticsDestination, second: some AnalyticsDestination, direct: DirectTracker,
    makeHub: ([any AnalyticsEventTracker]) -> TrackerHub
  ) {
    memory = UserMemory(file: folder.appending(path: "user.json"))
    let passed = OnceMemory(file: folder.appending(path: "once.json"))
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .gmt
    let day = OncePeriod.day(in: passed, calendar: calendar)
    hub = makeHub([
      first.once(per: day, Events.Daily.self).requiringConsent(.analytics, from: memory.consent),
      second.once(per: day, Events.Daily.self).renaming(.snakeCase).holding(until: configured)
        .requiringConsent(.analytics, from: memory.consent),
    ])
    TrackableSystem.bootstrap(hub.combined(with: direct), root: session, naming: .droppingModule)
    TrackableSystem.register(memory)
    memory.restore()
    hub.start()
  }

  // MARK: The app comes and goes

  func enterForeground() { TrackableSystem.applicationWillEnterForeground() }

  func enterBackground() async { _ = await TrackableSystem.applicationDidEnterBackground() }

  func flush() async { _ = await TrackableSystem.flush() }

  /// The device has been unlocked.
  func unlock() { memory.restore() }

  // MARK: Screens come and go

  func show(_ shown: Diary.Shown) {
    switch shown.kind {
    case .screen:
      let kind = Self.screens.first { "\($0)" == shown.name } ?? Sheet.self
      objects[shown.object] = kind.init(shown.name)
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

  func link(_ shown: Diary.Shown) {
    guard let object = objects[shown.object] else { return }
    let told = properties(shown.told)
    switch shown.parent.flatMap({ objects[$0] }) {
    case let screen as Screen: object.setupTrackableChain(trackedProperties: told, parent: screen)
    case let upload as Upload: object.setupTrackableChain(trackedProperties: told, parent: upload)
    default: object.setupTrackableChain(trackedProperties: told)
    }
  }

  func know(_ object: Int, _ key: String, _ value: String?) {
    switch objects[object] {
    case let screen as Screen: screen.known[key] = value
    case let model as ListModel: model.known[key] = value
    case let model as FormModel: model.known[key] = value
    case let upload as Upload: upload.known.withLock { $0[key] = value }
    default: break
    }
  }

  func drop(_ object: Int) { (objects[object], parts[object]) = (nil, nil) }

  // MARK: Something happens

  func track(_ tracked: Diary.Tracked) async {
    var given: TrackedProperties = [Keys.number ~>> "\(tracked.number)"]
    given += properties(tracked.given)
    if let secret = tracked.secret { given += [UserKeys.secret ~>> secret] }
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

  func identify(_ user: String) { TrackableSystem.identify(user) }

  func signOut() { TrackableSystem.reset() }

  func grant() {
    memory.consent.grant(.analytics)
    // A service that keeps a user knows none after a denial.
    if let user = memory.userID { TrackableSystem.identify(user) }
  }

  func deny() { memory.consent.deny(.analytics) }

  func configurationArrives() { configured.open() }
}
