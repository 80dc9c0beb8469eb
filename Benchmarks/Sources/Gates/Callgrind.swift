import Cases
import Foundation

/// Counts instructions with callgrind, which runs the program on a simulated processor. That is slow but exact: it
/// needs no hardware counters, and nothing else that happens on the machine changes the figures.
///
/// The program runs itself under callgrind, which measures the function that ``CaseRun`` marks, and writes a file after
/// each call. Addresses and hashes are the same in each such run, so allocations are counted there too.
enum Callgrind {
  /// The argument that makes the program do its part under callgrind. The file for the allocations follows it.
  static let argument = "--under-callgrind"

  /// The figures by case; `nil` if there is no valgrind.
  static func measure(_ cases: [BenchmarkCase], filter: String?) throws -> [String: Figure]? {
    guard let valgrind = path(of: "valgrind") else { return nil }
    let folder = FileManager.default.temporaryDirectory.appending(path: "trackable-gates-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let allocations = folder.appending(path: "allocations")

    let process = Process()
    process.executableURL = valgrind
    process.arguments =
      [
        "--tool=callgrind", "--quiet", "--collect-atstart=no", "--toggle-collect=\(CaseRun.marker)",
        "--dump-after=\(CaseRun.marker)", "--callgrind-out-file=\(folder.path)/out",
        CommandLine.arguments[0], argument, allocations.path,
      ] + (filter.map { ["--only", $0] } ?? [])
    // Otherwise hashes are seeded at random, and the collisions differ from run to run.
    process.environment = ProcessInfo.processInfo.environment.merging(["SWIFT_DETERMINISTIC_HASHING": "1"]) { $1 }
    // Valgrind complains about debug information that it does not know.
    let complaints = folder.appending(path: "complaints")
    try Data().write(to: complaints)
    process.standardError = try FileHandle(forWritingTo: complaints)
    try process.run()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      print(try String(contentsOf: complaints, encoding: .utf8))
      throw GateError(description: "valgrind ended with status \(process.terminationStatus).")
    }

    let counted = try JSONDecoder().decode([String: Double]?.self, from: Data(contentsOf: allocations))
    var figures: [String: Figure] = [:]
    for (index, aCase) in cases.enumerated() {
      let few = try total(in: folder.appending(path: "out.\(2 * index + 1)"))
      let many = try total(in: folder.appending(path: "out.\(2 * index + 2)"))
      let instructions = (Double(many - few) / Double(CaseRun.calls.many - CaseRun.calls.few)).rounded()
      figures[aCase.name] = Figure(instructions: instructions, allocations: counted?[aCase.name])
    }
    return figures
  }

  /// The program's part under callgrind.
  static func run(_ cases: [BenchmarkCase], allocationsFile: String) throws {
    let allocations = CaseRun.allocations(of: cases)
    try JSONEncoder().encode(allocations).write(to: URL(filePath: allocationsFile))
  }

  /// The total at the end of a file that callgrind has written.
  private static func total(in file: URL) throws -> Int {
    let text = try String(contentsOf: file, encoding: .utf8)
    for line in text.split(separator: "\n") where line.hasPrefix("totals: ") {
      if let total = line.split(separator: " ").last.flatMap({ Int($0) }) { return total }
    }
    throw GateError(description: "\(file.lastPathComponent) of callgrind has no total.")
  }

  private static func path(of program: String) -> URL? {
    (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
      .map { URL(filePath: String($0)).appending(path: program) }
      .first { FileManager.default.isExecutableFile(atPath: $0.path) }
  }
}

/// Why nothing could be measured.
struct GateError: Error, CustomStringConvertible {
  let description: String
}
