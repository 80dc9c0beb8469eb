#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// The value that a tracker receives for an `identify`.
///
/// ```swift
/// func identify(_ user: TrackedUser) {
///   SDK.identify(user.id, user.traits.dictionary)
/// }
/// ```
public struct TrackedUser: Sendable {
  /// The user, by the ID that your services know.
  public var id: String
  /// The traits of the user: `["plan" ~>> "premium"]`. Traits with a ``SensitiveKey`` are not among them; if you assign some,
  /// they go to ``sensitiveTraits``.
  public var traits: TrackedProperties {
    didSet { if traits.holdsSensitive { hideSensitive() } }
  }
  /// The traits with a ``SensitiveKey``, for the tracker that reads them on purpose.
  public var sensitiveTraits = TrackedProperties()
  /// When `identify` was called.
  public let timestamp: Date
  /// Where in the code `identify` was called.
  public let location: CodeLocation
  /// The system's stamp of the user; `nil` outside of a system.
  package var stamp: UserStamp?

  /// A user with traits.
  ///
  /// - Parameters:
  ///   - id: The user, by the ID that your services know.
  ///   - traits: The traits of the user.
  ///   - timestamp: When the user was identified; `nil` means now.
  ///   - fileID: The caller's file.
  ///   - line: The caller's line.
  public init(
    _ id: String, traits: TrackedProperties = TrackedProperties(), timestamp: Date? = nil,
    fileID: StaticString = #fileID, line: UInt = #line
  ) {
    self.init(id, traits, timestamp ?? CurrentTime.date, CodeLocation(fileID: fileID, line: line))
  }

  package init(_ id: String, _ traits: TrackedProperties, _ timestamp: Date, _ location: CodeLocation) {
    self.id = id
    self.traits = traits
    self.timestamp = timestamp
    self.location = location
    hideSensitive()
  }

  private mutating func hideSensitive() {
    let (shown, sensitive) = traits.split()
    sensitiveTraits = sensitiveTraits.merging(sensitive)
    traits = shown
  }
}

extension TrackedUser: CustomStringConvertible {
  /// The ID and the traits.
  public var description: String { "\(id) \(traits)" }
}

/// The user of a system at the call of `track`. An event carries it, as it carries its time, so that it says whose it is in every
/// queue and every order.
package final class UserStamp: Sendable {
  /// The user; `nil` if none was known.
  package let id: String?
  /// Grows with every change of the user, so that of two stamps of a system the newer is known.
  package let number: Int

  package init(_ id: String?, number: Int) {
    self.id = id
    self.number = number
  }

  package static let nobody = UserStamp(nil, number: 0)

  package func next(_ id: String?) -> UserStamp { UserStamp(id, number: number + 1) }
}
