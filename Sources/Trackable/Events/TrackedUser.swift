#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// What a tracker receives when the user is identified.
///
/// ```swift
/// func identify(_ user: TrackedUser) {
///   SDK.identify(user.id, user.traits.dictionary)
/// }
/// ```
public struct TrackedUser: Sendable {
  /// The user, by the ID that your services know.
  public var id: String
  /// What is known of the user: `["plan" ~>> "premium"]`. What has a ``SensitiveKey`` is not among it: what is sensitive in
  /// what is assigned here goes to ``sensitiveTraits``.
  public var traits: TrackedProperties {
    didSet { if traits.holdsSensitive { hideSensitive() } }
  }
  /// What is known of the user and has a ``SensitiveKey``, for the tracker that reads it on purpose.
  public var sensitiveTraits = TrackedProperties()
  /// When `identify` was called.
  public let timestamp: Date
  /// Where in the code `identify` was called.
  public let location: CodeLocation
  /// Which of the system's users it is; `nil` if no system was told.
  package var stamp: UserStamp?

  /// A user, and what is known of them.
  ///
  /// - Parameters:
  ///   - id: The user, by the ID that your services know.
  ///   - traits: What is known of the user.
  ///   - timestamp: When it became known; `nil` means now.
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

/// Whom a system knew when something was tracked. An event carries it as it carries its time: whatever happens to the event
/// later, and in whichever order, it says whose it is.
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
