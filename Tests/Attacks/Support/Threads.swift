import Foundation

/// Runs `body` on threads that start together, and returns when all have ended.
///
/// Threads and not tasks: they are more than the machine has processors, may be blocked, and are no actors.
func onThreads(_ count: Int, stackSize: Int? = nil, _ body: @escaping @Sendable (Int) -> Void) async {
  let start = Signal()
  let ends = (0..<count).map { _ in Signal() }
  for index in 0..<count {
    let thread = Thread {
      start.wait()
      body(index)
      ends[index].send()
    }
    if let stackSize { thread.stackSize = stackSize }
    thread.start()
  }
  start.send()
  for end in ends { check(await end.comes(), "every thread ends") }
}

/// Whether two pieces of code run on the same thread.
func currentThread() -> ObjectIdentifier { ObjectIdentifier(Thread.current) }

/// Keeps the processor busy, as a tracker does that takes its time.
func spin(microseconds: UInt64) {
  if microseconds == 0 { return }
  let end = DispatchTime.now().uptimeNanoseconds + microseconds * 1_000
  while DispatchTime.now().uptimeNanoseconds < end {}
}

/// The memory of this process, in megabytes; `nil` where that cannot be asked.
func residentMegabytes() -> Int? { processStatus("VmRSS").map { $0 / 1_024 } }

/// How many threads this process has; `nil` where that cannot be asked.
func numberOfThreads() -> Int? { processStatus("Threads") }

private func processStatus(_ name: String) -> Int? {
  guard let status = try? String(contentsOfFile: "/proc/self/status", encoding: .utf8) else { return nil }
  let line = status.split(separator: "\n").first { $0.hasPrefix(name + ":") }
  return line.flatMap { Int($0.filter(\.isNumber)) }
}
