import Trackable

extension TrackingPlan {
  /// The plan as Markdown, for a wiki: a table of the properties of each event, with the names that each destination sees.
  ///
  /// ```swift
  /// print(plan.seen(by: "Firebase", events: .snakeCase, keys: .snakeCase).markdown)
  /// // # Tracking plan
  /// //
  /// // ## Events
  /// //
  /// // ### `MyApp.Events.User.didRateAlbum`
  /// //
  /// // About `User`, type `userAction`. Firebase: `my_app_events_user_did_rate_album`.
  /// //
  /// // | key | type | always | Firebase |
  /// // |---|---|---|---|
  /// // | `MyApp.Keys.albumName` | string | yes | `my_app_keys_album_name` |
  /// ```
  public var markdown: String {
    var blocks = ["# Tracking plan"]
    if !events.isEmpty { blocks.append("## Events") }
    for (name, event) in events.inOrder {
      blocks.append("### \(name.code)")
      let names = destinations.inOrder.map { " \($0.key.plainCell): \(($0.value.events[name] ?? name).code)." }.joined()
      blocks.append("About \(event.entity.code), type `\(event.type)`.\(names)")
      if let note = notes[name] { blocks.append(note.text.plainCell) }
      if !event.properties.isEmpty { blocks.append(table(event.properties, showingPresence: true, \.keys)) }
    }
    for (title, properties, names) in [
      ("Properties of any event", properties, \Destination.keys),
      ("User properties", userProperties, \.userProperties), ("Groups", groups, \.keys),
      ("Traits of a user", traits, \.keys),
    ] where !properties.isEmpty {
      blocks += ["## \(title)", table(properties, showingPresence: false, names)]
    }
    let keyNotes = notesInUse.filter { events[$0.key] == nil }.inOrder
    if !keyNotes.isEmpty {
      blocks += ["## Keys", keyNotes.map { "- \($0.key.code): \($0.value.text.plainCell)" }.joined(separator: "\n")]
    }
    let collisions = collisions
    if !collisions.isEmpty {
      blocks += ["## Collisions", collisions.map { "- \($0.description.plainCell)" }.joined(separator: "\n")]
    }
    return blocks.joined(separator: "\n\n") + "\n"
  }

  private func table(
    _ properties: [String: Property], showingPresence: Bool, _ names: KeyPath<Destination, [String: String]>
  ) -> String {
    func row(_ cells: [String]) -> String { "| " + cells.joined(separator: " | ") + " |" }
    let head = ["key", "type"] + (showingPresence ? ["always"] : []) + destinations.inOrder.map(\.key.plainCell)
    let rows = properties.inOrder.map { key, property in
      [key.code, property.typeList + (property.isSensitive ? ", sensitive" : "")]
        + (showingPresence ? [property.isRequired ? "yes" : "no"] : [])
        + destinations.inOrder.map { ($0.value[keyPath: names][key] ?? key).code }
    }
    return ([row(head), "|" + String(repeating: "---|", count: head.count)] + rows.map(row)).joined(separator: "\n")
  }
}

extension String {
  /// As text in a cell of a table.
  fileprivate var plainCell: String {
    let oneLine = split(whereSeparator: \.isNewline).joined(separator: " ")
    return String(oneLine.flatMap { "\\`*_|<>[]".contains($0) ? "\\\($0)" : "\($0)" })
  }

  /// As code in a cell of a table.
  fileprivate var code: String {
    let oneLine = split(whereSeparator: \.isNewline).joined(separator: " ").replacing("|", with: "\\|")
    if !oneLine.contains("`") { return "`\(oneLine)`" }
    let longest = oneLine.split(whereSeparator: { $0 != "`" }).map(\.count).max() ?? 0
    let fence = String(repeating: "`", count: longest + 1)
    return "\(fence) \(oneLine) \(fence)"
  }
}
