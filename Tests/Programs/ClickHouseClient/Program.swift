import Foundation

/// A program that runs.
///
/// Started on the main thread: a process that another thread starts inherits its blocked signals, and could not be stopped.
@MainActor final class Program {
  private let process = Process()
  /// How it ended; `nil` while it runs.
  private(set) var status: Int32?

  init(_ path: String, _ arguments: [String], isSilent: Bool = false) {
    process.executableURL = URL(filePath: path)
    process.arguments = arguments
    if isSilent {
      process.standardOutput = FileHandle.nullDevice
      process.standardError = FileHandle.nullDevice
    }
    do { try process.run() } catch { fail("\(path) does not start: \(error)") }
  }

  isolated deinit { signal(SIGKILL) }

  func signal(_ number: Int32) {
    if status == nil { kill(process.processIdentifier, number) }
  }

  /// Returns when it has ended, or a time has passed. Foundation does not notice the end of a program as long as another runs
  /// that was started later, so the system is asked.
  func wait(atMost limit: Duration = .seconds(120)) async {
    let deadline = ContinuousClock.now + limit
    while status == nil, .now < deadline {
      var word: Int32 = 0
      let ended = waitpid(process.processIdentifier, &word, WNOHANG)
      if ended == process.processIdentifier {
        status = word
      } else if ended < 0, !process.isRunning {
        status = process.terminationStatus
      } else {
        try? await Task.sleep(for: .milliseconds(5))
      }
    }
  }
}
