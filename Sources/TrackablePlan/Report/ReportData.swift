import Trackable

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Writes what a report says as JSON. Keys and sources, which come again and again, are numbers of rows in two tables.
struct ReportData {
  private var keys = ReportTable<String>()
  private var sources = ReportTable<PropertySource>()

  /// The data of a report.
  static func json(of report: TrackingReport) -> String {
    var data = ReportData()
    var json = ScriptJSON()
    json.object { json in
      json.field("title", report.title)
      json.field("dropped", report.dropped == 0 ? nil : report.dropped)
      json.key("entries")
      json.array(report.entries) { json, entry in json.object { data.write(entry, to: &$0) } }
      // After the entries, which fill the tables.
      json.key("keys")
      json.array(data.keys.rows) { $0.string($1) }
      json.key("sources")
      json.array(data.sources.rows) { json, source in json.object { source.write(to: &$0) } }
    }
    return json.text
  }

  private mutating func write(_ entry: TrackingReport.Entry, to json: inout ScriptJSON) {
    switch entry {
    case .delivery(let recorded):
      write(recorded.delivery, to: &json)
      json.field("at", recorded.location?.description)
    case .issue(let issue):
      json.field("kind", "issue")
      json.field("name", issue.kind.description)
      json.field("message", issue.message)
      json.field("remedy", issue.remedy)
      json.field("subject", issue.subject.isEmpty ? nil : issue.subject)
      json.field("at", issue.location.description)
    }
  }

  private mutating func write(_ delivery: TrackerCall, to json: inout ScriptJSON) {
    switch delivery {
    case .track(let event): write(event, to: &json)
    case .update(let property):
      json.field("kind", "userProperty")
      json.field("name", property.name)
      json.field("time", property.timestamp)
      json.field("value", property.value)
      json.field("hides", property.sensitiveValue?.sensitiveNames ?? []) { $0.string($1) }
    case .identify(let user):
      json.field("kind", "identify")
      json.field("name", user.id)
      write(ReportedProperty.list(user.traits, user.sensitiveTraits, explanation: nil), to: &json)
    case .reset: json.field("kind", "reset")
    case .report(let error, _):
      json.field("kind", "error")
      json.field("name", "\(error)")
    case .purge: json.field("kind", "purge")
    }
  }

  private mutating func write(_ event: TrackedEvent, to json: inout ScriptJSON) {
    let (name, base) = (event.name, event.base.name)
    json.field("kind", "event")
    json.field("name", name)
    json.field("as", base == name ? nil : base)
    json.field("type", event.eventType.rawValue)
    json.field("entity", event.entity)
    json.field("time", event.timestamp)
    write(ReportedProperty.list(event.properties, event.sensitiveProperties, explanation: event.explanation), to: &json)
    json.field("leftOut", event.explanation?.leftOut ?? []) { json, leftOut in
      json.object { json in
        write(leftOut.candidate, of: leftOut.key, to: &json)
        json.field("key", keys.number(of: leftOut.key.name))
        json.field("identifyingKey", keys.number(of: leftOut.identifyingKey.name))
        json.field("identity", leftOut.identity)
      }
    }
    json.field("unread", event.unread) { $0.raw(sources.number(of: $1).description) }
  }

  private mutating func write(_ properties: [ReportedProperty], to json: inout ScriptJSON) {
    json.field("properties", properties) { json, property in
      json.object { json in
        json.field("key", keys.number(of: property.key.name))
        json.field("value", property.value)
        json.field("given", property.given)
        json.field("sensitive", property.key.isSensitive)
        json.field("hides", property.hides) { $0.string($1) }
        json.field("added", property.isAdded)
        json.field("removed", property.isRemoved)
        json.field("from", property.source.map { sources.number(of: $0) })
        json.field("over", property.overridden) { json, candidate in
          json.object { write(candidate, of: property.key, to: &$0) }
        }
      }
    }
  }

  private mutating func write(
    _ candidate: TrackedPropertiesExplanation.Candidate, of key: PropertyKey, to json: inout ScriptJSON
  ) {
    if key.isSensitive { json.field("sensitive", true) } else { json.field("value", candidate.value) }
    json.field("from", sources.number(of: candidate.source))
  }
}

extension PropertySource {
  fileprivate func write(to json: inout ScriptJSON) {
    json.field("text", description)
    json.field("kind", kind.rawValue)
    json.field("type", typeName)
    json.field("distance", distance)
    json.field("rank", rank)
    json.field("root", isOfRoot)
  }
}

extension ScriptJSON {
  /// Seconds since 1970; none if that is not finite, which JSON cannot say.
  fileprivate mutating func field(_ name: String, _ date: Date) {
    let seconds = date.timeIntervalSince1970
    guard seconds.isFinite else { return }
    key(name)
    raw(seconds.description)
  }

  /// A string as such, and any other value as its text with its kind: `{"int": "1971"}`. JavaScript's numbers would lose
  /// digits.
  fileprivate mutating func field(_ name: String, _ value: TrackedValue?) {
    guard let value else { return }
    key(name)
    let kind: String? =
      switch value {
      case .string: nil
      case .int: "int"
      case .double: "double"
      case .bool: "bool"
      case .date: "date"
      case .array: "array"
      case .properties: "properties"
      case .null: "null"
      }
    // The description, and not the JSON: it does not show what is sensitive.
    if let kind { object { $0.field(kind, value.description) } } else { string(value.description) }
  }
}
