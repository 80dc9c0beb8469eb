import Trackable

/// One call that a ``RecordingTracker`` received.
public struct RecordedDelivery: Sendable, CustomStringConvertible {
  /// The call: an event, a user property, a change of the user, or an error.
  public let delivery: TrackerCall
  /// Where in the code it was made; `nil` for a change of the user that was not made through `TrackableSystem`.
  public let location: CodeLocation?

  /// What was delivered, and where in the code that was caused:
  /// `MyApp.Events.User.didRateAlbum [MyApp.Keys.albumName: "Imagine"] (MyApp/AlbumDetailVC.swift:14)`.
  public var description: String { text + place }

  /// The event, if it is one.
  var event: TrackedEvent? { if case .track(let event) = delivery { event } else { nil } }

  /// What was delivered.
  var text: String {
    switch delivery {
    case .track(let event): event.name + event.properties.list
    case .update(let property): "user property \(property.name): \(property.text(\.quoted))"
    case .identify(let user): "identify \(TrackedValue.string(user.id).quoted)\(user.traits.list)"
    case .reset: "reset"
    case .report(let error, _): "error \(error)"
    case .purge: "purge"
    }
  }

  /// What was delivered, without properties.
  var headline: String {
    switch delivery {
    case .track(let event): event.name
    case .identify(let user): "identify \(TrackedValue.string(user.id).quoted)"
    default: text
    }
  }

  var place: String { location.map { " (\($0))" } ?? "" }
}

extension TrackedValue {
  /// The value as a person tells it from one of another kind: text in quotation marks.
  var quoted: String {
    switch self {
    case .date: description
    default: json
    }
  }
}

extension TrackedProperties {
  /// ` [key: value, …]`, or nothing if there are none.
  var list: String {
    isEmpty ? "" : " [" + map { "\($0.key.name): \($0.value.quoted)" }.joined(separator: ", ") + "]"
  }
}
