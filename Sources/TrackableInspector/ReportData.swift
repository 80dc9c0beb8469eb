import Trackable
import TrackablePlan
import TrackableTesting

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Makes the data of a report, as properties from which the core makes JSON. Keys and sources occur again and again, so
/// the data has only their row numbers in two tables.
struct ReportData {
  /// Names of keys, destinations and combinators.
  private var keys: [String: Int] = [:]
  private var sources: [PropertySource: Int] = [:]
  private let plan: TrackingPlan

  private init(_ plan: TrackingPlan = []) { self.plan = plan }

  /// The data of a report, in a form that may stand in a script element.
  static func json(
    of given: [InspectedEntry], title: String, dropped: Int, plan: TrackingPlan
  ) -> String {
    var data = ReportData(plan)
    let entries = given.map { data.fields(of: $0) }
    return data.json(
      ["title" ~>> title, "dropped" ~>> (dropped == 0 ? nil : dropped), "entries" ~>> entries], withNotes: true)
  }

  /// The data of a page that loads the files of a folder.
  static func json(title: String, isLive: Bool) -> String {
    ReportData().json(["title" ~>> title, "live" ~>> isLive, "entries" ~>> [TrackedProperties]()])
  }

  /// The data of a report of the files in a folder, each in the form that it has in the folder.
  static func json(title: String, chapters: [String]) -> String {
    json(title: title, isLive: false).dropLast() + ",\"chapters\":[" + chapters.joined(separator: ",").asScriptData
      + "]}"
  }

  /// The data of one file in the folder: JSON that is safe inside a script, because the file is JavaScript. Each file
  /// is complete, so that no file depends on another. No member of the JSON has a text of the app as its name, because
  /// JavaScript gives the name `__proto__` a special meaning.
  ///
  /// - Parameters:
  ///   - launch: The text that identifies the launch.
  ///   - isFirst: Whether this is the first file of the launch in its folder. The first file has the notes of the plan.
  ///   - isComplete: Whether the entries before the first file are in an earlier folder, so that this folder does not
  ///     lack them. If the launch has not written any file before, its earlier entries are lost.
  ///   - count: The number of entries of the launch that were written before.
  static func json(
    of batch: InspectedBatch, launch: String, plan: TrackingPlan, isFirst: Bool, isComplete: Bool, after count: Int
  ) -> String {
    var data = ReportData(plan)
    let entries = batch.entries.enumerated().map { data.fields(of: $1, number: count + $0) }
    let later = batch.later.map { trace in
      let (entry, arrivals) = trace.written(as: nil)
      return ["entry" ~>> entry, "to" ~>> data.fields(of: arrivals)] as TrackedProperties
    }
    return data.json(
      [
        "launch" ~>> launch, "first" ~>> (isFirst && isComplete).ifTrue, "after" ~>> count, "entries" ~>> entries,
        "later" ~>> later.ifAny,
      ], withNotes: isFirst)
  }

  /// The tables come last, when the entries have filled them.
  private func json(_ fields: TrackedProperties, withNotes: Bool = false) -> String {
    let notes = withNotes ? plan.notes.sorted { $0.key < $1.key }.map { [$0.key, $0.value.text] } : []
    let tables: TrackedProperties = [
      "plan" ~>> (!plan.events.isEmpty).ifTrue, "notes" ~>> notes.ifAny, "keys" ~>> keys.rows,
      "sources" ~>> sources.rows.map(\.fields),
    ]
    return (fields + tables).json.asScriptData
  }

  /// - Parameter number: The number of the entry in a folder; `nil` in a report.
  private mutating func fields(of entry: InspectedEntry, number: Int? = nil) -> TrackedProperties {
    switch entry {
    case .call(let call, let trace):
      let arrivals = trace?.written(as: number).arrivals ?? []
      // A plan without events has only notes, so the call is not compared with it.
      let faults = plan.events.isEmpty ? [] : plan.faults(of: call).map { [$0.message, $0.remedy] }
      return fields(of: call) + ["to" ~>> fields(of: arrivals).ifAny, "faults" ~>> faults.ifAny]
        + ["at" ~>> call.location?.description]
    case .issue(let issue):
      return [
        "kind" ~>> "issue", "name" ~>> issue.kind.description, "message" ~>> issue.message, "remedy" ~>> issue.remedy,
        "subject" ~>> (issue.subject.isEmpty ? nil : issue.subject), "at" ~>> issue.location.description,
      ]
    case .state(let kind, let name, let text, let time):
      return ["kind" ~>> kind, "name" ~>> name, "message" ~>> text, "time" ~>> time?.inReport]
    }
  }

  private mutating func fields(of delivery: TrackerCall) -> TrackedProperties {
    switch delivery {
    case .track(let event): fields(of: event)
    case .update(let property):
      [
        "kind" ~>> (property.traits == nil ? "userProperty" : "group"), "name" ~>> property.name,
        "as" ~>> (property.base.name == property.name ? nil : property.base.name),
        "time" ~>> property.timestamp.inReport, "operation" ~>> property.operationInReport,
        "value" ~>> property.operand.inReport, "properties" ~>> property.traits.flatMap { list($0, []) },
        "hides" ~>> property.sensitiveValue?.sensitiveNames.ifAny,
      ]
    case .identify(let user):
      [
        "kind" ~>> "identify", "name" ~>> user.id, "time" ~>> user.timestamp.inReport,
        "properties" ~>> list(user.traits, user.sensitiveTraits),
      ]
    case .reset: ["kind" ~>> "reset"]
    case .report(let error, _):
      ["kind" ~>> "error", "name" ~>> "\(error)", "subject" ~>> String(reflecting: type(of: error))]
    case .purge: ["kind" ~>> "purge"]
    }
  }

