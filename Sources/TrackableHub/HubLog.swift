#if canImport(os)
  public import os
#endif

/// Where a hub logs what it delivers.
///
/// ```swift
/// TrackerHub(destinations, logging: .info, log: .custom { SwiftyBeaver.info($0) })
/// // -[Intercom]: EVENT TRIGGERED - 'Event Detail: Viewed'
/// ```
public struct HubLog: Sendable {
  let write: @Sendable (String) -> Void

  /// Passes each text to a closure, in the background, on the worker of the destination that it is about.
  public static func custom(_ write: @escaping @Sendable (String) -> Void) -> HubLog {
    HubLog(write: write)
  }

  /// Prints to standard output.
  public static let print = custom { Swift.print($0) }

  #if canImport(os)
    /// Writes to the unified log of Apple's platforms. The texts are marked as private, so they are redacted unless a
    /// debugger is attached.
    public static func logger(_ logger: Logger) -> HubLog {
      custom { logger.info("\($0, privacy: .private)") }
    }

    /// Writes to the unified log, as subsystem `Trackable` and category `Hub`.
    public static let logger = logger(Logger(subsystem: "Trackable", category: "Hub"))
  #endif
}
