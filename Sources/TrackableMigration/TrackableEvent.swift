/// An event of Tracker-Aggregator: an identifier, and metadata.
///
/// ```swift
/// struct Opened: TrackableEvent {
///   let identifier = EventIdentifier(object: "App", action: "Opened")
/// }
///
/// Opened().trigger()   // App: Opened
/// ```
///
/// It is no `AnalyticsEvent`, so that the word `name` inside it means what it meant. It is tracked by ``trigger(fileID:line:)``, and
/// every tracker of the system gets it.
@available(*, deprecated, message: "Conform to IdentifiedEvent: 'metadata' is 'properties', a TrackedProperties.")
public protocol TrackableEvent: Sendable {
  /// The object of the event, the action, and perhaps a further detail.
  var identifier: EventIdentifier { get }

  /// What the event carries. The default is nothing.
  var metadata: [String: Any] { get }
}

@available(*, deprecated, message: "Conform to IdentifiedEvent.")
extension TrackableEvent {
  /// Nothing.
  public var metadata: [String: Any] { [:] }

  /// Tracks the event with the system's tracker.
  ///
  /// - Parameters:
  ///   - fileID: The caller's file, for issues.
  ///   - line: The caller's line, for issues.
  public func trigger(fileID: StaticString = #fileID, line: UInt = #line) {
    TrackableSystem.track(EarlierEvent(self), fileID: fileID, line: line)
  }
}

/// An event of Tracker-Aggregator as the trackers get it.
@available(*, deprecated)
struct EarlierEvent: TrackableCore.AnalyticsEvent {
  let base: any TrackableEvent
  let name, entity: String
  let properties: TrackedProperties

  /// Reads the event once, so that another value at a later read does not look like a change on the way.
  init(_ base: any TrackableEvent) {
    let identifier = base.identifier
    (self.base, name, entity) = (base, identifier.formatted, identifier.object)
    properties = TrackedProperties(dictionary: base.metadata)
  }
}

/// Any event, as an adapter gets it if it is not one of Tracker-Aggregator, or was changed on the way.
@available(*, deprecated)
extension TrackedEvent: TrackableEvent {
  /// The name as an identifier.
  public var identifier: EventIdentifier {
    let identifier = (base as? any TrackableCore.IdentifiedEvent)?.identifier
    return identifier.flatMap { $0.formatted == name ? $0 : nil } ?? EventIdentifier(object: name, action: "")
  }

  /// The properties as a dictionary, with `NSNull` for null on each system.
  public var metadata: [String: Any] { properties.dictionary.mapValues(withNSNull) }
}

extension EventIdentifier {
  /// The earlier word for `formatted`.
  @available(*, deprecated, renamed: "formatted")
  public var stringValue: String { formatted }

  /// The words in lower case, joined by underscores, where a capital begins no word: `iPhone: DidTap` is `iphone_didtap`.
  @available(*, deprecated, message: "'underscored' writes 'i_phone_did_tap'. Keep old names in 'object' and 'action'.")
  public var underscoredLowercased: String {
    formatted.lowercased().split { !$0.isLetter && !$0.isNumber }.joined(separator: "_")
  }
}
