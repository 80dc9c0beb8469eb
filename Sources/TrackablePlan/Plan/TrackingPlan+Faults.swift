import Trackable

// Compares a call with a plan. The same code compares events, user properties, groups and traits.

extension TrackingPlan {
  /// A fault of a call, with its remedy.
  package typealias Fault = (message: String, remedy: String)

  /// The faults of a call: the plan does not have the call, or the call lacks a key, has an unknown key, or has a value
  /// that the plan does not allow.
  package func faults(of call: TrackerCall) -> [Fault] {
    switch call {
    case .track(let event):
      guard let planned = events[event.name] ?? events[event.base.name] else { return unplanned("'\(event.name)'") }
      return faults("'\(event.name)'", event.planned, planned.properties, besides: properties)
    case .update(let property):
      let (kind, table) =
        if case .group = property.operation { ("group", groups) } else { ("user property", userProperties) }
      let subject = "\(kind) '\(property.name)'"
      var values = property.planned
      guard let planned = values.first?.property(in: table) else { return unplanned(subject) }
      // Every user property can be unset, and every group left.
      let isPlanned =
        property.operation == .unset || (planned.operations ?? ["set"]).contains(property.operation.planName)
      let operation =
        "'\(property.name)' is updated by \(property.operation.planName) instead of \(planned.operationList)"
      if values[0].value == .null { values.removeFirst() }
      return faults(subject, values, table, also: isPlanned ? [] : [operation])
    case .identify(let user): return faults("'identify'", user.planned, traits)
    case .reset, .report, .purge: return []
    }
  }

  private func unplanned(_ subject: String) -> [Fault] {
    [("\(subject) is not in the tracking plan.", "add it to the plan, or correct it.")]
  }

  /// - Parameters:
  ///   - subject: The name of the call in a sentence.
  ///   - values: The values of the call.
  ///   - own: The properties of the plan for the call.
  ///   - others: The properties that any call of this kind may carry.
  ///   - complaints: Returns further faults of a value.
  private func faults(
    _ subject: String, _ values: [PlannedValue], _ own: [String: Property], besides others: [String: Property] = [:],
    also complaints: [String] = []
  ) -> [Fault] {
    let table = others.merging(own) { $1 }
    let carried = Set(values.flatMap { [$0.path.text, $0.pathInCode.text] })
    let missing = own.inOrder.filter { $0.value.isRequired && !carried.contains($0.key) }.map { "'\($0.key)'" }
    var (unknown, wrong): ([String], [String]) = ([], complaints)
    for (path, values) in Dictionary(grouping: values, by: \.path.text).inOrder {
      guard let (place, type, planned) = values[0].planned(in: table) else {
        // If a value is unknown, the values nested in it are not reported again.
        if !unknown.contains(where: { path.hasPrefix($0 + "/") || path.hasPrefix($0 + "[]") }) { unknown.append(path) }
        continue
      }
      let types = place == path ? Set(values.map(\.value.typeName)) : [type]
      if !types.isSubset(of: planned.types) {
        wrong.append("'\(place)' is \(types.sorted().joined(separator: " or ")) instead of \(planned.typeList)")
      }
      if planned.isSensitive, place == path, !values.allSatisfy(\.isSensitive) {
        wrong.append("'\(path)' is sensitive, and was sent under a plain key")
      }
    }
    func fault(_ complaints: [String], _ sentence: (String) -> String, _ remedy: String) -> [Fault] {
      var known: Set<String> = []
      let text = complaints.filter { known.insert($0).inserted }.joined(separator: ", ")
      return complaints.isEmpty ? [] : [("\(subject) \(sentence(text))", remedy)]
    }
    return fault(
      missing, { "lacks \($0), which the tracking plan requires." },
      "add the property to the event, or make it optional in the plan.")
      + fault(
        unknown.map { "'\($0)'" }, { "carries \($0), which the tracking plan does not have." },
        "add the key to the plan, or leave it out.")
      + fault(
        wrong + values.compactMap(notAllowed), { "does not match the tracking plan: \($0)." },
        "give the property a planned value, or change the plan.")
  }

  /// The fault if the note on a key does not allow the value; `nil` if it does.
  private func notAllowed(_ planned: PlannedValue) -> String? {
    let keys = [planned.path, planned.pathInCode].compactMap(\.keys.last)
    guard let allowed = keys.lazy.compactMap({ notes[$0]?.values }).first else { return nil }
    // A note is about the elements of an array, and not about the array itself.
    if case .array = planned.value { return nil }
    if allowed.contains(planned.value.description) { return nil }
    // In Swift, the whole numbers of a list such as [0, 0.5, 1] are integers, and the note has them as "0" and "1".
    if case .double(let number) = planned.value, let whole = Int(exactly: number), allowed.contains("\(whole)") {
      return nil
    }
    let shape =
      switch planned.value {
      case _ where planned.isSensitive: "a value"
      case .string(let text): "a string of \(text.count) characters"
      case .int: "an int"
      default: "a \(planned.value.typeName)"
      }
    return "'\(planned.path.text)' is \(shape) that its note does not allow"
  }
}

extension PlannedValue {
  /// The property that the plan has under the path of the value, or under the path in code.
  fileprivate func property(in table: [String: TrackingPlan.Property]) -> TrackingPlan.Property? {
    table[path.text] ?? table[pathInCode.text]
  }

  /// The property of the plan for the value or, if there is none, for the nearest value around it. The result has the
  /// path of that value, its type, and the property; `nil` if the plan has no such property, or has other properties
  /// inside the same value.
  fileprivate func planned(
    in table: [String: TrackingPlan.Property]
  ) -> (place: String, type: String, property: TrackingPlan.Property)? {
    func isContainer(_ prefix: PropertyPath) -> Bool {
      table.keys.contains { $0.hasPrefix(prefix.text + "/") || $0.hasPrefix(prefix.text + "[]") }
    }
    /// The property of the plan for the nearest value around a path, in the same form.
    func around(_ inner: PropertyPath) -> (place: String, type: String, property: TrackingPlan.Property)? {
      let outer = inner.parent
      if outer.steps.isEmpty { return nil }
      guard let property = table[outer.text] else { return around(outer) }
      let type = inner.steps.last == .some(nil) ? "array" : "properties"
      return property.types.contains(type) && isContainer(outer) ? nil : (outer.text, type, property)
    }
    // The plan lists the keys inside a nested value, and not the value itself.
    let outer = TrackingPlan.Property(types: ["properties"], isRequired: false, isSensitive: false)
    let own = property(in: table) ?? ([path, pathInCode].contains(where: isContainer) ? outer : nil)
    return own.map { (path.text, value.typeName, $0) } ?? around(path) ?? around(pathInCode)
  }
}
