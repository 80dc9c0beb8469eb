import CBlackHole

/// Times several contenders in turns. Each round runs all of them, in an order that rotates, so that a change of the
/// machine's speed affects all of them alike. Time is that of the thread, so other programs' time does not count.
struct Interleaved {
  /// Nanoseconds per call, by contender and round.
  private(set) var rounds: [[Double]]

  /// - Parameters:
  ///   - contenders: What to time.
  ///   - count: How many rounds.
  ///   - duration: Roughly how long one contender's turn takes, in nanoseconds.
  init(_ contenders: [() -> Void], rounds count: Int = 41, duration: Double = 1_500_000) {
    let calls = contenders.map { Self.calls(of: $0, lasting: duration) }
    rounds = contenders.map { _ in [] }
    for round in 0..<count {
      for turn in contenders.indices {
        let index = (turn + round) % contenders.count
        rounds[index].append(Self.time(contenders[index], calls: calls[index]))
      }
    }
  }

  /// The best round of a contender: what a call costs when nothing else slows the machine down.
  func minimum(_ index: Int) -> Double { rounds[index].min() ?? .nan }

  /// The middle round of a contender.
  func median(_ index: Int) -> Double { rounds[index].median }

  /// The median of the rounds' ratios.
  func ratio(_ index: Int, to reference: Int) -> Double {
    median(of: { $0[index] / $0[reference] })
  }

  /// The median of what `figure` computes for each round.
  func median(of figure: ([Double]) -> Double) -> Double {
    (rounds.first ?? []).indices.map { round in figure(rounds.map { $0[round] }) }.median
  }

  private static func time(_ body: () -> Void, calls: Int) -> Double {
    let start = thread_nanoseconds()
    for _ in 0..<calls { body() }
    return Double(thread_nanoseconds() - start) / Double(calls)
  }

  private static func calls(of body: () -> Void, lasting duration: Double) -> Int {
    _ = time(body, calls: 20)  // Warm up: names, metadata and caches are made only once.
    var calls = 16
    while true {
      let nanoseconds = time(body, calls: calls) * Double(calls)
      if nanoseconds > duration / 4 || calls > 1 << 24 {
        return max(1, Int(Double(calls) * duration / nanoseconds))
      }
      calls *= 4
    }
  }
}

extension [Double] {
  /// The middle element.
  var median: Double {
    let sorted = sorted()
    if sorted.isEmpty { return .nan }
    return (sorted[sorted.count / 2] + sorted[(sorted.count - 1) / 2]) / 2
  }
}