  private mutating func fields(of event: TrackedEvent) -> TrackedProperties {
    let (name, base) = (event.name, event.base.name)
    return [
      "kind" ~>> "event", "name" ~>> name, "as" ~>> (base == name ? nil : base), "type" ~>> event.eventType.rawValue,
      "explained" ~>> (event.explanation != nil).ifTrue,
      "entity" ~>> event.entity, "time" ~>> event.timestamp.inReport,
      "screen" ~>> (event.base as? any ScreenEvent)?.screenName, "user" ~>> event.userID,
      "groups" ~>> event.groups.map { .array([.string($0.key.name), $0.value.inReport]) as TrackedValue }.ifAny,
      "properties" ~>> list(event.properties, event.sensitiveProperties, event.explanation),
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

  /// The properties in the order of delivery, then those with sensitive keys, then those that a tracker has left out.
  ///
  /// The explanation has a key with its name in code, and a delivered key may be renamed. So the method compares keys
  /// by their names in code. The result has no value of a sensitive key.
  private mutating func list(
    _ shown: TrackedProperties, _ sensitive: TrackedProperties, _ explanation: TrackedPropertiesExplanation? = nil
  ) -> [TrackedProperties]? {
    let entries = explanation?.entries ?? []
    let explained = Dictionary(entries.map { ($0.key.name, $0) }, uniquingKeysWith: { first, _ in first })
    // A combinator may have put sensitive properties among the others.
    let delivered = Array(shown) + sensitive.filter { $0.key.isSensitive && shown[$0.key] == nil }
    let names = Set(delivered.map(\.key.inCode.name))
    let removed = entries.map(\.key).filter { !names.contains($0.name) }
    let rows = delivered.map { ($0.key, Optional($0.value)) } + removed.map { ($0, nil) }
    return rows.map { key, value -> TrackedProperties in
      let entry = explained[key.inCode.name]
      // No row shows the value of a sensitive key.
      let (shown, given) = key.isSensitive ? (nil, nil) : (value, entry?.value)
      return [
        "key" ~>> keys.number(of: key.name),
        "as" ~>> (key.inCode.name == key.name ? nil : keys.number(of: key.inCode.name)), "value" ~>> shown?.inReport,
        "given" ~>> given.flatMap { given in shown?.saysTheSame(as: given) == true ? nil : given.inReport },
        "sensitive" ~>> key.isSensitive.ifTrue,
        "hides" ~>> (shown == nil ? nil : sensitive[key]?.sensitiveNames.ifAny),
        "added" ~>> (explanation != nil && entry == nil).ifTrue, "removed" ~>> (value == nil).ifTrue,
        "from" ~>> entry.map { sources.number(of: $0.source) },
        "over" ~>> entry?.overridden.map { fields(of: $0) }.ifAny,
      ]
    }.ifAny
  }

  /// What each destination got.
  private mutating func fields(of arrivals: [Trace.Arrival]) -> [TrackedProperties] {
    arrivals.map { arrival in
      let changes = DestinationChanges(arrival)
      return [
        "to" ~>> keys.number(of: arrival.destination), "name" ~>> changes.name, "fate" ~>> changes.fate?.word,
        "why" ~>> changes.fate?.reason,
        "handedOver" ~>> arrival.isHandedOver.ifTrue,
        "by" ~>> changes.stop.map { keys.number(of: $0) },
        "renamed" ~>> changes.renamers.map { keys.number(of: $0) }.ifAny,
        "properties"
          ~>> changes.rows.map { row -> TrackedProperties in
            let isSensitive = row.key.isSensitive || row.written.isSensitive
            return [
              "key" ~>> keys.number(of: row.key.name),
              "as" ~>> (row.written.name == row.key.name ? nil : keys.number(of: row.written.name)),
              "value" ~>> (row.isNew && !isSensitive ? row.value?.inReport : nil), "sensitive" ~>> isSensitive.ifTrue,
              "what" ~>> row.what?.rawValue, "by" ~>> row.by.map { keys.number(of: $0) },
            ]
          }.ifAny,
      ]
    }
  }

  private mutating func fields(of entry: TrackedPropertiesExplanation.Entry) -> TrackedProperties {
    [
      "sensitive" ~>> entry.key.isSensitive.ifTrue,
      "value" ~>> (entry.key.isSensitive ? nil : entry.value.inReport), "from" ~>> sources.number(of: entry.source),
    ]
  }
}

extension Dictionary where Value == Int {
  /// The number of a row of the table, which is added if it is new.
  fileprivate mutating func number(of row: Key) -> Int {
    let number = self[row] ?? count
    self[row] = number
    return number
  }

  /// The rows of the table, in the order of their numbers.
  fileprivate var rows: [Key] { sorted { $0.value < $1.value }.map(\.key) }
}

extension PropertySource {
  fileprivate var fields: TrackedProperties {
    [
      "text" ~>> description, "kind" ~>> kind.rawValue, "type" ~>> typeName, "distance" ~>> distance, "rank" ~>> rank,
      "root" ~>> isOfRoot.ifTrue,
    ]
  }
}

extension TrackedUserProperty {
  /// The operation; `nil` if the kind or the value of the entry already shows it.
  fileprivate var operationInReport: String? { value == nil ? "\(operation)" : nil }
}

extension Date {
  /// The seconds since 1970; `nil` if they are not finite, because JSON has no such number.
  fileprivate var inReport: Double? {
    let seconds = timeIntervalSince1970
    return seconds.isFinite ? seconds : nil
  }
}
