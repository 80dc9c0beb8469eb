import Trackable
import TrackableHub

/// The fields of a service for properties of the installation, the visit and the device.
///
/// A field takes the kind of value that the service documents: text, or a whole number for the sizes of a screen.
/// Values of another kind, and keys without a field, stay among the event's properties.
@usableFromInline struct ServicePlaces: Sendable {
  /// Which IDs of visits the service takes.
  @usableFromInline enum Visits: Sendable { case all, numbers, none }

  /// A field of a service, perhaps inside an object, and the value that an event has for the field.
  // This is a structure and not a tuple, because an array copies tuples by their metadata, which is slow.
  @usableFromInline struct Field: Sendable {
    @usableFromInline let object, name: String
    @usableFromInline var value = TrackedValue.null
  }

  private let places: [(key: StandardKey, name: PropertyKey, field: Field)]
  private let visits: Visits
  private let areProperties: Bool

  /// - Parameters:
  ///   - names: A field for each key: `app/version` for the field `version` in an object `app`.
  ///   - visits: Which IDs of visits the service takes.
  ///   - areProperties: Whether the service has these fields among the event's properties, so that the app's own
  ///     properties win over them.
  @usableFromInline init(
    _ names: KeyValuePairs<StandardKey, String>, visits: Visits = .all, areProperties: Bool = false
  ) {
    self.visits = visits
    self.areProperties = areProperties
    places = names.map { key, name in
      let parts = name.split(separator: "/").map(String.init)
      let field = Field(object: parts.dropLast().first ?? "", name: parts.last ?? name)
      return (key, PropertyKey(stringLiteral: field.name), field)
    }
  }

  /// Takes the properties for which the service has a field out of an event's properties.
  @usableFromInline func lift(_ properties: TrackedProperties) -> Lifted {
    let properties = properties.elements
    var known: [(key: StandardKey, position: Int)] = []
    for position in properties.indices {
      if let key = StandardKey(properties[position].key) { known.append((key, position)) }
    }
    if known.isEmpty { return Lifted(rest: properties) }
    var lifted = Lifted()
    var isLifted = Array(repeating: false, count: properties.count)
    for (key, name, field) in places {
      guard let position = known.first(where: { $0.key == key })?.position,
        let value = value(properties[position].value, of: key),
        !areProperties || !properties.contains(where: { $0.key == name })
      else { continue }
      lifted.fields.append(Field(object: field.object, name: field.name, value: value))
      isLifted[position] = true
    }
    for position in properties.indices where !isLifted[position] { lifted.rest.append(properties[position]) }
    return lifted
  }

  /// Whether two events have the same values for the fields of a service. The comparison is quick, and its result may
  /// be `false` even if the fields of both events are equal.
  @usableFromInline static func areAlike(_ one: TrackedProperties, _ other: TrackedProperties) -> Bool {
    let (one, other) = (one.elements, other.elements)
    return one.count == other.count
      && one.indices.allSatisfy {
        one[$0].key == other[$0].key && (one[$0].value == other[$0].value || StandardKey(one[$0].key) == nil)
      }
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

/// The properties of an event, after those with a field of the service were moved to that field.
@usableFromInline struct Lifted {
  /// The fields, in the order of the service.
  @usableFromInline var fields: [ServicePlaces.Field] = []
  /// The properties that stay among the event's properties.
  @usableFromInline var rest: [TrackedProperty] = []

  @usableFromInline init(rest: [TrackedProperty] = []) { self.rest = rest }
}

extension JSONWriter {
  /// Writes the fields, and the fields of one object next to each other.
  @usableFromInline mutating func fields(of lifted: Lifted) {
    for run in lifted.fields.runs({ $0.object == $1.object }) {
      let (fields, name) = (lifted.fields[run], lifted.fields[run.lowerBound].object)
      let write = { (writer: inout JSONWriter) in for field in fields { writer.field(field.name, field.value) } }
      if name.isEmpty { write(&self) } else { object(name, write) }
    }
  }
}

extension Array {
  /// Splits the collection into ranges of neighbouring elements that are alike.
  @usableFromInline func runs(_ areAlike: (Element, Element) -> Bool) -> [Range<Int>] {
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
