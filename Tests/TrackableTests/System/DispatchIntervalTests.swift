import Dispatch
import Testing

@testable import Trackable

/// How a time becomes one of Dispatch's, which counts with an `Int`.
@Suite struct DispatchIntervalTests {
  @Test(
    arguments: [
      .zero, .nanoseconds(1), .seconds(2), .nanoseconds(2_147_483_648), .milliseconds(2_500), .seconds(3),
      .seconds(300),
      .seconds(86_400), .seconds(30 * 86_400), .seconds(1_000_000_000),
    ] as [Duration])
  func `Its number fits where an Int has 32 bits, and it is not shorter`(_ duration: Duration) throws {
    let (count, unit): (Int, Duration) =
      switch duration.dispatchInterval {
      case .nanoseconds(let count): (count, .nanoseconds(1))
      case .microseconds(let count): (count, .microseconds(1))
      case .milliseconds(let count): (count, .milliseconds(1))
      case .seconds(let count): (count, .seconds(1))
      default: (.max, .zero)
      }
    let exact = try #require(Int32(exactly: count))
    let length = unit * exact
    #expect(length >= duration && length - duration < unit)
  }

  @Test func `What is past is now, and what is too far away is never`() {
    #expect(Duration.seconds(-3).dispatchInterval == .nanoseconds(0))
    #expect(Duration.seconds(1_000_000_001).dispatchInterval == .never)
    #expect(Duration.seconds(Int64.max).dispatchInterval == .never)
  }
}
