import Trackable

/// Runs `body` when no other body that takes turns is running.
///
/// For tests that keep a processor busy for seconds. A machine with two cores has two threads for the tasks of all tests:
/// with two such tests on them all others stand still, and a test that waits for a real clock is late.
package func takingTurns<Result>(
  isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Result
) async rethrows -> Result {
  await withCheckedContinuation { continuation in
    let isMine = turns.withLock { turns in
      if turns.isTaken { turns.waiting.append(continuation) }
      defer { turns.isTaken = true }
      return !turns.isTaken
    }
    if isMine { continuation.resume() }
  }
  defer {
    let next = turns.withLock { turns -> CheckedContinuation<Void, Never>? in
      if turns.waiting.isEmpty {
        turns.isTaken = false
        return nil
      }
      return turns.waiting.removeFirst()
    }
    next?.resume()
  }
  return try await body()
}

private let turns = Lock((isTaken: false, waiting: [CheckedContinuation<Void, Never>]()))
