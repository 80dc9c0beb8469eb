import CAllocationCounter
import CBlackHole
import Cases

/// Runs cases in a way that lets callgrind count their instructions, and counts their allocations itself.
enum CaseRun {
  /// The only function that callgrind measures.
  static let marker = "trackable_measured_run"
  /// How often each case is called in each of two runs. The cost of one call is the difference between the runs,
  /// divided by the difference of these numbers; the fixed cost of a run cancels out.
  static let calls = (few: 10, many: 40)

  /// Allocations per call, by case, rounded to a tenth; `nil` if they are not counted.
  static func allocations(of cases: [BenchmarkCase]) -> [String: Double]? {
    var figures: [String: Double] = [:]
    for aCase in cases {
      let prepared = aCase.prepare()
      prepared.body(100)  // Warm up: names, metadata and caches are made only once.
      prepared.settle()
      let few = run(calls.few, of: prepared.body)
      let many = run(calls.many, of: prepared.body)
      figures[aCase.name] = (Double(many - few) / Double(calls.many - calls.few) * 10).rounded() / 10
    }
    return allocation_counter_is_available() ? figures : nil
  }

  /// The allocations of all calls together.
  private static func run(_ calls: Int, of body: @escaping (Int) -> Void) -> Int {
    let repeated = Repeated(calls: calls, body: body)
    let before = allocation_counter_of_this_thread()
    withExtendedLifetime(repeated) {
      // The unretained pointer is safe: the call ends before this closure returns, and `repeated` lives until then.
      let context = Unmanaged.passUnretained(repeated).toOpaque()
      trackable_measured_run(
        { context in
          if let context { Unmanaged<Repeated>.fromOpaque(context).takeUnretainedValue().perform() }
        }, context)
    }
    return Int(allocation_counter_of_this_thread() - before)
  }

  private final class Repeated {
    let calls: Int
    let body: (Int) -> Void

    init(calls: Int, body: @escaping (Int) -> Void) {
      self.calls = calls
      self.body = body
    }

    func perform() { body(calls) }
  }
}
