import Cases
import Foundation

/// Fails if a case takes more instructions or allocations than its committed figures allow.
///
///     swift run -c release --package-path Benchmarks Gates
///     swift run -c release --package-path Benchmarks Gates --update        writes the new figures
///     swift run -c release --package-path Benchmarks Gates --only explain  only cases with that in their names
///
/// Counting instructions needs valgrind; counting allocations needs Linux with glibc. What cannot be counted is not
/// judged.
@main struct Gates {
  static func main() {
    do {
      try run(Array(CommandLine.arguments.dropFirst()))
    } catch {
      print("error: \(error)")
      exit(1)
    }
  }

  private static func run(_ arguments: [String]) throws {
    var arguments = arguments
    let filter = take("--only", from: &arguments)
    let cases = BenchmarkCase.all().filter { filter.map($0.name.contains) ?? true }
    if let file = take(Callgrind.argument, from: &arguments) {
      return try Callgrind.run(cases, allocationsFile: file)
    }
    let isUpdate = arguments == ["--update"]
    guard arguments.isEmpty || (isUpdate && filter == nil) else {
      throw GateError(description: "usage: Gates [--update | --only TEXT]")
    }

    let figures = try measure(cases, filter: filter)
    if isUpdate {
      guard figures.allSatisfy({ $0.instructions != nil && $0.allocations != nil }) else {
        throw GateError(description: "only where instructions and allocations are counted can figures be updated.")
      }
      try Thresholds.write(zip(cases, figures).map { ($0.name, $1) })
    }
    judge(cases, figures, by: try Thresholds.read(), printsAll: filter != nil)
  }

  private static func measure(_ cases: [BenchmarkCase], filter: String?) throws -> [Figure] {
    if let counted = try Callgrind.measure(cases, filter: filter) {
      return cases.map { counted[$0.name] ?? Figure() }
    }
    print("Instructions are not judged: valgrind is not installed.")
    let allocations = CaseRun.allocations(of: cases)
    if allocations == nil { print("Allocations are not judged: they are counted on Linux with glibc only.") }
    return cases.map { Figure(allocations: allocations?[$0.name]) }
  }

  private static func judge(
    _ cases: [BenchmarkCase], _ figures: [Figure], by thresholds: Thresholds, printsAll: Bool
  ) {
    let isComparable = thresholds.platform == Thresholds.thisPlatform
    if !isComparable {
      print("Instructions are not judged: the committed ones are for \(thresholds.platform).")
    }
    let verdicts = zip(cases, figures).map {
      Verdict(
        $0, now: $1, threshold: thresholds.figures[$0.name], comparesInstructions: isComparable)
    }
    if printsAll { for verdict in verdicts { print(verdict.summary) } }
    let worse = verdicts.filter { !$0.problems.isEmpty }
    for verdict in worse {
      for problem in verdict.problems { print("error: \(verdict.name): \(problem).") }
    }
    let improved = verdicts.filter { $0.isImproved && $0.problems.isEmpty }
    for verdict in improved { print("improved: \(verdict.summary)") }
    if !improved.isEmpty { print("Better than committed; to keep it so, update the thresholds: \(command) --update") }
    print("\(verdicts.count) cases, \(worse.count) worse than committed, \(improved.count) better.")
    if let first = worse.first {
      print("To repeat the first one: \(command) --only '\(first.name)'")
      print("If the code has to take more: \(command) --update")
      exit(1)
    }
  }

  private static let command = "swift run -c release --package-path Benchmarks Gates"

  /// Removes an option and its value from the arguments.
  private static func take(_ option: String, from arguments: inout [String]) -> String? {
    guard let index = arguments.firstIndex(of: option), arguments.indices.contains(index + 1) else { return nil }
    defer { arguments.removeSubrange(index...(index + 1)) }
    return arguments[index + 1]
  }
}
