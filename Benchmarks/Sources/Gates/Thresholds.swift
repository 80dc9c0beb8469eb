import Foundation

/// The committed figures: `Benchmarks/Thresholds.txt`. Each case has a line, which ends with its instructions and its
/// allocations.
struct Thresholds {
  /// How many more instructions than committed are allowed.
  ///
  /// Another version of the C library or the compiler changes them by a few percent, and so does another layout of the
  /// program: types are looked up in tables by their addresses, and each collision there costs about 17 instructions,
  /// which is a lot for a case that takes few.
  static func room(over instructions: Double, allocations: Double?) -> Double {
    instructions * 0.03 + min(instructions * 0.1, fewCollisions + perAllocation * (allocations ?? 0))
  }
  private static let fewCollisions = 150.0
  /// An allocation takes up to 100 more or less, depending on what was freed before.
  private static let perAllocation = 100.0

  /// How many more allocations are allowed: none, or one in ten. A growing string or array uses all that the allocator
  /// gives it, which now and then is a little more than it asked for.
  static func room(overAllocations allocations: Double) -> Double { (allocations * 0.1).rounded(.down) }

  /// How much more of both is allowed for cases that make links, because these are looked up by their objects'
  /// addresses.
  static let toleranceForAddresses = 0.1

  static let file = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "Thresholds.txt")

  /// The platform for which the instructions were counted. They are not comparable with another processor or compiler.
  let platform: String
  let figures: [String: Figure]

  static let thisPlatform: String = {
    #if arch(x86_64)
      let processor = "x86_64"
    #elseif arch(arm64)
      let processor = "arm64"
    #else
      let processor = "another processor"
    #endif
    #if os(Linux)
      let system = "Linux"
    #else
      let system = "another system"
    #endif
    #if compiler(>=6.4)
      let compiler = "Swift after 6.3"
    #elseif compiler(>=6.3)
      let compiler = "Swift 6.3"
    #else
      let compiler = "Swift before 6.3"
    #endif
    return "\(compiler), \(system), \(processor)"
  }()

  static func read() throws -> Thresholds {
    let text = try String(contentsOf: file, encoding: .utf8)
    var platform = ""
    var figures: [String: Figure] = [:]
    for line in text.split(separator: "\n") {
      if line.hasPrefix("# for ") { platform = String(line.dropFirst("# for ".count)) }
      if line.hasPrefix("#") { continue }
      let words = line.split(separator: " ")
      guard words.count >= 3 else { throw GateError(description: "\(file.path) has a line that is none: \(line)") }
      figures[words.dropLast(2).joined(separator: " ")] = Figure(
        instructions: Double(words[words.count - 2]), allocations: Double(words[words.count - 1]))
    }
    return Thresholds(platform: platform, figures: figures)
  }

  static func write(_ figures: [(name: String, figure: Figure)]) throws {
    let width = figures.map(\.name.count).max() ?? 0
    func column(_ number: Double?, _ width: Int, isWhole: Bool) -> String {
      let text = number.map { isWhole ? "\(Int($0))" : "\($0)" } ?? "-"
      return String(repeating: " ", count: max(1, width - text.count)) + text
    }
    var text = """
      # What each case costs: instructions and allocations of one call. Written by a program:
      #     swift run -c release --package-path Benchmarks Gates --update
      # Instructions may grow by 3 % and 150 and 100 an allocation (at most a tenth), allocations by one in ten; where links
      # are made, both by 10 %.
      # for \(thisPlatform)

      """
    for (name, figure) in figures {
      text += name + String(repeating: " ", count: width - name.count)
      text += column(figure.instructions, 10, isWhole: true) + column(figure.allocations, 9, isWhole: false) + "\n"
    }
    try text.write(to: file, atomically: true, encoding: .utf8)
  }
}
