/// The settings of Vojta Stavik's library, which were global variables of its module `Trackable`, and the library's
/// types.
///
/// ```swift
/// Trackable.trackEventToRemoteServiceClosure = trackEventToMixpanel
/// ```
///
/// In a file that imports this module, the name `Trackable` means this enum and not the core's module. For a type of
/// the core, write `TrackedEvent` or `Trackable::TrackedEvent`.
public enum Trackable: Sendable {
  /// An event, as this module has it.
  public typealias Event = TrackableMigration.Event
  /// A key, as this module has it.
  public typealias Key = TrackableMigration.Key
  /// A closure that gets each event.
  public typealias Closure = @MainActor (_ eventName: String, _ trackedProperties: [String: AnyObject]) -> Void

  private static var state: Lock<RemoteService.State> { TrackableSystem.value { Lock(RemoteService.State()) } }
  static var spelling: EarlierSpelling { state.withLock { $0.spelling } }

  /// The closure that gets each event, with the properties as objects, on the main thread. If the app tracks the event
  /// there, the closure runs at once. If the app sets the closure, the system is bootstrapped with it, and the closure
  /// replaces any earlier closure and the tracker of an earlier bootstrap.
  @available(*, deprecated, message: "Bootstrap a closure, with 'keys: .composing(.withoutOverlap)' for nested keys.")
  public static var trackEventToRemoteServiceClosure: Closure? {
    get { state.withLock { $0.closure } }
    set {
      // The service comes before the closure, so that the service drops earlier events.
      if newValue != nil { RemoteService.bootstrapIfMissing(state) }
      state.withLock { $0.closure = newValue }
    }
  }

  /// A text that the library removes from the names of events; only its first occurrence in a name.
  @available(*, deprecated, message: "A bootstrap ends it: write 'naming: .droppingPrefix(\"MyApp.\")' there.")
  public static var eventPrefixToRemove: String? {
    get { spelling.eventPrefix }
    set { state.withLock { $0.spelling.eventPrefix = newValue } }
  }

  /// A text that the library removes from keys; only its first occurrence in a key.
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

/// The tracker behind the closure.
final class RemoteService: AnalyticsEventTracker {
  struct State {
    var closure: Trackable.Closure?
    var spelling = EarlierSpelling()
    /// Weak, because only the system keeps the service: after another bootstrap, it is `nil`.
    weak var service: RemoteService?
  }

  let state: Lock<State>

  private init(_ state: Lock<State>) { self.state = state }

  static func bootstrapIfMissing(_ state: Lock<State>) {
    if state.withLock({ $0.service }) != nil { return }
    let service = RemoteService(state)
    state.withLock { $0.service = service }
    TrackableSystem.bootstrap(service)
  }

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
