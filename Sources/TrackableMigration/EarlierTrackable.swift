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
  @available(
    *, deprecated,
    message:
      "Write 'TrackableSystem.bootstrap(root: analytics) { name, properties in … }', with 'keys: .composing(.withoutOverlap)' for nested keys."
  )
  public var trackEventToRemoteServiceClosure: Closure? {
    get { service.state.withLock { $0.closure } }
    nonmutating set { service.set(newValue) }
  }

  /// A text that is removed from the names of events, at the first place where it is in them.
  @available(*, deprecated, message: "Write 'naming: .droppingPrefix(\"MyApp.Events.\")' in the bootstrap.")
  public var eventPrefixToRemove: String? {
    get { spelling.eventPrefix }
    nonmutating set { service.state.withLock { $0.spelling.eventPrefix = newValue } }
  }

  /// A text that is removed from keys, at the first place where it is in them.
  @available(*, deprecated, message: "Write 'keys: .droppingPrefix(\"MyApp.Keys.\")' in the bootstrap.")
  public var keyPrefixToRemove: String? {
    get { spelling.keyPrefix }
    nonmutating set { service.state.withLock { $0.spelling.keyPrefix = newValue } }
  }

  /// Whether a nested key is joined without what repeats: `People.John.age` for `John.age` in `People.John`. The default is
  /// `true`.
  @available(*, deprecated, message: "Write 'keys: .composing(.withoutOverlap)', or '.composing(.whole)' for 'false'.")
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
    let isFirst = state.withLock { state in
      state.closure = closure
      defer { state.isBootstrapped = true }
      return !state.isBootstrapped
    }
    if isFirst { TrackableSystem.bootstrap(self) }
  }

  func track(_ event: TrackedEvent) {
    let (closure, spelling) = state.withLock { ($0.closure, $0.spelling) }
    guard let closure else { return }
    let (name, properties) = (spelling.event(event.name), spelling.flat(event.properties))
    if CurrentActor.main != nil {
      MainActor.assumeIsolated { closure(name, properties.mapValues { $0 as AnyObject }) }
    } else {
      Task { @MainActor in closure(name, properties.mapValues { $0 as AnyObject }) }
    }
  }

  /// Returns when the closure has got all events from other threads.
  func flush() async { await MainActor.run {} }
}

extension TrackableSystem {
  /// Sets a closure that gets each event with its properties as objects.
  ///
  /// - Parameters:
  ///   - handler: Gets the name and the properties, on the thread that tracked the event.
  ///   - fileID: The caller's file, for issues.
  ///   - line: The caller's line, for issues.
  @available(*, deprecated, message: "Give the closure's properties the type [String: any Sendable], or [String: Any].")
  @_disfavoredOverload public static func bootstrap(
    _ handler: @escaping @Sendable (_ name: String, _ properties: [String: AnyObject]) -> Void,
    fileID: StaticString = #fileID, line: UInt = #line
  ) {
    bootstrap(
      ClosureTracker { handler($0.name, $0.properties.dictionary.mapValues { $0 as AnyObject }) },
      fileID: fileID, line: line)
  }
}
