/// The hub of Tracker-Aggregator: one for the whole process.
///
/// ```swift
/// GlobalTracker.startTracking(adapters: [MixpanelAdapter(token: "abcd")])
/// ```
@available(*, deprecated, message: "Bootstrap with 'let hub = TrackerHub([…])', and call 'hub.start()'.")
public enum GlobalTracker: Sendable {
  /// Configures the adapters in the background, and delivers to them from then on, calls from before included.
  ///
  /// - Parameters:
  ///   - adapters: The services.
  ///   - fileID: The caller's file, for issues.
  ///   - line: The caller's line, for issues.
  /// - Returns: The hub, for an app that counts, flushes or shuts down.
  @discardableResult public static func startTracking(
    adapters: [any AnalyticsAdapter], fileID: StaticString = #fileID, line: UInt = #line
  ) -> TrackerHub {
    let destinations = adapters.map { AdapterDestination(adapter: $0) }
    let hub = TrackerHub(destinations, name: "GlobalTracker", fileID: fileID, line: line)
    TrackableSystem.bootstrap(hub, fileID: fileID, line: line)
    hub.start()
    return hub
  }

  /// How much is written for each event and property that an adapter gets. The default is nothing.
  @available(*, deprecated, message: "A bootstrap ends it: write '.logged(.info)' before '.prohibiting(…)'.")
  public static var loggingLevel: ConsoleTracker.Level {
    get { GlobalLog.current.state.withLock { $0.level } }
    set { GlobalLog.current.state.withLock { $0.level = newValue } }
  }

  /// Sets where the log goes; otherwise it is printed.
  public static func log(_ handler: @escaping @Sendable (_ message: String) -> Void) {
    GlobalLog.current.state.withLock { $0.log = handler }
  }
}

/// The log of a system's adapters.
final class GlobalLog: Sendable {
  let state = Lock<(level: ConsoleTracker.Level, log: @Sendable (String) -> Void)>((.none, { print($0) }))

  static var current: GlobalLog { TrackableSystem.value { GlobalLog() } }

  func write(to name: String, _ body: (ConsoleTracker) -> Void) {
    body(state.withLock { ConsoleTracker(level: $0.level, name: name, log: $0.log) })
  }
}
