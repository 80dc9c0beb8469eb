import Cases

/// How a case compares with its committed figures.
struct Verdict {
  let name: String
  let now: Figure
  let problems: [String]
  let isImproved: Bool

  init(_ aCase: BenchmarkCase, now: Figure, threshold: Figure?, comparesInstructions: Bool) {
    let looseness = aCase.dependsOnAddresses ? Thresholds.toleranceForAddresses : 0
    var problems: [String] = []
    var isImproved = false
    if let allocations = now.allocations {
      if let most = aCase.mostAllocations, allocations > most {
        problems.append("\(allocations) allocations, and the promise is at most \(most)")
      }
      if let old = threshold?.allocations {
        let room = max(old * looseness, Thresholds.room(overAllocations: old))
        if allocations > old + room { problems.append("\(allocations) allocations, and \(old) are committed") }
        if allocations < old - room { isImproved = true }
      }
    }
    if comparesInstructions, let instructions = now.instructions, let old = threshold?.instructions {
      let room = max(old * looseness, Thresholds.room(over: old, allocations: threshold?.allocations))
      if instructions > old + room {
        let growth = ((instructions / old - 1) * 1_000).rounded() / 10
        problems.append("\(Int(instructions)) instructions, and \(Int(old)) are committed (+\(growth) %)")
      }
      if instructions < old - room { isImproved = true }
    }
    if threshold == nil { problems.append("no figures are committed for it") }
    name = aCase.name
    self.now = now
    self.problems = problems
    self.isImproved = isImproved
  }
  var summary: String {
    func text(_ number: Double?, _ isWhole: Bool) -> String {
      number.map { isWhole ? "\(Int($0))" : "\($0)" } ?? "uncounted"
    }
    return "\(name): \(text(now.instructions, true)) instructions, \(text(now.allocations, false)) allocations"
  }
}
