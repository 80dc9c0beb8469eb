/// The settings of Vojta Stavik's library, which were variables of its module.
///
/// ```swift
/// Trackable.trackEventToRemoteServiceClosure = trackEventToMixpanel
/// ```
public let Trackable = EarlierTrackable()

/// The settings of Vojta Stavik's library, as properties of the constant `Trackable`.
public struct EarlierTrackable: Sendable {
  /// A closure that gets each event.
  public typealias Closure = @MainActor (_ eventName: String, _ trackedProperties: [String: AnyObject]) -> Void

  private var service: RemoteService { TrackableSystem.value { RemoteService() } }
  var spelling: EarlierSpelling { service.state.withLock { $0.spelling } }

  /// Gets each event, with its properties as objects, on the main thread: at once if the event is tracked there. To set it
  /// bootstraps the system; to set it again replaces the closure.
  @available(*, deprecated, message: "Bootstrap a closure, with 'keys: .composing(.withoutOverlap)' for nested keys.")
  public var trackEventToRemoteServiceClosure: Closure? {
    get { service.state.withLock { $0.closure } }
    nonmutating set { service.set(newValue) }
  }

  /// A text that is removed from the names of events, at the first place where it is in them.
  @available(*, deprecated, message: "A bootstrap ends it: write 'naming: .droppingPrefix(\"MyApp.\")' there.")
  public var eventPrefixToRemove: String? {
    get { spelling.eventPrefix }
    nonmutating set { service.state.withLock { $0.spelling.eventPrefix = newValue } }
  }

  /// A text that is removed from keys, at the first place where it is in them.
  @available(*, deprecated, message: "A bootstrap ends it: write 'keys: .droppingPrefix(\"MyApp.\")' there.")
  public var keyPrefixToRemove: String? {
    get { spelling.keyPrefix }
    nonmutating set { service.state.withLock { $0.spelling.keyPrefix = newValue } }
  }

  /// Whether a nested key is joined without what repeats: `People.John.age` for `John.age` in `People.John`. The default is
  /// `true`.
  @available(*, deprecated, message: "A bootstrap ends it: give that 'keys: .composing(.withoutOverlap)', or '.whole'.")
  public var smartKeyComposingEnabled: Bool {
    get { spelling.isSmart }
    nonmutating set { service.state.withLock { $0.spelling.isSmart = newValue } }
  }
}

/// The tracker behind the closure.
final class RemoteService: AnalyticsEventTracker {
  struct State {
    var closure: EarlierTrackable.Closure?
    var spelling = EarlierSpelling()
    var isBootstrapped = false
  }

  let state = Lock(State())

  func set(_ closure: EarlierTrackable.Closure?) {
    var isBootstrapped = true
    state.withLock { swap(&$0.isBootstrapped, &isBootstrapped) }
    // Before the closure is set: events from before that were dropped.
    if !isBootstrapped { TrackableSystem.bootstrap(self) }
    state.withLock { $0.closure = closure }
  }

  func track(_ event: TrackedEvent) {
    let (closure, spelling) = state.withLock { ($0.closure, $0.spelling) }
    guard let closure else { return }
    let call: @MainActor @Sendable () -> Void = { closure(spelling.event(event.name), spelling.flat(event.properties)) }
    if CurrentActor.main != nil { MainActor.assumeIsolated(call) } else { Task(operation: call) }
  }

  /// Returns when the closure has got all events from other threads.
  func flush() async { await MainActor.run {} }
}

extension TrackableSystem {
  /// Not available: see the message.
  @available(*, unavailable, message: "The closure takes [String: any Sendable], or [String: Any].")
  public static func bootstrap(
    root: Any? = nil, naming: NamingStyle = .path, keys: NamingStyle? = nil,
    _ handler: @escaping @Sendable (_ name: String, _ properties: [String: AnyObject]) -> Void
  ) {}
}
