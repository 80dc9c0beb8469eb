/// An event in the form of the library Tracker-Aggregator, with an identifier and metadata.
///
/// ```swift
/// struct Opened: TrackableEvent {
///   let identifier = EventIdentifier(object: "App", action: "Opened")
/// }
///
/// Opened().trigger()   // App: Opened
/// ```
///
/// The protocol does not refine `AnalyticsEvent`, so that the name `name` inside an event keeps its meaning. The method
/// ``trigger(fileID:line:)`` tracks the event, and every tracker of the system gets it.
@available(*, deprecated, message: "Conform to IdentifiedEvent: 'metadata' is 'properties', a TrackedProperties.")
public protocol TrackableEvent: Sendable {
  /// The object of the event, the action, and perhaps a further detail.
  var identifier: EventIdentifier { get }

  /// The values that the event carries. The default is no values.
  var metadata: [String: Any] { get }

  /// Further values, under this library's name for metadata. The library sends them together with the metadata. The
  /// default is no values.
  @available(*, deprecated, message: "Read 'metadata', which each earlier event has.")
  var properties: TrackedProperties { get }
}

@available(*, deprecated, message: "Conform to IdentifiedEvent.")
extension TrackableEvent {
  /// No values.
  public var metadata: [String: Any] { [:] }

  /// No values.
  @_disfavoredOverload public var properties: TrackedProperties { [] }

  /// Tracks the event with the system's tracker.
  ///
  /// - Parameters:
  ///   - fileID: The caller's file, for messages of issues. Leave this argument out.
  ///   - line: The caller's line, for messages of issues. Leave this argument out.
  public func trigger(fileID: StaticString = #fileID, line: UInt = #line) {
    TrackableSystem.track(EarlierEvent(self), fileID: fileID, line: line)
  }
}

/// An event of Tracker-Aggregator as the trackers get it.
@available(*, deprecated)
struct EarlierEvent: TrackableCore.IdentifiedEvent {
  let base: any TrackableEvent
  let identifier: EventIdentifier
  let properties: TrackedProperties

  /// Reads the event once. If a later read gave another value, the library would think that a combinator has changed
  /// the event.
  init(_ base: any TrackableEvent) {
    (self.base, identifier) = (base, base.identifier)
    properties = TrackedProperties(dictionary: base.metadata) + base.properties
  }
}

/// An event as an adapter gets it if the event does not conform to `TrackableEvent`, or if the chain or a combinator
/// has changed it.
@available(*, deprecated)
extension TrackedEvent: TrackableEvent {
  /// The name as an identifier.
  @available(*, deprecated, message: "Read 'name', which is the identifier as text.")
  public var identifier: EventIdentifier {
    let identifier = (base as? any TrackableCore.IdentifiedEvent)?.identifier
    return identifier.flatMap { $0.formatted == name ? $0 : nil } ?? EventIdentifier(object: name, action: "")
  }

  /// The properties as a dictionary, with `NSNull` for null on every system.
  @available(*, deprecated, message: "Read 'properties.dictionary'.")
  public var metadata: [String: Any] { properties.dictionary.mapValues(withNSNull) }
}

extension EventIdentifier {
  /// The name that the earlier library had for `formatted`.
  @available(*, deprecated, renamed: "formatted")
  public var stringValue: String { formatted }

  /// The object, the action and the label in lower case, with underscores between them and for spaces. A capital letter
  /// does not begin a new word: `iPhone: DidTap` is `iphone_didtap`.
  @available(*, deprecated, message: "'underscored' writes 'i_phone_did_tap'. Keep old names in 'object' and 'action'.")
  public func underscoredLowercased() -> String {
    [object, action, label].compactMap { $0 }.joined(separator: "_").lowercased().replacing(" ", with: "_")
  }
}
