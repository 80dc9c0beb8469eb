import Trackable

extension TrackerCall: CustomStringConvertible {
  /// The call, and the location in the code that has made it:
  /// `MyApp.Events.User.didRateAlbum [MyApp.Keys.albumName: "Imagine"] (MyApp/AlbumDetailVC.swift:9)`.
  public var description: String { text + place }

  /// The location in the code that has made the call; `nil` if the call does not carry a location.
  package var location: CodeLocation? {
    switch self {
    case .track(let event): event.location
    case .update(let property): property.location
    case .identify(let user): user.location
    case .report(_, let location): location
    case .reset, .purge: nil
    }
  }

  /// The event, if the call is `track`.
  package var event: TrackedEvent? { if case .track(let event) = self { event } else { nil } }

  /// The call on one line.
  private var text: String {
    switch self {
    case .track(let event): event.name + event.properties.list
    case .update(let property): "user property \(property.name): \(property.text(\.quoted))"
    case .identify(let user): "identify \(TrackedValue.string(user.id).quoted)\(user.traits.list)"
    case .reset: "reset"
    case .report(let error, _): "error \(error)"
    case .purge: "purge"
    }
  }

  /// The call without its properties.
  var headline: String {
    switch self {
    case .track(let event): event.name
    case .identify(let user): "identify \(TrackedValue.string(user.id).quoted)"
    default: text
    }
  }

  var place: String {
    let written: (any WrittenElsewhere)? =
      switch self {
      case .track(let event): event.base as? any WrittenElsewhere
      case .update(let property): property.base as? any WrittenElsewhere
      case .report(let error, _): error as? any WrittenElsewhere
      default: nil
      }
    let place = written?.place ?? location.flatMap { $0 == .unknown ? nil : "\($0)" }
    return place.map { " (\($0))" } ?? ""
  }
}

extension TrackedValue {
  /// The value as a text that shows the kind of the value: a string has quotation marks.
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
