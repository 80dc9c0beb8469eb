/// The law of entities: which of an entity's properties may stand on one event.
///
/// A property belongs to the identity that its own place says, or else to the one of the first farther place that says
/// one. It counts if it belongs to the nearest identity of the event. So what was said of another thing is left out; and
/// where nobody says an identity, everything counts.
///
/// A place that could not be read may have said an identity. What it hides is equal to nothing else: beyond it, only what
/// belongs to an identity that a nearer place has said is known to belong there.
struct EntityRule {
  /// All sources of an event, nearest first; `nil` for one that could not be read.
  let places: [TrackedProperties?]

  /// Whether a property that a place gives stands on the event.
  func counts(_ property: TrackedProperty, inPlace number: Int) -> Bool {
    guard let key = property.key.identifyingKey else { return true }
    let (own, nearest) = (placeOfIdentity(key, from: number), placeOfIdentity(key, from: 0))
    if own == nearest { return true }
    guard let identity = identity(key, from: number) else { return false }
    return identity == self.identity(key, from: 0)
  }

  /// What the properties of a place belong to; `nil` if that is not known.
  @inline(never)
  func identity(_ key: PropertyKey, from number: Int) -> TrackedValue? {
    placeOfIdentity(key, from: number).flatMap { places[$0]?.value(for: key) }
  }

  /// The nearest place from one on that says an identity, or may have said one; `nil` if none does.
  @inline(never)
  private func placeOfIdentity(_ key: PropertyKey, from number: Int) -> Int? {
    (number..<places.count).first { places[$0].map { $0.value(for: key) != nil } ?? true }
  }
}
