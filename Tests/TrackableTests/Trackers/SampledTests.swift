import TestSupport
import Testing
import Trackable

/// Which events a sampled tracker gets.
@Suite(.timeLimit(.minutes(10))) struct SampledTests {
  private struct Visited: AnalyticsEvent {
    var visit: TrackedValue?
    var properties: TrackedProperties { ["visit" ~>> visit, "amount" ~>> 20] }
  }

  private let recorder = RecordingTracker.plain()
  private let issues = RecordingTracker.plain()

  private static func event(of visit: TrackedValue?) -> TrackedEvent { TrackedEvent(Visited(visit: visit)) }

  // MARK: The hash

  /// The program `SMHasher`, which defines the algorithm, verifies an implementation by this number.
  @Test func `The hash is the published one`() {
    var hashes: [UInt8] = []
    for count in 0..<256 {
      let hash = MurmurHash3.hash((0..<count).map { UInt8($0) }, seed: UInt32(256 - count))
      hashes += [0, 8, 16, 24].map { UInt8(truncatingIfNeeded: hash >> $0) }
    }
    expect(MurmurHash3.hash(hashes), is: 0xb0f5_7ee3)
  }

  // MARK: The share

  /// Short IDs that are alike are the hardest.
  @Test func `Of very many persons the share arrives, within four deviations, and a smaller one is part of a larger`() {
    let (rates, hits) = ([0.01, 0.1, 0.5], Lock<[Double]>([]))
    let trackers = rates.map { rate in
      ClosureTracker { _ in hits.withLock { $0.append(rate) } }.sampled(rate, by: .value { "user-" + $0.name })
    }
    let count = SearchScale.times(100_000, long: 1_000_000)
    var (arrived, isNested) = ([0, 0, 0], true)
    for number in 0..<count {
      let event = TrackedEvent(NumberedEvent(number))
      for tracker in trackers { tracker.track(event) }
      let drawn = hits.withLock { hits in
        defer { hits = [] }
        return hits
      }
      // Whoever is drawn at a rate is drawn at all larger ones.
      isNested = isNested && drawn == rates.suffix(drawn.count)
      for place in rates.indices where drawn.contains(rates[place]) { arrived[place] += 1 }
    }
    #expect(isNested)
    for (rate, hits) in zip(rates, arrived) {
      let deviation = (rate * (1 - rate) * Double(count)).squareRoot()
      #expect(abs(Double(hits) - rate * Double(count)) < 4 * deviation, "\(hits) at \(rate)")
    }
  }

  @Test func `None and all are exact, and draw nothing`() {
    let asked = Shared(0)
    let unit = SamplingUnit.value { _ in "\(asked.add(1))" }
    withSystem(recorder.sampled(0, by: unit).combined(with: recorder.sampled(1, by: unit))) { Noted().trigger() }
    expect(recorder.events.count, is: 1)
    expect(asked.value, is: 0)
  }

  // MARK: By a property, a closure

  @Test func `A property counts by its text, and an event without it passes with one issue for its name`() {
    withSystem(NoOpTracker(), issues: issues) {
      let tracker = recorder.sampled(0.2, by: .property("visit"), fileID: "App/File.swift", line: 7)
      // The hash of "hello" is 0.14, that of "abcd" 0.27; that of "7" 0.14, that of "42" 0.74.
      for visit: TrackedValue? in [.string("hello"), .string("abcd"), .int(7), .int(42), nil, nil] {
        tracker.track(Self.event(of: visit))
      }
    }
    expect(recorder.events.map { $0.properties["visit"] }, is: [.string("hello"), .int(7), nil, nil])
    expect(
      issues.issues.map(\.description),
      is: [
        "App/File.swift:7: The event '\(Visited().name)' has no 'visit' to be sampled by, so it passes. To fix this, give that "
          + "property to all events."
      ])
  }

  @Test func `A closure finds the text, and an event for which it finds none passes`() {
    withSystem(NoOpTracker(), issues: issues) {
      let tracker = recorder.sampled(0.2, by: .value { $0.name == "1" ? "abcd" : $0.name == "2" ? "hello" : nil })
      for number in 1...3 { tracker.track(TrackedEvent(NumberedEvent(number))) }
    }
    expect(recorder.events.map(\.name), is: ["2", "3"])
    expect(issues.issues.count, is: 0)
  }

  // MARK: Rates

  @Test(arguments: [-0.1, 1.1, .nan, .infinity])
  func `A rate that is no share loses nothing, and one issue says so`(_ rate: Double) {
    withSystem(NoOpTracker(), issues: issues) {
      let tracker = recorder.sampled(rate, by: .person, rateKey: "rate", fileID: "App/File.swift", line: 7)
      for _ in 0..<2 { tracker.track(TrackedEvent(Noted())) }
    }
    expect(recorder.events.map { $0.properties["rate"] }, is: [.double(1), .double(1)])
    expect(
      issues.issues.map(\.description),
      is: [
        "App/File.swift:7: The event '\(Noted().name)' has the sampling rate \(rate), which is not from 0 to 1, so it passes. "
          + "To fix this, give a rate such as 0.1."
      ])
  }
}
