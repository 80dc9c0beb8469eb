import CAllocationCounter
import CBlackHole
import Cases

/// Runs cases where their instructions can be counted from outside, and counts their allocations meanwhile.
enum CaseRun {
  /// The one function that callgrind collects.
  static let marker = "trackable_measured_run"
  /// Each case is called this often in each of two runs. One call is the difference of the runs by the difference of
  /// these numbers: what comes with each run falls out.
  static let calls = (few: 10, many: 40)

  /// Allocations of one call, by case, to a tenth; `nil` where they are not counted.
  static func allocations(of cases: [BenchmarkCase]) -> [String: Double]? {
    var figures: [String: Double] = [:]
    for aCase in cases {
      let body = aCase.prepare()
      for _ in 0..<100 { body() }  // What is made once does not count: names, metadata, caches.
      let few = run(calls.few, of: body)
      let many = run(calls.many, of: body)
      figures[aCase.name] = (Double(many - few) / Double(calls.many - calls.few) * 10).rounded() / 10
    }
    return allocation_counter_is_available() ? figures : nil
  }

  /// The allocations of all calls together.
  private static func run(_ calls: Int, of body: @escaping () -> Void) -> Int {
    let repeated = Repeated(calls: calls, body: body)
    let before = allocation_counter_of_this_thread()
    withExtendedLifetime(repeated) {
      // `repeated` outlives the call, which is over when this returns.
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
    let body: () -> Void

    init(calls: Int, body: @escaping () -> Void) {
      self.calls = calls
      self.body = body
    }

    func perform() { for _ in 0..<calls { body() } }
  }
}
