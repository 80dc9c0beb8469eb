import Trackable
import TrackableHub

/// The fields of a service for properties of the installation, the visit and the device.
///
/// A field takes the kind of value that the service documents: text, or a whole number for the sizes of a screen.
/// Values of another kind, and keys without a field, stay among the event's properties.
struct ServicePlaces: Sendable {
  /// The IDs of visits that the service takes.
  enum Visits { case all, numbers, none }

  /// A field in an object, or in none, and the value that an event has for it.
  // A structure, because an array copies tuples by their metadata.
  struct Field: Sendable, Equatable {
    let key: StandardKey
    let object, name: String
    var value = TrackedValue.null
  }

  private let places: [Field]
  private let visits: Visits
  /// The names of the fields, if these are among the properties.
  private let names: Set<PropertyKey>

  /// - Parameters:
  ///   - names: A field for each key: `app/version` for the field `version` in an object `app`.
  ///   - visits: The IDs of visits that the service takes.
  ///   - areProperties: Whether the fields are among the properties. Then the app's own properties come first.
  init(_ names: KeyValuePairs<StandardKey, String>, visits: Visits = .all, areProperties: Bool = false) {
    self.visits = visits
    places = names.map { key, name in
      let parts = name.split(separator: "/").map(String.init)
      return Field(key: key, object: parts.dropLast().first ?? "", name: parts.last ?? name)
    }
    self.names = areProperties ? Set(places.map { PropertyKey(stringLiteral: $0.name) }) : []
  }

  /// Takes the properties for which the service has a field out of an event's properties.
  func lift(_ properties: TrackedProperties) -> Lifted {
    var lifted = Lifted(rest: Array(properties))
    var known: [(key: StandardKey, position: Int)] = []
    for position in lifted.rest.indices {
      if let key = StandardKey(lifted.rest[position].key) { known.append((key, position)) }
    }
    if known.isEmpty { return lifted }
    let own = names.isEmpty ? [] : lifted.rest.filter { names.contains($0.key) }.map(\.key.name)
    var isLifted = Array(repeating: false, count: properties.count)
    for var field in places {
      guard let position = known.first(where: { $0.key == field.key })?.position, !own.contains(field.name),
        let value = value(lifted.rest[position].value, of: field.key)
      else { continue }
      field.value = value
      lifted.fields.append(field)
      isLifted[position] = true
    }
    lifted.rest = isLifted.indices.filter { !isLifted[$0] }.map { lifted.rest[$0] }
    return lifted
  }

  private func value(_ value: TrackedValue, of key: StandardKey) -> TrackedValue? {
    switch (key, value) {
    case (.screenWidth, .int), (.screenHeight, .int): value
    case (.visit, .int(let number)): visits == .all ? .string("\(number)") : visits == .numbers ? value : nil
    case (.visit, .string): visits == .all ? value : nil
    case (.visit, _), (.screenWidth, _), (.screenHeight, _): nil
    case (_, .string): value
    default: nil
    }
  }
}

/// The properties of an event, some of them in other fields of its service.
struct Lifted {
  /// The fields, in the order of the service.
  var fields: [ServicePlaces.Field] = []
  /// The properties that stay among the event's properties.
  var rest: [TrackedProperty] = []
}

extension JSONWriter {
  /// Writes the fields, those of one object together.
  mutating func fields(of lifted: Lifted) {
    for run in lifted.fields.runs({ $0.object == $1.object }) {
      let (fields, name) = (lifted.fields[run], lifted.fields[run.lowerBound].object)
      let write = { (writer: inout JSONWriter) in for field in fields { writer.field(field.name, field.value) } }
      if name.isEmpty { write(&self) } else { object(name, write) }
    }
  }
}

extension Array {
  /// The ranges of neighbouring elements that are alike.
  func runs(_ areAlike: (Element, Element) -> Bool) -> [Range<Int>] {
    indices.reduce(into: []) { runs, position in
      let begin = runs.last?.lowerBound
      if let begin, areAlike(self[begin], self[position]) {
        runs[runs.count - 1] = begin..<position + 1
      } else {
        runs.append(position..<position + 1)
      }
    }
  }
}
