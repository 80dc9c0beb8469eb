/// The settings of Vojta Stavik's library, which were variables of its module.
///
/// ```swift
/// Trackable.trackEventToRemoteServiceClosure = trackEventToMixpanel
/// ```
@available(*, deprecated, message: "Write 'TrackableSystem.bootstrap(root: analytics) { name, properties in … }'.")
public let Trackable = EarlierTrackable()

/// The settings of Vojta Stavik's library, as properties of the constant `Trackable`.
public struct EarlierTrackable: Sendable {
  private var service: RemoteService { TrackableSystem.value { RemoteService() } }

  /// Gets each event, with its properties as objects, on the main thread: at once if the event is tracked there. To set it
  /// bootstraps the system; to set it again replaces the closure.
  public var trackEventToRemoteServiceClosure: RemoteService.Closure? {
    get { service.state.withLock { $0.closure } }
    nonmutating set { service.set(newValue) }
  }

  /// A text that is removed from the names of events, wherever it is in them.
  public var eventPrefixToRemove: String? {
    get { service.state.withLock { $0.eventPrefix } }
    nonmutating set { service.change { $0.eventPrefix = newValue } }
  }

  /// A text that is removed from keys, wherever it is in them.
  public var keyPrefixToRemove: String? {
    get { service.state.withLock { $0.keyPrefix } }
    nonmutating set { service.change { $0.keyPrefix = newValue } }
  }

  /// Whether a nested key is joined without what repeats: `People.John.age` for `John.age` in `People.John`. The default is
  /// `true`.
  public var smartKeyComposingEnabled: Bool {
    get { service.state.withLock { $0.isSmart } }
    nonmutating set { service.change { $0.isSmart = newValue } }
  }
}

/// The tracker behind the closure.
public final class RemoteService: AnalyticsEventTracker {
  /// A closure that gets each event.
  public typealias Closure = @MainActor (_ eventName: String, _ trackedProperties: [String: AnyObject]) -> Void

  struct State {
    var closure: Closure?
    var eventPrefix: String?
    var keyPrefix: String?
    var isSmart = true
    var isBootstrapped = false
    /// Spells names, and hands the events over.
    var tracker: any AnalyticsEventTracker = NoOpTracker()
  }

  let state = Lock(State())

  init() {}

  func set(_ closure: Closure?) {
    change { $0.closure = closure }
    let isFirst = state.withLock { state in
      defer { state.isBootstrapped = true }
      return !state.isBootstrapped
    }
    if isFirst { TrackableSystem.bootstrap(self) }
  }

  func change(_ body: (inout State) -> Void) {
    state.withLock { state in
      body(&state)
      state.tracker =
        state.closure.map { closure in
          ClosureTracker { Self.call(closure, $0.name, $0.properties.dictionary) }
            .renaming(events: .removing(state.eventPrefix), keys: state.keys)
        } ?? NoOpTracker()
    }
  }

  /// The closure's name in logs.
  public var name: String { "trackEventToRemoteServiceClosure" }

  /// Hands the event to the closure.
  public func track(_ event: TrackedEvent) { state.withLock { $0.tracker }.track(event) }

  /// Returns when the closure has got all events from other threads.
  public func flush() async { await MainActor.run {} }

  private static func call(_ closure: @escaping Closure, _ name: String, _ properties: [String: any Sendable]) {
    if CurrentActor.main != nil {
      MainActor.assumeIsolated { closure(name, properties.mapValues { $0 as AnyObject }) }
    } else {
      Task { @MainActor in closure(name, properties.mapValues { $0 as AnyObject }) }
    }
  }
}

extension RemoteService.State {
  var keys: NamingStyle { .composing(isSmart ? .withoutOverlap : .whole).followed(by: .removing(keyPrefix)) }
}

extension NamingStyle {
  fileprivate static func removing(_ text: String?) -> NamingStyle {
    guard let text, !text.isEmpty else { return .path }
    return .custom { $0.replacing(text, with: "") }
  }
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
