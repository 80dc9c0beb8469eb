import Foundation

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#endif

/// Which process this is: its number, and what tells it from another process that has the number later.
///
/// It is written down so that others can find out whether the process has ended. No lock is involved: iOS ends an app
/// that holds one on a shared file while it is suspended.
struct ProcessIdentity: Sendable, Hashable {
  /// What is known about whether a process is still there.
  enum Life: Sendable, Hashable {
    case running, ended
    /// It belongs to another machine, container or run of the system, or the system does not tell.
    case unknown
  }

  let number: Int32
  /// When it was started, as the system writes it.
  let started: String
  /// Where numbers of processes mean the same: the machine since it was started, and the container.
  let scope: String
  /// Which of the programs that the process has run, one in place of the other (`exec`). Empty where the system does
  /// not tell: there, the files of an earlier one are found when the process has ended.
  let program: String

  static let current: ProcessIdentity = {
    let number = getpid()
    return ProcessIdentity(
      number: number, started: startTime(of: number) ?? "", scope: currentScope,
      program: currentProgram)
  }()

  /// As it is written to a file.
  var text: String { "process \(number)\nstarted \(started)\nscope \(scope)\nprogram \(program)\n" }

  init(number: Int32, started: String, scope: String, program: String = "") {
    self.number = number
    self.started = started
    self.scope = scope
    self.program = program
  }

  init?(text: String) {
    // The last line ends with a line break: a file that was cut off is not mistaken for a whole one.
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    guard lines.count == 5, lines[4].isEmpty, lines[0].hasPrefix("process "), lines[1].hasPrefix("started "),
      lines[2].hasPrefix("scope "), lines[3].hasPrefix("program "), let number = Int32(lines[0].dropFirst(8)),
      number > 0
    else { return nil }
    self.init(
      number: number, started: String(lines[1].dropFirst(8)), scope: String(lines[2].dropFirst(6)),
      program: String(lines[3].dropFirst(8)))
  }

  /// Whether the process is still there.
  var life: Life {
    guard scope == Self.currentScope else { return .unknown }
    if kill(number, 0) != 0, errno == ESRCH { return .ended }
    guard let now = Self.startTime(of: number), !started.isEmpty else { return .unknown }
    if number == Self.current.number, program != Self.current.program { return .ended }
    return now == started ? .running : .ended
  }

  #if canImport(Darwin)
    /// An app on iOS is not told about other processes, so it gets `nil` for them.
    private static func startTime(of number: Int32) -> String? {
      var info = kinfo_proc()
      var size = MemoryLayout<kinfo_proc>.stride
      var name = [CTL_KERN, KERN_PROC, KERN_PROC_PID, number]
      guard sysctl(&name, UInt32(name.count), &info, &size, nil, 0) == 0, size > 0 else { return nil }
      let time = info.kp_proc.p_un.__p_starttime
      return "\(time.tv_sec).\(time.tv_usec)"
    }

    private static let currentScope: String = {
      var size = 0
      guard sysctlbyname("kern.bootsessionuuid", nil, &size, nil, 0) == 0, size > 1 else { return "" }
      var text = [UInt8](repeating: 0, count: size)
      guard sysctlbyname("kern.bootsessionuuid", &text, &size, nil, 0) == 0 else { return "" }
      return String(decoding: text.prefix { $0 != 0 }, as: UTF8.self)
    }()

    private static let currentProgram = ""
  #else
    /// `nil` where the process cannot be asked about. A process that has ended and whose parent has not noticed has no
    /// start time that anybody was told.
    private static func startTime(of number: Int32) -> String? {
      // The name of the program stands in parentheses and may contain anything, parentheses too.
      guard let text = contents("/proc/\(number)/stat"), let name = text.lastIndex(of: ")") else { return nil }
      let fields = text[text.index(after: name)...].split(separator: " ")
      guard fields.count > 19 else { return nil }
      return fields[0] == "Z" || fields[0] == "X" ? "ended" : String(fields[19])
    }

    private static let currentScope: String = {
      let boot = contents("/proc/sys/kernel/random/boot_id") ?? ""
      let container = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/ns/pid")) ?? ""
      return boot.filter { $0 != "\n" } + " " + container
    }()

    /// Where the system has put it and its parts, which is somewhere else each time.
    private static let currentProgram: String = {
      // The pointer does not leave the closure.
      bytes("/proc/self/auxv").map { String($0.withUnsafeBytes { Checksum.crc32c($0) }, radix: 16) } ?? ""
    }()

    private static func contents(_ path: String) -> String? {
      bytes(path).map { String(decoding: $0, as: UTF8.self) }
    }

    private static func bytes(_ path: String) -> [UInt8]? {
      let files = POSIXFileSystem()
      guard let file = try? files.openForReading(path) else { return nil }
      defer { files.close(file) }
      return try? files.readAll(file, at: 0, count: 4_096)
    }
  #endif
}
