/// The settings of Vojta Stavik's library, which were variables of its module, and the types that it had.
///
/// ```swift
/// Trackable.trackEventToRemoteServiceClosure = trackEventToMixpanel
/// ```
///
/// In a file that imports this module, it hides the module `Trackable`: a type of the core is `TrackedEvent`, or `Trackable::TrackedEvent`.
public enum Trackable: Sendable {
  /// An event, as this module has it.
  public typealias Event = TrackableMigration.Event
  /// A key, as this module has it.
  public typealias Key = TrackableMigration.Key
  /// A closure that gets each event.
  public typealias Closure = @MainActor (_ eventName: String, _ trackedProperties: [String: AnyObject]) -> Void

  private static var state: Lock<RemoteService.State> { TrackableSystem.value { Lock(RemoteService.State()) } }
  static var spelling: EarlierSpelling { state.withLock { $0.spelling } }

  /// Gets each event, with its properties as objects, on the main thread: at once if the event is tracked there. To set it
  /// bootstraps the system; to set it again replaces the closure, or whatever else the system was bootstrapped with.
  @available(*, deprecated, message: "Bootstrap a closure, with 'keys: .composing(.withoutOverlap)' for nested keys.")
  public static var trackEventToRemoteServiceClosure: Closure? {
    get { state.withLock { $0.closure } }
    set {
      // The service comes before the closure, so that the service drops earlier events.
      if newValue != nil { RemoteService.bootstrapIfMissing(state) }
      state.withLock { $0.closure = newValue }
    }
  }

  /// A text that is removed from the names of events, at the first place where it is in them.
  @available(*, deprecated, message: "A bootstrap ends it: write 'naming: .droppingPrefix(\"MyApp.\")' there.")
  public static var eventPrefixToRemove: String? {
    get { spelling.eventPrefix }
    set { state.withLock { $0.spelling.eventPrefix = newValue } }
  }

  /// A text that is removed from keys, at the first place where it is in them.
  @available(*, deprecated, message: "A bootstrap ends it: write 'keys: .droppingPrefix(\"MyApp.\")' there.")
  public static var keyPrefixToRemove: String? {
    get { spelling.keyPrefix }
    set { state.withLock { $0.spelling.keyPrefix = newValue } }
  }

  /// Whether a nested key is joined without what repeats: `People.John.age` for `John.age` in `People.John`. The default is
  /// `true`.
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
    /// Kept by the system only: so there is none after another bootstrap.
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
