import Benchmark
import Cases

/// The cases for the field's own tool, which shows how their figures are spread, and compares branches:
///
///     swift package --package-path Benchmarks benchmark
///     swift package --package-path Benchmarks benchmark --filter 'chain.*'
///
/// Nothing is judged here: Gates does that. The tool runs each benchmark in a process of its own.
let benchmarks: @Sendable () -> Void = {
  Benchmark.defaultConfiguration = Benchmark.Configuration(
    // Where the machine does not let programs read its counters, instructions are shown as 0. Allocations always are, on Linux.
    metrics: [.wallClock, .instructions], warmupIterations: 3, scalingFactor: .kilo, maxDuration: .milliseconds(300))
  for aCase in BenchmarkCase.all() {
    // A slash or a colon in the name would be taken for a file's.
    Benchmark(aCase.name) { benchmark in
      let body = aCase.prepare().body
      body(100)
      benchmark.startMeasurement()
      body(benchmark.scaledIterations.count)
      benchmark.stopMeasurement()
    }
  }
}
