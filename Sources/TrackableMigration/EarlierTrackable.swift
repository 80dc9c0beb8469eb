import Foundation

/// The types and settings of Vojta Stavik's library. In that library, the settings were global variables of its module
/// `Trackable`.
///
/// ```swift
/// Trackable.trackEventToRemoteServiceClosure = trackEventToMixpanel
/// ```
///
/// In a file that imports this module, the name `Trackable` means this enum and not the core's module. For a type of
/// the core, write `TrackedEvent` or `Trackable::TrackedEvent`.
public enum Trackable: Sendable {
  /// An event: this module's protocol.
  public typealias Event = TrackableMigration.Event
  /// A key: this module's protocol.
  public typealias Key = TrackableMigration.Key
  /// A property.
  public typealias TrackedProperty = TrackableCore.TrackedProperty
  /// An object that tracks.
  public typealias TrackableClass = TrackableCore.TrackableClass
  /// The type of a closure that gets each event.
  public typealias Closure = @MainActor (_ eventName: String, _ trackedProperties: [String: AnyObject]) -> Void

  static var state: Lock<EarlierState> { TrackableSystem.value { Lock(EarlierState()) } }
  static var spelling: EarlierSpelling { state.withLock { $0.spelling } }

  /// The closure that gets each event, with the properties as objects, on the main thread. If the app tracks the event
  /// on the main thread, the closure runs immediately. Setting the closure bootstraps the system with it: the closure
  /// replaces an earlier closure, and the tracker of an earlier bootstrap.
  @available(*, deprecated, message: "Bootstrap a closure, with 'keys: .composing(.withoutOverlap)' for nested keys.")
  public static var trackEventToRemoteServiceClosure: Closure? {
    get { state.withLock { $0.closure } }
    set {
      // The service is bootstrapped before the closure is stored, so that the service drops earlier events.
      if newValue != nil, state.withLock({ $0.service }) == nil {
        let service = RemoteService()
        state.withLock { $0.service = service }
        TrackableSystem.bootstrap(service)
      }
      state.withLock { $0.closure = newValue }
    }
  }

  /// A text that the library removes from the names of events. It removes only the first occurrence in a name.
  @available(*, deprecated, message: "A bootstrap ends it: write 'naming: .droppingPrefix(\"MyApp.\")' there.")
  public static var eventPrefixToRemove: String? {
    get { spelling.eventPrefix }
    set { state.withLock { $0.spelling.eventPrefix = newValue } }
  }

  /// A text that the library removes from keys. It removes only the first occurrence in a key.
  @available(*, deprecated, message: "A bootstrap ends it: write 'keys: .droppingPrefix(\"MyApp.\")' there.")
  public static var keyPrefixToRemove: String? {
    get { spelling.keyPrefix }
    set { state.withLock { $0.spelling.keyPrefix = newValue } }
  }

  /// Whether the library drops repeated words of nested keys: `John.age` inside `People.John` becomes
  /// `People.John.age`. The default is `true`.
  @available(*, deprecated, message: "A bootstrap ends it: give that 'keys: .composing(.withoutOverlap)', or '.whole'.")
  public static var smartKeyComposingEnabled: Bool {
    get { spelling.isSmart }
    set { state.withLock { $0.spelling.isSmart = newValue } }
  }
}

/// The values that this module keeps for a system.
struct EarlierState {
  var closure: Trackable.Closure?
  var spelling = EarlierSpelling()
  /// The reference is weak, because only the system keeps the service alive: after another bootstrap, the reference is
  /// `nil`.
  weak var service: RemoteService?
  /// The level and the handler of the log of Tracker-Aggregator.
  var level = ConsoleTracker.Level.none
  var log: @Sendable (String) -> Void = { print($0) }
  /// The ID of the visit that Tentacles sent. The visit lasts as long as the process, or as long as the scope of a
  /// test.
  let visit = UUID().uuidString
}

/// The tracker that calls ``Trackable/trackEventToRemoteServiceClosure``.
final class RemoteService: AnalyticsEventTracker {
  let state = Trackable.state

  var name: String { "trackEventToRemoteServiceClosure" }

  func track(_ event: TrackedEvent) {
    let (closure, spelling) = state.withLock { ($0.closure, $0.spelling) }
    guard let closure else { return }
    let call: @MainActor @Sendable () -> Void = { closure(spelling.event(event.name), spelling.flat(event.properties)) }
    if CurrentActor.main != nil { MainActor.assumeIsolated(call) } else { Task(operation: call) }
  }

  /// Returns when the closure has got all events from other threads.
  func flush() async { await MainActor.run {} }
}
