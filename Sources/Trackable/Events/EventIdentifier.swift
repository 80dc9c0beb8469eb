/// A name that follows the convention *Object: Action - Label*.
///
/// ```swift
/// let identifier = EventIdentifier(object: "Song", action: "Tapped", label: "More Info")
/// identifier.formatted     // "Song: Tapped - More Info"
/// identifier.underscored   // "song_tapped_more_info"
/// ```
public struct EventIdentifier: Sendable, Equatable, CustomStringConvertible {
  /// The object of the action.
  public let object: String
  /// The action.
  public let action: String
  /// A further detail, if needed.
  public let label: String?

  /// Creates an identifier from an object, an action and an optional label.
  ///
  /// - Parameters:
  ///   - object: The object of the action.
  ///   - action: The action.
  ///   - label: A further detail; `nil` means none.
  public init(object: String, action: String, label: String? = nil) {
    self.object = object
    self.action = action
    self.label = label
  }

  /// `Object: Action - Label`. An empty action or a missing label is left out.
  public var formatted: String { object + (action.isEmpty ? "" : ": \(action)") + (label.map { " - \($0)" } ?? "") }

  /// The words of ``formatted`` in lower case, joined by underscores.
  public var underscored: String { NamingStyle.snakeCase(formatted) }

  /// The same as ``formatted``.
  public var description: String { formatted }
}
