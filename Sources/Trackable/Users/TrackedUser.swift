#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A user with traits, as a tracker receives them for an `identify`.
///
/// ```swift
/// func identify(_ user: TrackedUser) {
///   SDK.identify(user.id, user.traits.dictionary)
/// }
/// ```
public struct TrackedUser: Sendable {
  /// The user's ID, in the form that your services know.
  public var id: String
  /// The traits of the user: `["plan" ~>> "premium"]`. Traits with a ``SensitiveKey`` are only in ``sensitiveTraits``.
  /// If you assign sensitive traits here, the user moves them to ``sensitiveTraits``. If you replace a value here, the
  /// user drops the sensitive part of the old value.
  public var traits: TrackedProperties {
    @inline(never) get { whole.split().shown }
    @inline(never) set { whole = whole.changed(from: whole.split(), to: newValue.reportingFlaws(at: location)) }
  }

  /// The traits with a ``SensitiveKey``, for a tracker that needs them.
  public var sensitiveTraits: TrackedProperties {
    get { whole.split().sensitive }
    @inline(never) set { whole = traits.joined(with: newValue, asIn: whole) }
  }

  /// All traits, sensitive or not, in the order in which they were given. The system has already
  /// reported flaws of these traits.
  var whole: TrackedProperties
  /// The time of the call of `identify`.
  public let timestamp: Date
  /// The location in the code that has called `identify`.
  public let location: CodeLocation
  /// The system's stamp of the user; `nil` if no system made the call.
  package var stamp: UserStamp?

  /// Creates a user with traits.
  ///
  /// - Parameters:
  ///   - id: The user's ID, in the form that your services know.
  ///   - traits: The traits of the user.
  ///   - timestamp: The time of the call; `nil` means now.
  ///   - fileID: The caller's file.
  ///   - line: The caller's line.
  public init(
    _ id: String, traits: TrackedProperties = TrackedProperties(), timestamp: Date? = nil,
    fileID: StaticString = #fileID, line: UInt = #line
  ) {
    self.id = id
    self.timestamp = timestamp ?? CurrentTime.date
    location = CodeLocation(fileID: fileID, line: line)
    whole = traits.reportingFlaws(at: location)
  }

  /// The most traits that a system keeps from earlier calls.
  static let capacity = 100

  /// Adds the traits of an earlier `identify` of the same user. If there are too many traits, the latest traits stay.
  /// Returns whether the user lost any traits.
  @discardableResult mutating func add(_ earlier: TrackedUser) -> Bool {
    let others = earlier.whole.elements.filter { whole.value(for: $0.key) == nil }
    let room = max(0, Self.capacity - whole.count)
    whole = TrackedProperties(others.suffix(room)).merging(whole)
    return others.count > room
  }
}

extension TrackedUser: CustomStringConvertible {
  /// The ID and the traits.
  public var description: String { "\(id) \(traits)" }
}
