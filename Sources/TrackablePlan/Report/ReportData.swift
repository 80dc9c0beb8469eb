import Trackable

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Says what a report says as properties, of which the core makes JSON. Keys and sources, which come again and again, are
/// numbers of rows in two tables.
struct ReportData {
  private var keys = ReportTable<String>()
  private var sources = ReportTable<PropertySource>()

  /// The data of a report, in a form that may stand in a script element.
  static func json(of report: TrackingReport) -> String {
    var data = ReportData()
    // The entries first, which fill the tables.
    let entries = report.entries.map { TrackedValue.properties(data.fields(of: $0)) }
    let fields: TrackedProperties = [
      "title" ~>> report.title, "dropped" ~>> (report.dropped == 0 ? nil : report.dropped),
      "entries" ~>> TrackedValue.array(.init(entries)), "keys" ~>> data.keys.rows,
      "sources" ~>> TrackedValue.array(.init(data.sources.rows.map { .properties($0.fields) })),
    ]
    return fields.json.asScriptData
  }

  private mutating func fields(of entry: TrackingReport.Entry) -> TrackedProperties {
    switch entry {
    case .delivery(let recorded):
      return fields(of: recorded.delivery) + ["at" ~>> recorded.location?.description]
    case .issue(let issue):
      return [
        "kind" ~>> "issue", "name" ~>> issue.kind.description, "message" ~>> issue.message, "remedy" ~>> issue.remedy,
        "subject" ~>> (issue.subject.isEmpty ? nil : issue.subject), "at" ~>> issue.location.description,
      ]
    }
  }

  private mutating func fields(of delivery: TrackerCall) -> TrackedProperties {
    switch delivery {
    case .track(let event): fields(of: event)
    case .update(let property):
      [
        "kind" ~>> "userProperty", "name" ~>> property.name, "time" ~>> property.timestamp.inReport,
        "value" ~>> property.value.inReport, "hides" ~>> property.sensitiveValue?.sensitiveNames.ifAny,
      ]
    case .identify(let user):
      [
        "kind" ~>> "identify", "name" ~>> user.id,
        "properties" ~>> list(ReportedProperty.list(user.traits, user.sensitiveTraits, explanation: nil)),
      ]
    case .reset: ["kind" ~>> "reset"]
    case .report(let error, _): ["kind" ~>> "error", "name" ~>> "\(error)"]
    case .purge: ["kind" ~>> "purge"]
    }
  }

  private mutating func fields(of event: TrackedEvent) -> TrackedProperties {
    let (name, base) = (event.name, event.base.name)
    let properties = ReportedProperty.list(
      event.properties, event.sensitiveProperties, explanation: event.explanation)
    return [
      "kind" ~>> "event", "name" ~>> name, "as" ~>> (base == name ? nil : base), "type" ~>> event.eventType.rawValue,
      "entity" ~>> event.entity, "time" ~>> event.timestamp.inReport, "properties" ~>> list(properties),
      "leftOut"
        ~>> (event.explanation?.leftOut ?? []).map { leftOut in
          fields(of: leftOut.entry) + [
            "key" ~>> keys.number(of: leftOut.entry.key.name),
            "identifyingKey" ~>> keys.number(of: leftOut.identifyingKey.name),
            "identity" ~>> leftOut.identity?.inReport,
          ]
        }.ifAny,
      "unread" ~>> event.unread.map { sources.number(of: $0) }.ifAny,
    ]
  }

  private mutating func list(_ properties: [ReportedProperty]) -> [TrackedProperties]? {
    properties.map { property -> TrackedProperties in
      [
        "key" ~>> keys.number(of: property.key.name), "value" ~>> property.value?.inReport,
        "given" ~>> property.given?.inReport, "sensitive" ~>> property.key.isSensitive.ifTrue,
        "hides" ~>> property.hides.ifAny, "added" ~>> property.isAdded.ifTrue, "removed" ~>> property.isRemoved.ifTrue,
        "from" ~>> property.source.map { sources.number(of: $0) },
        "over" ~>> property.overridden.map { fields(of: $0) }.ifAny,
      ]
    }.ifAny
  }

  private mutating func fields(of entry: TrackedPropertiesExplanation.Entry) -> TrackedProperties {
    [
      "sensitive" ~>> entry.key.isSensitive.ifTrue,
      "value" ~>> (entry.key.isSensitive ? nil : entry.value.inReport), "from" ~>> sources.number(of: entry.source),
    ]
  }
}

/// Things that come again and again, each with a number.
private struct ReportTable<Row: Hashable> {
  private(set) var rows: [Row] = []
  private var numbers: [Row: Int] = [:]

  /// The number of a row, which is added if it is new.
  mutating func number(of row: Row) -> Int {
    if let number = numbers[row] { return number }
    numbers[row] = rows.count
    rows.append(row)
    return rows.count - 1
  }
}

extension PropertySource {
  fileprivate var fields: TrackedProperties {
    [
      "text" ~>> description, "kind" ~>> kind.name, "type" ~>> typeName, "distance" ~>> distance, "rank" ~>> rank,
      "root" ~>> isOfRoot.ifTrue,
    ]
  }
}

// A property without a value says nothing.
extension Array {
  fileprivate var ifAny: Self? { isEmpty ? nil : self }
}

extension Bool {
  fileprivate var ifTrue: Bool? { self ? true : nil }
}

extension Date {
  /// Seconds since 1970; none if that is not finite, which JSON cannot say.
  fileprivate var inReport: Double? {
    let seconds = timeIntervalSince1970
    return seconds.isFinite ? seconds : nil
  }
}

extension TrackedValue {
  /// A string as such, and any other value as its text with its kind: `{"int": "1971"}`. JavaScript's numbers would lose
  /// digits. The description, and not the JSON: it does not show what is sensitive.
  fileprivate var inReport: TrackedValue {
    switch self {
    case .string: self
    case .int: .properties(["int" ~>> description])
    case .double: .properties(["double" ~>> description])
    case .bool: .properties(["bool" ~>> description])
    case .date: .properties(["date" ~>> description])
    case .array: .properties(["array" ~>> description])
    case .properties: .properties(["properties" ~>> description])
    case .null: .properties(["null" ~>> description])
    }
  }
}
