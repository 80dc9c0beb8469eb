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
  /// The traits of the user: `["plan" ~>> "premium"]`. Traits with a ``SensitiveKey`` are not among them; if you assign
  /// some, they go to ``sensitiveTraits``.
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
    self.id = id
    self.traits = traits
    self.timestamp = timestamp ?? CurrentTime.date
    location = CodeLocation(fileID: fileID, line: line)
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

/// A group, by the type that services know.
package struct UserGroup: UserProperty {
  package let value: String?
  package let name: String
  package let operation: UserPropertyOperation

  package init(_ id: String?, type: String, traits: TrackedProperties) {
    (value, name, operation) = (id, type, .group(traits: traits))
  }
}

/// The user of a system at the call of `track`. An event carries it, as it carries its time, so that it says whose it
/// is in every queue and every order.
package final class UserStamp: Sendable {
  /// The user; `nil` if none was known.
  package let id: String?
  /// Grows with every change of the user, so that of two stamps of a system the newer is known.
  package let number: Int

  /// The groups that the user belongs to: the ID of each by its type.
  package let groups: TrackedProperties

  package init(_ id: String?, number: Int, groups: TrackedProperties = TrackedProperties()) {
    self.id = id
    self.number = number
    self.groups = groups
  }

  package static let nobody = UserStamp(nil, number: 0)

  /// The next user. Groups of another one do not hold; those from before any user was known do.
  package func next(_ id: String?) -> UserStamp {
    let holds = id != nil && (self.id == nil || self.id == id)
    return UserStamp(id, number: number + 1, groups: holds ? groups : TrackedProperties())
  }

  /// The same user, in a group or out of it.
  func joining(_ group: TrackedUserProperty) -> UserStamp {
    var groups = groups
    groups[PropertyKey(dynamicName: group.name)] = group.operand == .null ? nil : .string("\(group.operand)")
    return UserStamp(id, number: number, groups: groups)
  }
}
