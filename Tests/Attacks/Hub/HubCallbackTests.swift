import Foundation
import Testing
import Trackable
import TrackableHub

/// Uses a hub when it ends.
private final class Farewell: AnalyticsEventTracker {
  private let hub: TrackerHub
  private let number: Int

  init(_ number: Int, to hub: TrackerHub) {
    self.hub = hub
    self.number = number
  }

  func track(_ event: TrackedEvent) {}

  deinit {
    hub.identify("u\(number)", traits: [])
    hub.track(number)
    hub.checkLedger()
  }
}

extension Attacks {
  @Suite struct `A hub is called back` {
    @Test func `A destination may make every call of its hub`() async {
      await #expect(processExitsWith: .success) {
        watch()
        for round in 0..<Scale.times(3, atMost: 60) {
          // The hub does not exist yet when the destination is made.
          let (link, echoes) = (Guarded<TrackerHub?>(nil), Tally())
          let count = 200
          // A purge that still waits when a shutdown ends is pending, and is carried out beside the abandoned deliveries.
          let purges = round.isMultiple(of: 2)
          let first = Target(
            "first",
            policy: { ($0.batchSize, $0.batchDelay) = (8, .zero) },
            deliver: { batch in
              guard let hub = link.current else { return .accepted }
              for envelope in batch where envelope.number >= 0 {
                switch envelope.number % 8 {
                case 0: hub.track(-1)
                case 1: hub.identify("u\(envelope.number)", traits: [])
                case 2: hub.pause()
                case 3: hub.resume()
                case 4: hub.track(Numbered(-1))
                case 5: await hub.flush(timeout: .milliseconds(1))
                case 6: TrackableSystem.applicationWillEnterForeground()
                default: if purges, envelope.number % 40 == 7 { hub.purge() }
                }
                echoes.add()
                hub.checkLedger()
                if envelope.number == count - 20 { await hub.shutdown(timeout: .milliseconds(1 + round)) }
              }
              return .accepted
            },
            configure: {
              link.current?.start()
              link.current?.track(-1)
              await link.current?.flush(timeout: .milliseconds(1))
            },
            flush: {
              link.current?.track(-1)
              await link.current?.flush(timeout: .milliseconds(1))
            })
          let second = Target("second")
          let hub = TrackerHub([first, second])
          link.current = hub
          hub.start()
          await onThreads(4) { thread in
            for number in stride(from: thread, to: count, by: 4) {
              hub.track(number)
              hub.resume()
            }
          }
          check(await eventually { echoes.count > 0 }, "it is called")
          if purges {
            await hub.shutdown(timeout: .milliseconds(300))
            check(await eventually { hub.checkLedger().outstanding == 0 }, "nothing is left: \(hub.ledger)")
          } else {
            await hub.checkEnd(timeout: .milliseconds(300))
            check(first.overlaps.count + second.overlaps.count == 0, "each is called by one side at a time")
            let numbers = second.numbers.filter { $0 >= 0 }
            for thread in 0..<4 {
              let mine = numbers.filter { $0 % 4 == thread }
              check(mine == mine.sorted() && Set(mine).count == mine.count, "each thread's order is kept: \(mine)")
            }
          }
          link.current = nil
        }
      }
    }

    @Test func `Hubs come and go by the thousand while others track`() async {
      await #expect(processExitsWith: .success) {
        watch()
        let main = Target("main", policy: { $0.capacity = .max })
        let hub = TrackerHub([main])
        hub.start()
        let (made, arrived) = (Tally(), Tally())
        let count = Scale.times(250, atMost: 5_000)
        let before = numberOfThreads() ?? 0
        let threads = Guarded(0)
        await onThreads(4) { thread in
          for number in 0..<count {
            let target = ClosureTracker { _ in arrived.add() }
            let small = TrackerHub([target, Farewell(thread * count + number, to: hub), hub])
            if number.isMultiple(of: 2) {
              small.start()
              made.add()
            }
            small.track(number)
            if number.isMultiple(of: 100) {
              let now = numberOfThreads() ?? 0
              threads.withLock { $0 = max($0, now) }
            }
          }
        }
        check(
          await eventually { arrived.count == made.count },
          "what dropped hubs have arrives; \(arrived.count) of \(made.count)")
        // Each small hub also hands its event to the main one if it was started; each farewell says one.
        let expected = 4 * count + made.count
        check(
          await eventually { hub.ledger.entries[0].delivered >= expected + 4 * count },
          "every end returns; \(hub.ledger.entries[0]) of \(expected + 4 * count)")
        check(threads.current < before + 300, "threads are bounded; \(before) became \(threads.current)")
        await hub.checkEnd()
        let numbers = main.numbers.filter { $0 >= 0 }
        check(numbers.count == expected, "\(numbers.count) of \(expected) arrive")
      }
    }

    @Test func `Thousands of callers of flush are cancelled`() async {
      await #expect(processExitsWith: .success) {
        watch()
        for count in [1, Scale.times(500, atMost: 4_000)] {
          let gate = Signal()
          let target = Target(policy: { ($0.batchSize, $0.batchDelay) = (1, .zero) }) { _ in
            await gate.comes()
            return .accepted
          }
          let hub = TrackerHub([target, target.named("twice"), Target("other")])
          hub.start()
          hub.track(1)
          let flushes = (0..<count).map { _ in Task { await hub.flush(timeout: .seconds(patience)) } }
          for flush in flushes { flush.cancel() }
          for flush in flushes {
            let result = await flush.value
            check(result.failed >= 0 && result.pending >= 0, "a cancelled flush returns the present state; \(result)")
          }
          gate.send()
          await hub.checkEnd()
        }
      }
    }
  }
}
