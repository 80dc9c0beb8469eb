#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// Something that is known about the user, and stays true until it changes. Of two updates the later one counts: see
/// <doc:Order>.
///
/// ```swift
/// struct Email: UserProperty {
///   let value: String
///   func updateEvents() -> [any AnalyticsEvent] { [EmailChanged(newEmail: value)] }
/// }
///
/// settings.updateUserProperty(Email(value: "john@apple.records"))   // the property, then EmailChanged
/// ```
public protocol UserProperty: Sendable {
  /// The type of the property's value.
  associatedtype Value: TrackedValueConvertible

  /// The name. The default is the type path.
  var name: String { get }

  /// The value. If it has none (like `nil`), null is sent.
  var value: Value { get }

  /// The events to track after each update of the property. The default is none.
  func updateEvents() -> [any AnalyticsEvent]
}

extension UserProperty {
  /// The type path.
  public var name: String { NameTable.path(of: Self.self).name }
  /// No events.
  public func updateEvents() -> [any AnalyticsEvent] { [] }
}

/// The value that a tracker receives for an update of a user property.
public struct TrackedUserProperty: Sendable {
  /// The property as it was given to `update`.
  public let base: any UserProperty
  /// The full name: the property's own, unless a tracker on the way renamed it.
  public var name: String {
    get { identifier.text }
    set { identifier = IdentifierName(written: newValue) }
  }
  /// The name, and where a style may cut it.
  var identifier: IdentifierName
  /// The value. Every destination can deliver it: a value that does not fit has become text. Sensitive parts are in
  /// ``sensitiveValue`` instead.
  public var value: TrackedValue {
    didSet {
      let (shown, sensitive) = value.mended().value.split()
      value = shown
      if let sensitive { sensitiveValue = sensitive }
    }
  }
  /// The sensitive part of the value, for the tracker that reads it on purpose; `nil` if there is none.
  public var sensitiveValue: TrackedValue?
  /// When `update` was called.
  public let timestamp: Date
  /// Where in the code `update` was called.
  public let location: CodeLocation
  /// Why the value differs from the given one.
  let flaws: TrackedValueFlaws

  /// A tracked user property from a user property.
  ///
  /// - Parameters:
  ///   - property: The user property.
  ///   - timestamp: When it happened; `nil` means now.
  ///   - fileID: The file that it was updated in.
  ///   - line: The line that it was updated in.
  public init(
    _ property: some UserProperty, timestamp: Date? = nil, fileID: StaticString = #fileID, line: UInt = #line
  ) {
    self.init(property, timestamp: timestamp ?? CurrentTime.date, at: CodeLocation(fileID: fileID, line: line))
  }

  init(_ property: some UserProperty, timestamp: Date = CurrentTime.date, at location: CodeLocation) {
    let content = property.value
    let mended = (content.trackedValue ?? .null).mended()
    self.base = property
    self.identifier = IdentifierName(property.name, of: type(of: property))
    (self.value, sensitiveValue) = mended.value.split()
    self.timestamp = timestamp
    self.location = location
    self.flaws = TrackedValueFlaws(of: content).union(mended.flaws)
  }
}

extension TrackedUserProperty: CustomStringConvertible {
  /// `name: value`.
  public var description: String { "\(name): \(value)" }
}

extension TrackedUserProperty: CustomReflectable {
  /// The received values, without the given property, whose fields may be sensitive.
  public var customMirror: Mirror { Mirror(self, children: ["name": name, "value": value, "timestamp": timestamp]) }
}
