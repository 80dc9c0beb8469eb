#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// An event or a user property of which a part is still to be said on another actor: everything that was known when it
/// was tracked, and what is missing.
final class PendingDelivery: Sendable {
  enum Content: Sendable {
    case event(any AnalyticsEvent, PropertyMerge, timestamp: Date)
    case update(TrackedUserProperty)
  }

  let content: Content
  /// From the first part elsewhere on.
  let rest: ChainParts
  /// The chain's trackers, as far as they are known.
  let route: TrackerRoute
  /// The trackers that come after the chain's.
  let scopeRoute: TrackerRoute
  let troubles: [ChainTrouble]
  let location: SourceLocation

  init(
    _ content: Content, rest: ChainParts, route: TrackerRoute, scopeRoute: TrackerRoute, troubles: [ChainTrouble],
    location: SourceLocation
  ) {
    self.content = content
    self.rest = rest
    self.route = route
    self.scopeRoute = scopeRoute
    self.troubles = troubles
    self.location = location
  }

  /// Goes from actor to actor until everything is said.
  func reading() async -> ElsewhereReading {
    var reading = ElsewhereReading(parts: rest, route: route, troubles: troubles)
    await reading.finish()
    return reading
  }

  /// What is known without asking: for a delivery that waited too long.
  var withoutAsking: ElsewhereReading {
    var reading = ElsewhereReading(parts: rest, route: route, troubles: troubles)
    for case .elsewhere(let part) in rest.list {
      reading.troubles.append(.notAnswering(String(describing: part.link.type)))
    }
    return reading
  }

  /// The delivery with what was read, on its way to the trackers.
  func parcel(_ reading: ElsewhereReading) -> (parcel: Outbox.Parcel, flawed: [TrackedProperty], name: String) {
    var route = reading.route
    route.pass(scopeRoute)
    switch content {
    case .event(let event, var merge, let timestamp):
      reading.parts.add(to: &merge)
      let tracked = TrackedEvent(event, properties: merge.result, timestamp: timestamp)
      return (Outbox.Parcel(delivery: .track(tracked), route: route), merge.flawed, tracked.name)
    case .update(let property):
      return (Outbox.Parcel(delivery: .update(property), route: route), [], property.name)
    }
  }
}

/// Parts of a walk that are being read on the actors they belong to.
struct ElsewhereReading: Sendable {
  private(set) var parts: ChainParts
  private(set) var route: TrackerRoute
  var troubles: [ChainTrouble]

  init(parts: ChainParts, route: TrackerRoute, troubles: [ChainTrouble]) {
    self.parts = parts
    self.route = route
    self.troubles = troubles
  }

  /// Goes from actor to actor until nothing is left to read.
  mutating func finish() async {
    let outer = PartElsewhere.beingRead
    var asked: Set<ObjectIdentifier> = []
    leaveOut(outer) { .recursive($0) }
    while let actor = parts.nextActor {
      let waiting = parts.elsewhere
      let reading = self
      self = await PartElsewhere.$beingRead.withValue(outer.union(waiting.map { ObjectIdentifier($0.link) })) {
        await reading.read(on: actor)
      }
      asked.formUnion(waiting.filter { $0.actor === actor }.map { ObjectIdentifier($0.link) })
      // A context above may name them again, and the way would have no end.
      leaveOut(asked) { .cycle($0) }
    }
  }

  /// Goes without the parts that belong to these links.
  private mutating func leaveOut(_ links: Set<ObjectIdentifier>, as trouble: (String) -> ChainTrouble) {
    if links.isEmpty { return }
    for part in parts.remove(links) { troubles.append(trouble(String(describing: part.link.type))) }
  }

  /// Everything that can be read on one actor, at once.
  private func read(on actor: isolated any Actor) -> ElsewhereReading {
    var next = ElsewhereReading(parts: ChainParts(), route: route, troubles: troubles)
    for part in parts.list {
      switch part {
      case .said(let properties, let source):
        next.parts.add(properties, from: source)
      case .elsewhere(let part) where part.actor !== actor:
        next.parts.add(elsewhere: part)
      case .elsewhere(let part):
        let (route, troubles) = part.read(into: &next.parts, on: actor)
        next.route.pass(route)
        next.troubles += troubles
      }
    }
    return next
  }
}
