/// What holds of every diary, whatever it says.
struct Laws {
  private var tracked: [String: Diary.Tracked] = [:]
  private var isDenied = false
  private var deniedNumbers: Set<String> = []
  private var owners: [String: Set<String>] = [:]

  mutating func read(_ step: Diary.Step, arrivals: [Arrival], sight: Sight?) -> [String] {
    var complaints: [String] = []
    note(step)
    for arrival in arrivals {
      if arrival.properties.contains(where: { $0.key.hasSuffix("secret") || $0.value.hasPrefix("secret") }) {
        complaints.append("\(arrival) has a secret")
      }
      if arrival.service == "direct" { continue }
      if let number = arrival.properties.first(where: { $0.key.hasSuffix("number") })?.value {
        if deniedNumbers.contains(number) { complaints.append("\(arrival) was denied") }
      }
      if let id = arrival.anonymousID, let user = arrival.user {
        owners[id, default: []].insert(user)
        if let users = owners[id], users.count > 1 { complaints.append("\(users) have one anonymous ID, \(id)") }
      }
    }
    if let sight {
      for (name, entry) in sight.ledger {
        let columns = ["held", "waiting", "stored", "delivered", "handed over", "dropped"]
        let sum = columns.reduce(0) { $0 + (entry[$1] ?? 0) }
        if entry["accepted", default: 0] + entry["adopted", default: 0] != sum {
          complaints.append("the ledger of \(name) does not add up: \(entry)")
        }
      }
      if !sight.openToOthers.isEmpty { complaints.append("others may read \(sight.openToOthers)") }
      if sight.links > 200 { complaints.append("\(sight.links) links are left") }
      if sight.files > 60 { complaints.append("\(sight.files) files are left") }
    }
    return complaints
  }

  private mutating func note(_ step: Diary.Step) {
    switch step {
    case .deny:
      isDenied = true
      deniedNumbers.formUnion(tracked.keys)
    case .grant: isDenied = false
    case .track(let event):
      tracked["\(event.number)"] = event
      if isDenied { deniedNumbers.insert("\(event.number)") }
    case .atOnce(let steps): for step in steps { note(step) }
    default: break
    }
  }

  mutating func end() -> [String] { [] }
}
