/// The global hub of the library Tracker-Aggregator. The process has one.
///
/// ```swift
/// GlobalTracker.startTracking(adapters: [MixpanelAdapter(token: "abcd")])
/// ```
@available(*, deprecated, message: "Bootstrap and start a TrackerHub; 'event.trigger()'; 'TrackableSystem.reset()'.")
public enum GlobalTracker: Sendable {
  /// Configures the adapters in the background, and then delivers all calls to them, including the calls from before
  /// the start.
  ///
  /// - Parameters:
  ///   - adapters: The services.
  ///   - fileID: The caller's file, for messages of issues. Leave this argument out.
  ///   - line: The caller's line, for messages of issues. Leave this argument out.
  /// - Returns: The hub, for an app that reads its ledger, flushes it or shuts it down.
  @discardableResult public static func startTracking(
    adapters: [any AnalyticsAdapter], fileID: StaticString = #fileID, line: UInt = #line
  ) -> TrackerHub {
    let hub = TrackerHub(adapters.map(AdapterDestination.init), name: "GlobalTracker", fileID: fileID, line: line)
    TrackableSystem.bootstrap(hub, fileID: fileID, line: line)
    hub.start()
    return hub
  }

  /// Tracks an event, as ``TrackableEvent/trigger(fileID:line:)`` does.
  public static func track(event: any TrackableEvent) { event.trigger() }

  /// Updates a property, as ``TrackableProperty/update(fileID:line:)`` does.
  public static func update(property: any TrackableProperty) { property.update() }

  /// Forgets the user, and resets the adapters.
  public static func resetAdapters() { TrackableSystem.reset() }

  /// How much the log says about each event and property that an adapter gets. The default is `none`, which means no
  /// log.
  @available(*, deprecated, message: "A bootstrap ends it: write '.logged(.info)' before '.prohibiting(…)'.")
  public static var loggingLevel: ConsoleTracker.Level {
    get { Trackable.state.withLock { $0.level } }
    set { Trackable.state.withLock { $0.level = newValue } }
  }

  /// Sets the function that gets each message of the log. Without this call, the library prints the messages.
  public static func log(_ handler: @escaping @Sendable (_ message: String) -> Void) {
    Trackable.state.withLock { $0.log = handler }
  }
}
