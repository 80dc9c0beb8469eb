import Cases
import Foundation

/// Fails if a case takes more instructions or allocations than was committed.
///
///     swift run -c release --package-path Benchmarks Gates
///     swift run -c release --package-path Benchmarks Gates --update        commits to what is measured now
///     swift run -c release --package-path Benchmarks Gates --only explain  the cases with that in their names
///
/// Instructions need valgrind; allocations need Linux with glibc. What cannot be counted is not judged.
@main struct Gates {
  static func main() throws {
    var arguments = Array(CommandLine.arguments.dropFirst())
    let filter = arguments.firstIndex(of: "--only").flatMap { index -> String? in
      arguments.remove(at: index)
      return arguments.indices.contains(index) ? arguments.remove(at: index) : nil
    }
    let isUpdate = arguments == ["--update"]
    let cases = BenchmarkCase.all().filter { filter.map($0.name.contains) ?? true }
    if arguments == [InstructionCount.argument] { return InstructionCount.run(cases) }
    guard arguments.isEmpty || (isUpdate && filter == nil) else {
      print("usage: Gates [--update | --only TEXT]")
      exit(2)
    }

    // Instructions first: here nothing was bootstrapped yet, which both need.
    let instructions = try InstructionCount.measure(cases, filter: filter)
    let allocations = AllocationCount.measure(cases)
    if instructions == nil { print("Instructions are not judged: valgrind is not installed.") }
    if allocations == nil { print("Allocations are not judged: they are counted on Linux with glibc only.") }
    let figures = cases.map {
      (name: $0.name, figure: Figure(instructions: instructions?[$0.name], allocations: allocations?[$0.name]))
    }
    if isUpdate {
      guard instructions != nil, allocations != nil else {
        print("error: only what counts both can update.")
        exit(1)
      }
      try Thresholds.write(figures)
    }
    judge(cases, figures.map(\.figure), by: try Thresholds.read(), printsAll: filter != nil)
  }

  private static func judge(
    _ cases: [BenchmarkCase], _ figures: [Figure], by thresholds: Thresholds, printsAll: Bool
  ) {
    let isComparable = thresholds.platform == Thresholds.thisPlatform
    if !isComparable {
      print(
        "Instructions are not judged: they were counted for \(thresholds.platform); this is \(Thresholds.thisPlatform).")
    }
    let verdicts = zip(cases, figures).map {
      Verdict(
        name: $0.name, now: $1, threshold: thresholds.figures[$0.name], mostAllocations: $0.mostAllocations,
        comparesInstructions: isComparable)
    }
    if printsAll {
      for verdict in verdicts {
        print(
          "\(verdict.name): \(verdict.now.instructions.map { "\(Int($0))" } ?? "-") instructions, "
            + "\(verdict.now.allocations.map { "\($0)" } ?? "-") allocations")
      }
    }
    let worse = verdicts.filter { !$0.problems.isEmpty }
    for verdict in worse {
      for problem in verdict.problems { print("error: \(verdict.name): \(problem).") }
    }
    let improved = verdicts.filter { $0.isImproved && $0.problems.isEmpty }
    for verdict in improved { print("improved: \(verdict.name)") }
    if !improved.isEmpty { print("Update the thresholds: \(command) --update") }
    print("\(verdicts.count) cases, \(worse.count) worse than committed, \(improved.count) better.")
    if let first = worse.first {
      print("To repeat the first one: \(command) --only '\(first.name)'")
      print("If it is meant to be: \(command) --update")
      exit(1)
    }
  }

  private static let command = "swift run -c release --package-path Benchmarks Gates"
}
