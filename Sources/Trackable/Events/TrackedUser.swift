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
  /// some, they go to ``sensitiveTraits``. If you replace a value, the sensitive part inside it goes.
  public var traits: TrackedProperties {
    get { shown }
    set {
      sensitiveTraits = sensitiveTraits.parts(leftOf: shown, in: newValue)
      shown = newValue
      if shown.isSpecial { putApart() }
    }
  }

  private var shown: TrackedProperties
  /// All traits, in the order in which they were given.
  private var given = TrackedProperties()

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
    shown = traits
    self.timestamp = timestamp ?? CurrentTime.date
    location = CodeLocation(fileID: fileID, line: line)
    if traits.isSpecial { putApart() }
  }

  /// Adds the traits that an earlier `identify` of the same user gave.
  @inline(never) mutating func add(_ earlier: TrackedUser) { whole = earlier.whole.merging(whole) }

  /// All traits, sensitive or not. Their flaws were reported before.
  var whole: TrackedProperties {
    get { shown.joined(with: sensitiveTraits, asIn: given) }
    @inline(never) set {
      given = newValue
      (shown, sensitiveTraits) = newValue.split()
    }
  }

  /// Reports flaws, and moves sensitive traits to the other part.
  @inline(never) private mutating func putApart() {
    let reported = shown.reportingFlaws(at: location)
    let parts = reported.split()
    given = reported.joined(with: sensitiveTraits, asIn: given)
    (shown, sensitiveTraits) = (parts.shown, sensitiveTraits.merging(parts.sensitive))
  }
}

extension TrackedUser: CustomStringConvertible {
  /// The ID and the traits.
  public var description: String { "\(id) \(traits)" }
}
