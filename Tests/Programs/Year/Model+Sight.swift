// What can be seen from outside: the account, the disk, the links, the issues.
extension Model {
  /// Two destinations, each with three folders, one for this process, one that an earlier one has left, and two that a purge has yet
  /// to delete; the memories, which are folders while the device is locked. However often the app was launched meanwhile.
  static let folders = 17
  static let files = 24
  /// A file takes some hundred events at least.
  static let eventsInFile = 200

  mutating func check(_ sight: Sight) {
    for (destination, columns) in sight.ledger.sorted(by: { $0.key < $1.key }) {
      check(columns, of: destination, sight.issues)
    }
    if !sight.openToOthers.isEmpty { complain("others may read \(sight.openToOthers.sorted())") }
    let stored = sight.ledger.values.reduce(0) { $0 + ($1["stored"] ?? 0) } + pending.count
    if sight.folders > Self.folders { complain("there are \(sight.folders) folders") }
    if sight.files > Self.files + stored / Self.eventsInFile {
      complain("there are \(sight.files) files for \(stored) calls")
    }
    // 2½ times the most that were there at once, the root with them, and 66.
    let links = Int(2.5 * Double(chain.mostAtOnce + 1)) + 66
    if sight.links > links { complain("there are \(sight.links) links, and may be \(links)") }
    for issue in sight.issues where !isExplained(issue) { complain("nothing explains the issue: \(issue)") }
  }

  private mutating func check(_ columns: [String: Int], of destination: String, _ issues: [String]) {
    let beside: Set = ["suppressed", "(suppressed)", "events", "accepted", "adopted"]
    let left = (columns["accepted"] ?? 0) + (columns["adopted"] ?? 0)
    let right = columns.filter { !beside.contains($0.key) }.values.reduce(0, +)
    if left != right { complain("the ledger of \(destination) does not add up: \(left) are not \(right), \(columns)") }
    if columns.values.contains(where: { $0 < 0 }) {
      complain("the ledger of \(destination) counts below zero: \(columns)")
    }
    if columns["dropped"] ?? 0 > 0, !mayDrop {
      complain("\(destination) has dropped calls for no reason: \(columns) \(issues)")
    }
    guard isRunning, let service = ModelledService(rawValue: destination) else { return }
    if let accepted = columns["accepted"], accepted < acceptedHere[service] ?? 0 {
      complain(
        "\(destination) has accepted \(accepted) calls, and got \(acceptedHere[service] ?? 0) events in this launch")
    }
    if service == .first, columns["held"] ?? 0 > 1_002 {
      complain("the gate in front of first holds more than 1,000 calls")
    }
    guard hasSettled, isOpen(service) else { return }
    // A gate that holds calls keeps the last `reset` and `identify` in a purge, as a full one does.
    let columnsOfRest = service == .first || isConfigured ? ["waiting", "stored", "held"] : ["waiting", "stored"]
    for column in columnsOfRest where columns[column] ?? 0 > 0 {
      complain("after a flush, \(columns[column] ?? 0) calls of \(destination) are \(column)")
    }
    let arrived = arrivedHere[service]?.count ?? 0
    if let delivered = columns["delivered"], delivered != arrived, countsArrivals {
      complain("\(destination) counts \(delivered) as delivered in this launch, and \(arrived) have arrived")
    }
  }

  /// Whether the diary gives a reason for an issue.
  private func isExplained(_ issue: String) -> Bool {
    let hasBadStorage = step(of: .full, .locked) >= 0
    let reasons = [
      "ancestorGone": chain.hasReadGoneObject, "duplicateKey": chain.hasScreenWithTwoNames,
      "eventsDropped": hasOverflown, "memoryUnusable": hasBadStorage,
      "storeUnavailable": hasBadStorage, "storeOverflow": hasBadStorage, "notSampled": step(of: .locked) >= 0,
      "deliveryFailed": hasTrouble, "deliveryTimedOut": hasTrouble, "deliveredLate": hasTrouble,
      "prohibitedStep": hasTrouble, "sessionDropped": hasTrouble,
    ]
    return reasons[String(issue.prefix { $0 != ":" })] ?? false
  }
}
