import Foundation
import Testing
import Trackable

// What adopters write: one conformance for every way there is to every public protocol. That the file compiles, without
// `@testable`, is the test.

// MARK: - Key

enum AdopterKey: String, Key {
  case one
  enum Nested: String, Key { case two }
}

enum UnnamedKey: Key {
  case plain
  var name: String { "plain" }
}

struct StructKey: Key {
  let name: String
}

struct RawKey: Key, RawRepresentable {
  let rawValue: String
}

enum ProjectKey: String, EntityKey {
  case pid, name
  static let identifyingKey = pid
}

enum UserKey: String, SensitiveKey { case email }

enum CustomerKey: String, EntityKey, SensitiveKey {
  case id, address
  static let identifyingKey = AdopterKey.one
}

enum PinnedKey: String, Key, PinnedPath {
  case artist
  static let pinnedPath = "Beatles.Keys"
}

// MARK: - Combinators

struct AdopterPassing: ForwardingTracker {
  var base: any AnalyticsEventTracker
}

struct AdopterChanging: ForwardingTracker {
  var base: any AnalyticsEventTracker
  let name = "changing"
  func track(_ event: TrackedEvent) { if event.eventType != .impression { base.track(event) } }
  func purge() { base.purge() }
}

// MARK: - Values

struct Rating: TrackedValueConvertible {
  let stars: Int
  var trackedValue: TrackedValue? { stars > 0 ? .int(stars) : nil }
}

enum Genre: String, TrackedValueConvertible { case rock }
enum Mood: Int { case calm = 1 }

// MARK: - Events

struct Bare: AnalyticsEvent {}

struct Full: AnalyticsEvent {
  var name: String { "full" }
  var entity: String { "Song" }
  var eventType: AnalyticsEventType { .redirect }
  var properties: TrackedProperties { [AdopterKey.one ~>> 1] }
}

enum AdopterEvent: String, Event {
  case started
  enum Nested: String, Event { case ended }
}

enum TypedEvent: String, Event {
  case shown
  var eventType: AnalyticsEventType { .impression }
  var properties: TrackedProperties { [AdopterKey.one ~>> rawValue] }
}

enum PinnedEvent: String, Event, PinnedPath {
  case played
  static let pinnedPath = "Beatles.Events"
}

struct SongTapped: IdentifiedEvent {
  let identifier = EventIdentifier(object: "Song", action: "Tapped")
}

enum AdopterScreen: String, ScreenEvent { case home }

final class ClassEvent: AnalyticsEvent {
  let properties: TrackedProperties = [AdopterKey.one ~>> 1]
}

struct Email: UserProperty {
  let value: String
  func updateEvents() -> [any AnalyticsEvent] { [Bare()] }
}

struct Plan: UserProperty {
  var name: String { "plan" }
  var value: Genre? { nil }
}

// MARK: - Objects

final class PlainObject: Sendable {}
extension PlainObject: TrackableClass { var trackedProperties: TrackedProperties {} }

/// A parent is `Sendable`.
final class SilentObject: TrackableClass, Sendable {
  var trackedProperties: TrackedProperties {}
}

final class BuilderObject: TrackableClass, @unchecked Sendable {
  var trackedProperties: TrackedProperties {
    AdopterKey.one ~>> 1
    if Bool.random() { AdopterKey.Nested.two ~>> 2 }
  }
}

final class SendableObject: TrackableClass, @unchecked Sendable {
  let trackedProperties: TrackedProperties = [AdopterKey.one ~>> "sendable"]
}

@MainActor final class ViewController { var title = "list" }
extension ViewController: @MainActor TrackableClass {
  var trackedProperties: TrackedProperties { AdopterKey.one ~>> title }
}

actor Worker: TrackableClass {
  nonisolated var trackedProperties: TrackedProperties { AdopterKey.one ~>> "worker" }
}

class BaseClass: TrackableClass, @unchecked Sendable {
  var trackedProperties: TrackedProperties { AdopterKey.one ~>> "base" }
}

final class Subclass: BaseClass, @unchecked Sendable {
  override var trackedProperties: TrackedProperties { super.trackedProperties + [AdopterKey.one ~>> "sub"] }
}

// MARK: - Trackers

struct MinimalTracker: AnalyticsEventTracker {
  func track(_ event: TrackedEvent) {}
}

struct FullTracker: AnalyticsEventTracker {
  let name = "Full"
  let wantsExplanations = false
  func track(_ event: TrackedEvent) {}
  func update(_ property: TrackedUserProperty) {}
  func identify(_ user: TrackedUser) {}
  func reset() {}
  func report(_ error: any Error, at location: CodeLocation) {}
  func purge() {}
  func flush() async {}
}

struct SeedTracker: AnalyticsEventTracker {
  func track(_ event: some AnalyticsEvent) {}
}

actor ActorTracker: AnalyticsEventTracker {
  nonisolated func track(_ event: TrackedEvent) {}
}

@Suite struct AdoptersConformancesTests {
  @Test func `Every conformance is usable`() async {
    let keys: [any Key] = [
      AdopterKey.one, AdopterKey.Nested.two, UnnamedKey.plain, StructKey(name: "s"), RawKey(rawValue: "r"), "string",
      PropertyKey("p"), ProjectKey.name, UserKey.email, CustomerKey.address, PinnedKey.artist,
    ]
    let properties: TrackedProperties = [
      AdopterKey.one ~>> Rating(stars: 1), UnnamedKey.plain ~>> Genre.rock, StructKey(name: "s") ~>> Mood.calm,
      RawKey(rawValue: "r") ~>> [Genre.rock], "string" ~>> Rating(stars: 0),
    ]
    #expect(properties.map(\.value) == [1, "rock", 1, ["rock"]])
    #expect(Set(keys.map { PropertyKey($0) }).count == keys.count)

    let trackers: [any AnalyticsEventTracker] = [
      MinimalTracker(), FullTracker(), SeedTracker(), ActorTracker(), NoOpTracker(), ClosureTracker { _ in },
      ConsoleTracker(level: .none), MinimalTracker().renaming(.path),
    ]
    let events: [any AnalyticsEvent] = [
      Bare(), Full(), AdopterEvent.started, AdopterEvent.Nested.ended, TypedEvent.shown, ClassEvent(),
      PinnedEvent.played, SongTapped(), AdopterScreen.home,
    ]
    for tracker in trackers {
      for event in events { tracker.track(event) }
      tracker.update(TrackedUserProperty(Email(value: "x")))
      tracker.update(TrackedUserProperty(Plan()))
      await tracker.flush()
    }
  }

  @MainActor @Test func `Every object tracks`() {
    let names = Names()
    TrackableSystem.withTracker(names) {
      PlainObject().track(Bare())
      BuilderObject().track(Bare())
      SendableObject().track(Bare())
      let controller = ViewController()
      controller.track(Bare())
      let worker = Worker()
      worker.track(Bare())
      worker.setupTrackableChain(parent: controller)
      Subclass().track(Full())
    }
    #expect(names.count == 6)
  }
}

/// Counts its calls.
actor Names: AnalyticsEventTracker {
  private let counter = Counter()
  nonisolated var count: Int { counter.count }
  nonisolated func track(_ event: TrackedEvent) { counter.increment() }
}
