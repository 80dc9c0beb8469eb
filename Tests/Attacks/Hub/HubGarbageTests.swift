import Foundation
import Testing
import Trackable
import TrackableHub

/// A clock that is wrong.
private final class WrongClock: Clock {
  enum Fault: CaseIterable { case goesBackwards, wakesEarly, throwsAtOnce }

  struct Instant: InstantProtocol {
    var offset: Duration
    func advanced(by duration: Duration) -> Self { Self(offset: offset + duration) }
    func duration(to other: Self) -> Duration { other.offset - offset }
    static func < (left: Self, right: Self) -> Bool { left.offset < right.offset }
  }

  private let fault: Fault
  private let beginning = ContinuousClock.now
  private let asked = Tally()

  init(_ fault: Fault) { self.fault = fault }

  var minimumResolution: Duration { .nanoseconds(1) }

  var now: Instant {
    let passed = beginning.duration(to: .now)
    return Instant(offset: fault == .goesBackwards && asked.add().isMultiple(of: 3) ? passed - .seconds(10) : passed)
  }

  func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    switch fault {
    case .throwsAtOnce:
      // Not busily: it is one processor's worth of work for nothing.
      try await Task.sleep(for: .milliseconds(1))
      throw CancellationError()
    case .wakesEarly: try await Task.sleep(for: max(.zero, now.duration(to: deadline) / 2))
    case .goesBackwards: try await Task.sleep(for: .milliseconds(5))
    }
  }
}

extension Attacks {
  @Suite struct `A hub takes garbage` {
    @Test func `The ledger adds up for every answer of a destination`() async {
      await #expect(processExitsWith: .success) {
        watch()
        let answers: [@Sendable (DeliveryBatch) throws -> DeliveryOutcome] = [
          { batch in .rejected(batch.map(\.id) + [UUID()], because: "all, and a stranger") },
          { _ in .retry(after: .seconds(Int64.min), because: "negative") },
          { batch in
            for _ in 0..<5 { batch.perform(on: NoOpTracker()) }
            throw CancellationError()
          },
          { batch in
            batch.perform(on: NoOpTracker())
            return .rejected(batch.map(\.id), because: "after all")
          },
          { batch in
            DispatchQueue.global().async { for _ in 0..<100 { batch.perform(on: NoOpTracker()) } }
            return .retry(after: .zero, because: "it goes on elsewhere")
          },
        ]
        for (index, answer) in answers.enumerated() {
          let attempts = Tally()
          let target = Target("\(index)", policy: { ($0.batchSize, $0.batchDelay) = (7, .zero) }) { batch in
            // An endless row is too long for a test, so it gives in at last.
            attempts.add() > 50 ? .accepted : try answer(batch)
          }
          let hub = TrackerHub([target])
          hub.start()
          await onThreads(2) { _ in
            for number in 0..<Scale.times(200, atMost: 5_000) {
              hub.track(number)
              if number.isMultiple(of: 20) { hub.checkLedger() }
            }
          }
          let result = await hub.flush(timeout: .milliseconds(20))
          check(
            result.failed >= 0 && result.pending >= 0 && result.delivered >= 0, "\(index) returns nonsense: \(result)")
          await hub.checkEnd(timeout: .milliseconds(500))
          check(target.overlaps.count == 0, "\(index) is called by one side at a time")
        }
      }
    }

    @Test func `A hub lives with policies and times that make no sense`() async {
      await #expect(processExitsWith: .success) {
        watch()
        let times: [Duration] = [
          .zero, .seconds(-1), .seconds(Int64.max), .seconds(Int64.min),
          Duration(secondsComponent: .max, attosecondsComponent: 0),
          .nanoseconds(1),
        ]
        for capacity in [Int.min, 0, 1, Int.max] {
          for count in [Int.min, 0, 1, Int.max] {
            for time in times {
              var policy = DeliveryPolicy()
              policy.capacity = capacity
              (policy.batchSize, policy.batchDelay) = (count, time)
              policy.timeLimit = time
              policy.maximumAge = time
              policy.retry = RetryPolicy(limit: capacity, first: time, longest: time)
              let target = Target(deliver: {
                $0.count.isMultiple(of: 2) ? .accepted : .retry(after: time, because: "odd")
              })
              let hub = TrackerHub([target, Target("other")], policy: policy)
              hub.start()
              for number in 0..<20 { hub.track(number) }
              hub.checkLedger()
              await hub.flush(timeout: min(time, .milliseconds(2)))
              await hub.checkEnd(timeout: min(time, .milliseconds(5)))
            }
          }
        }
      }
    }

    @Test func `An issue handler that does not return holds up no delivery`() async {
      await #expect(processExitsWith: .success) {
        watch()
        let (isCalled, mayReturn) = (Signal(), Signal())
        let attempts = Tally()
        let target = Target(policy: {
          ($0.batchSize, $0.batchDelay, $0.retry) = (1, .zero, RetryPolicy(first: .zero))
        }) { _ in attempts.add() == 1 ? .retry(because: "for the issue") : .accepted }
        let hub = TrackableSystem.withTracker(NoOpTracker()) {
          TrackableSystem.issueHandler = { _ in
            isCalled.send()
            mayReturn.wait(atMost: 3_600)
          }
          return TrackerHub([target])
        }
        hub.start()
        hub.track(0)
        check(await isCalled.comes(), "the issue is reported")
        for number in 1..<50 { hub.track(number) }
        check(await eventually { target.numbers.count == 50 }, "all arrives meanwhile; \(target.numbers.count) of 50")
        mayReturn.send()
        await hub.checkEnd()
      }
    }

    @Test func `A clock that is wrong delays only`() async {
      await #expect(processExitsWith: .success) {
        watch()
        for fault in WrongClock.Fault.allCases {
          let attempts = Tally()
          let target = Target(policy: {
            ($0.batchSize, $0.batchDelay) = (50, .milliseconds(40))
            $0.retry = RetryPolicy(first: .milliseconds(40), longest: .milliseconds(40))
          }) { _ in attempts.add() < 3 ? .retry(because: "not yet") : .accepted }
          let hub = TrackerHub([target], clock: WrongClock(fault))
          hub.start()
          await hub.flush()
          for number in 1...2 {
            hub.track(number)
            // The test does not ask the hub meanwhile: that would make it look.
            check(await eventually { target.numbers.count == number }, "it arrives when the clock \(fault)")
          }
          await hub.checkEnd()
        }
      }
    }
  }
}
