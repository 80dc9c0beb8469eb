#if canImport(os)
  public import os
#endif

/// Where a hub writes what it delivers.
///
/// ```swift
/// TrackerHub(destinations, logging: .info, log: .custom { SwiftyBeaver.info($0) })
/// // -[Intercom]: EVENT TRIGGERED - 'Event Detail: Viewed'
/// ```
public struct HubLog: Sendable {
  let write: @Sendable (String) -> Void

  /// Hands each text to a closure, in the background, from the worker of the destination that it speaks of.
  public static func custom(_ write: @escaping @Sendable (String) -> Void) -> HubLog {
    HubLog(write: write)
  }

  /// Prints on standard output.
  public static let print = custom { Swift.print($0) }

  #if canImport(os)
    /// Writes to the unified log of Apple's platforms. Texts are private there: who reads the log without a debugger
    /// sees that there was one, and not what it said.
    public static func logger(_ logger: Logger) -> HubLog {
      custom { logger.info("\($0, privacy: .private)") }
    }

    /// Writes to the unified log, as subsystem `Trackable` and category `Hub`.
    public static let logger = logger(Logger(subsystem: "Trackable", category: "Hub"))
  #endif
}
