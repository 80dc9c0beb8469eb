import Trackable

// Enums whose cases are named by reflection metadata. Imports no test framework: `.ci/steps/optimised.sh` compiles it into a
// program, once for each reflection setting of the compiler.

enum Cases {
  enum Plain: AnalyticsEvent { case shown, hidden }
  enum Only: AnalyticsEvent { case one }
  enum OnlyWithPayload: AnalyticsEvent { case one(String) }
  enum Small: AnalyticsEvent { case rated(Bool), skipped }

  indirect enum Payload: AnalyticsEvent {
    case nothing
    case unlabelled(Int)
    case labelled(index: Int, text: String)
    case void(Void)
    case optional(String?)
    case closure(@Sendable () -> Void)
    case itself(Payload)
  }

  enum `raw enum`: AnalyticsEvent { case `a b`, `c d`(Int) }
  struct Feature<Content: Sendable>: Sendable {
    enum Inside: AnalyticsEvent { case shown, tapped(Content) }
  }

  private enum Hidden: AnalyticsEvent { case plain, payload(String) }
  static var hidden: [any AnalyticsEvent] { [Hidden.plain, Hidden.payload("a")] }
  static func local() -> any AnalyticsEvent {
    enum Local: AnalyticsEvent { case payload(String) }
    return Local.payload("b")
  }

  // An enum's description is not its name.
  enum Described: AnalyticsEvent, CustomStringConvertible {
    case plain, payload(String)
    var description: String { "TrackableTests.Cases.Described.lie" }
  }
  enum DebugDescribed: AnalyticsEvent, CustomDebugStringConvertible {
    case plain, payload(String)
    var debugDescription: String { "TrackableTests.Cases.DebugDescribed.lie" }
  }
  enum Streamed: AnalyticsEvent, TextOutputStreamable {
    case plain, payload(String)
    func write(to stream: inout some TextOutputStream) { stream.write("TrackableTests.Cases.Streamed.lie") }
  }
  enum Mirrored: AnalyticsEvent, CustomReflectable {
    case plain, payload(String)
    var customMirror: Mirror { Mirror(self, children: ["lie": 1], displayStyle: .struct) }
  }
  enum Coded: AnalyticsEvent, CodingKey { case plain }
  /// Not an enum, although its mirror says so.
  struct Pretender: AnalyticsEvent, CustomReflectable {
    var customMirror: Mirror { Mirror(self, children: ["lie": 1], displayStyle: .enum) }
  }
  final class Class: AnalyticsEvent {}
}
