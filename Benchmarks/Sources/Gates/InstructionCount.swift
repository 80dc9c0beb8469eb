import CBlackHole
import Cases
import Foundation

/// Counts instructions with callgrind, which runs the program on a processor of its own making. That is slow, and exact:
/// it needs no counters of the machine, and nothing that happens on the machine changes the figures.
///
/// The program runs itself under callgrind. There each case is called twice inside `trackable_measured_run`, the one
/// function that callgrind collects, which ends a file each time. One call is the difference of the two files by the
/// difference of the numbers of calls; what comes with each run falls out.
enum InstructionCount {
  /// The argument with which the program runs under callgrind.
  static let argument = "--under-callgrind"

  private static let marker = "trackable_measured_run"
  private static let calls = (few: 10, many: 40)

  /// By case; `nil` where there is no valgrind.
  static func measure(_ cases: [BenchmarkCase], filter: String?) throws -> [String: Double]? {
    guard let valgrind = path(of: "valgrind") else { return nil }
    let folder = FileManager.default.temporaryDirectory.appending(path: "trackable-gates-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }

    let process = Process()
    process.executableURL = valgrind
    process.arguments =
      [
        "--tool=callgrind", "--quiet", "--collect-atstart=no", "--toggle-collect=\(marker)", "--dump-after=\(marker)",
        "--callgrind-out-file=\(folder.path)/out", CommandLine.arguments[0], argument,
      ] + (filter.map { ["--only", $0] } ?? [])
    // Hashes are seeded at random otherwise, and collisions differ from run to run.
    process.environment = ProcessInfo.processInfo.environment.merging(["SWIFT_DETERMINISTIC_HASHING": "1"]) { $1 }
    try process.run()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      throw GateError(description: "valgrind ended with status \(process.terminationStatus).")
    }

    var figures: [String: Double] = [:]
    for (index, aCase) in cases.enumerated() {
      let few = try total(in: folder.appending(path: "out.\(2 * index + 1)"))
      let many = try total(in: folder.appending(path: "out.\(2 * index + 2)"))
      figures[aCase.name] = (Double(many - few) / Double(calls.many - calls.few)).rounded()
    }
    return figures
  }

  /// What the program does under callgrind.
  static func run(_ cases: [BenchmarkCase]) {
    for aCase in cases {
      let body = aCase.prepare()
      for _ in 0..<100 { body() }  // What is made once does not count: names, metadata, caches.
      collect(calls.few, of: body)
      collect(calls.many, of: body)
    }
  }

  private static func collect(_ calls: Int, of body: @escaping () -> Void) {
    let run = Run(calls: calls, body: body)
    withExtendedLifetime(run) {
      // `run` outlives the call, which is over when this returns.
      let context = Unmanaged.passUnretained(run).toOpaque()
      trackable_measured_run({ Unmanaged<Run>.fromOpaque($0!).takeUnretainedValue().perform() }, context)
    }
  }

  private final class Run {
    let calls: Int
    let body: () -> Void

    init(calls: Int, body: @escaping () -> Void) {
      self.calls = calls
      self.body = body
    }

    func perform() { for _ in 0..<calls { body() } }
  }

  /// The total that callgrind wrote at the end of a file.
  private static func total(in file: URL) throws -> Int {
    let text = try String(contentsOf: file, encoding: .utf8)
    for line in text.split(separator: "\n") where line.hasPrefix("totals: ") || line.hasPrefix("summary: ") {
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
