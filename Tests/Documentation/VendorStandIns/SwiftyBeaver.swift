// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// What the snippets use of SwiftyBeaver. https://github.com/SwiftyBeaver/SwiftyBeaver

public enum SwiftyBeaver: Sendable {
  public struct Log: Sendable {
    public func info(_ message: String) { ServiceLog.write("SwiftyBeaver info \(message)") }
  }

  public static let log = Log()
}
