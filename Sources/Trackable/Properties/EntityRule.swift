/// The law of entities: which of an entity's properties may stand on one event.
///
/// A property belongs to the identity that its own place says, or else to the one of the first farther place that says
/// one. It counts if it belongs to the nearest identity of the event. So what was said of another thing is left out; and
/// where nobody says an identity, everything counts.
///
/// A place that could not be read may have said an identity. What it hides is equal to nothing else: beyond it, only what
/// belongs to an identity that a nearer place has said is known to belong there.
struct EntityRule {
  /// What a property belongs to.
  enum Identity: Equatable {
    case said(TrackedValue)
    /// What the place of this number would have said, which could not be read.
    case hidden(place: Int)
    /// Nobody says one.
    case nobody

    /// The identity, if it is known.
    var value: TrackedValue? { if case .said(let value) = self { value } else { nil } }
  }

  private let places: [TrackedProperties?]
  /// For each entity that was asked for, what the properties of each place belong to.
  private var known: [(identifyingKey: PropertyKey, ofPlaces: [Identity])] = []

  /// - Parameter places: All sources of an event, nearest first; `nil` for one that could not be read.
  init(_ places: [TrackedProperties?]) {
    self.places = places
  }

  /// Whether a property that a place gives stands on the event.
  @inline(never)
  mutating func counts(_ property: TrackedProperty, inPlace number: Int) -> Bool {
    guard let identifyingKey = property.key.identifyingKey else { return true }
    let identities = identities(of: identifyingKey)
    return identities[number] == identities[0]
  }

  /// What the properties of each place belong to.
  @inline(never)
  mutating func identities(of identifyingKey: PropertyKey) -> [Identity] {
    for entity in known where entity.identifyingKey == identifyingKey { return entity.ofPlaces }
    var identities = [Identity](repeating: .nobody, count: places.count)
    var farther = Identity.nobody
    for (number, place) in places.enumerated().reversed() {
      if let place {
        if let value = place.value(for: identifyingKey) { farther = .said(value) }
      } else {
        farther = .hidden(place: number)
      }
      identities[number] = farther
    }
    known.append((identifyingKey, identities))
    return identities
  }
}
