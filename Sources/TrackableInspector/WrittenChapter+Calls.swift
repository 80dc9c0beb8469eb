import Trackable
import TrackableTesting

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// An event of another process.
private struct WrittenEvent: AnalyticsEvent, WrittenElsewhere {
  let name: String
  let entity: String
  let place: String?
}

/// A screen event of another process.
private struct WrittenScreen: ScreenEvent, WrittenElsewhere {
  let name: String
  let entity: String
  let place: String?
  let screenName: String
}

private struct WrittenUserProperty: UserProperty, WrittenElsewhere {
  let name: String
  let value: TrackedValue
  let operation: UserPropertyOperation
  let place: String?
}

extension WrittenChapter {
  /// The entry in the form in which a recorder keeps it; `nil` for an entry that is not about tracking.
  func entry(_ entry: Entry) -> Recording.Entry? {
    let (name, time) = (entry.name ?? "", entry.time.map(Date.init(timeIntervalSince1970:)))
    let properties = properties(of: entry)
    let value = entry.value?.value ?? .null
    switch entry.kind {
    case "event": return .delivery(.track(event(entry, name, time, properties)))
    case "userProperty", "group":
      let operation: UserPropertyOperation =
        switch entry.operation {
        case _ where entry.kind == "group": .group(traits: entry.hides == nil ? properties : properties + .withheld)
        case "setOnce": .setOnce
        case "increment": .increment
        default: .set
        }
      let property = WrittenUserProperty(
        name: entry.as ?? name, value: entry.hides == nil ? value : value.hiding, operation: operation, place: entry.at)
      var tracked = TrackedUserProperty(property, timestamp: time, fileID: "", line: 0)
      tracked.name = name
      return .delivery(.update(tracked))
    case "identify":
      return .delivery(.identify(TrackedUser(name, traits: properties, timestamp: time, fileID: "", line: 0)))
    case "reset": return .delivery(.reset)
    case "purge": return .delivery(.purge)
    case "error": return .delivery(.report(WrittenError(name, typeName: entry.subject, place: entry.at), .unknown))
    case "issue":
      let place = entry.at.map { "\($0): " } ?? ""
      return .issue(
        TrackableIssue(
          kind: TrackableIssue.Kind(name), message: place + (entry.message ?? ""), remedy: entry.remedy ?? "",
          location: .unknown))
    default: return nil
    }
  }

  private func event(_ entry: Entry, _ name: String, _ time: Date?, _ properties: TrackedProperties) -> TrackedEvent {
    let (inCode, entity) = (entry.as ?? name, entry.entity ?? "")
    let base: any AnalyticsEvent =
      entry.screen.map { WrittenScreen(name: inCode, entity: entity, place: entry.at, screenName: $0) }
      ?? WrittenEvent(name: inCode, entity: entity, place: entry.at)
    var event = TrackedEvent(base, properties: properties, timestamp: time, fileID: "", line: 0)
    event.name = name
    event.eventType = entry.type.flatMap(AnalyticsEventType.init(rawValue:)) ?? .userAction
    event.attach(unread: (entry.unread ?? []).map(source))
    let groups = (entry.groups ?? []).filter { $0.count == 2 }
    event.user = UserStamp(
      entry.user, number: 0, groups: TrackedProperties(groups.map { PropertyKey(stringLiteral: $0[0]) ~>> $0[1] }))
    if entry.explained == true { event.attach(explanation: explanation(of: entry, event)) }
    return event
  }

  /// The properties that were delivered. A mark replaces each sensitive value.
  private func properties(of entry: Entry) -> TrackedProperties {
    let delivered = (entry.properties ?? []).filter { $0.removed != true }
    return TrackedProperties(
      delivered.map { property in
        let value = property.value?.value ?? .withheld
        return key(property) ~>> (property.hides == nil ? value : value.hiding)
      })
  }

  private func key(_ property: Property) -> PropertyKey {
    PropertyKey(
      stored: word(property.key), inCode: word(property.as ?? property.key), isSensitive: property.sensitive == true)
  }

  private func explanation(of entry: Entry, _ event: TrackedEvent) -> TrackedPropertiesExplanation {
    TrackedPropertiesExplanation(
      entries: (entry.properties ?? []).filter { $0.from != nil }.map { explained($0, key($0).inCode) },
      leftOut: (entry.leftOut ?? []).map {
        (explained($0, key($0).inCode), PropertyKey(stringLiteral: word($0.identifyingKey)), $0.identity?.value)
      },
      unread: event.unread, properties: event.properties)
  }

  private func explained(_ property: Property, _ key: PropertyKey) -> TrackedPropertiesExplanation.Entry {
    TrackedPropertiesExplanation.Entry(
      key: key, value: (property.given ?? property.value)?.value ?? .withheld, source: source(property.from),
      overridden: (property.over ?? []).map { explained($0, key) })
  }

  /// The key in a row of the table. In a file of another version, a number may have no row.
  private func word(_ number: Int?) -> String { number.flatMap { keys.indices.contains($0) ? keys[$0] : nil } ?? "" }

  private func source(_ number: Int?) -> PropertySource {
    guard let number, sources.indices.contains(number) else { return PropertySource(.object) }
    let source = sources[number]
    return PropertySource(
      PropertySource.Kind(rawValue: source.kind) ?? .object, typeName: source.type, distance: source.distance,
      isOfRoot: source.root == true)
  }
}

extension TrackedProperties {
  /// A mark for the sensitive properties that were inside a value.
  fileprivate static let withheld: Self = [
    PropertyKey(stored: "(sensitive)", inCode: "(sensitive)", isSensitive: true) ~>> TrackedValue.withheld
  ]
}

extension TrackedValue {
  /// The value with a mark in place of each sensitive part. The folder leaves sensitive parts out of properties, and an
  /// array has null for an element with such a part.
  fileprivate var hiding: TrackedValue {
    switch self {
    case .properties(let properties): .properties(properties + .withheld)
    case .array(let values): .array(values.map { $0 == .null ? .properties(.withheld) : $0 })
    default: self
    }
  }
}
