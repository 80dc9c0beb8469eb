import Foundation
import Trackable

/// Runs `body` on `count` threads that start together, and answers what each returned.
///
/// Threads rather than tasks: a machine with two cores has two threads for tasks.
package func onThreads<Result: Sendable>(
  _ count: Int, _ body: @escaping @Sendable (Int) -> Result
) -> [Result] {
  let results = Lock<[Int: Result]>([:])
  let start = NSCondition()
  let waiting = Lock(0)
  let done = DispatchGroup()
  for index in 0..<count {
    done.enter()
    let thread = Thread {
      start.lock()
      waiting.withLock { $0 += 1 }
      start.broadcast()
      while waiting.withLock({ $0 < count }) { start.wait() }
      start.unlock()
      let result = body(index)
      results.withLock { $0[index] = result }
      done.leave()
    }
    thread.start()
  }
  done.wait()
  return results.withLock { results in (0..<count).compactMap { results[$0] } }
}
