import Foundation
import Testing
import Trackable
import TrackableHub
import TestSupport

extension Attacks {
  @Suite struct `A hub and who the user is` {
    @Test func `No event is attributed to another user, also while users consent`() async {
      await #expect(processExitsWith: .success) {
        watch()
        let consent = Consent([.analytics: .granted, .advertising: .granted])
        let strangers = Tally()
        let delivered = Tally()
        @Sendable func inspect(_ batch: DeliveryBatch, mayBeNobody: Bool) -> DeliveryOutcome {
          for envelope in batch {
            guard case .event(let event) = envelope.content, case .string(let user)? = event.properties["user"] else {
              continue
            }
            delivered.add()
            if envelope.userID != user, envelope.userID != nil || !mayBeNobody { strangers.add() }
          }
          // Once each: a batch without an event would otherwise come back without end.
          let isBusy = delivered.count.isMultiple(of: 7) && batch.first?.attempt == 1
          return isBusy ? .retry(after: .milliseconds(1), because: "busy") : .accepted
        }
        let policy: @Sendable (inout DeliveryPolicy) -> Void = {
          ($0.batchSize, $0.batchDelay) = (16, .milliseconds(1))
          $0.capacity = .max
          $0.retry = RetryPolicy(first: .milliseconds(1))
        }
        let free = Target("free", policy: policy) { inspect($0, mayBeNobody: false) }
        let first = Target("first", policy: policy) { inspect($0, mayBeNobody: true) }
        let second = Target("second", policy: policy) { inspect($0, mayBeNobody: true) }
        let hub = TrackerHub([
          free, first.requiringConsent(.analytics, from: consent),
          second.addingDefaults(["a" ~>> 1]).requiringConsent(.advertising, from: consent).renaming(.snakeCase),
        ])
        hub.start()
        let isDone = Shared(false)
        await onThreads(4) { thread in
          if thread == 0 {
            for number in 0..<Scale.times(2_000, atMost: 40_000) {
              if number.isMultiple(of: 3) { hub.identify("u\(number)", traits: []) }
              var event = TrackedEvent(Numbered(number))
              event.properties = ["user" ~>> "u\(number - number % 3)"]
              hub.track(event)
              // The users that follow do not matter: no event is tracked after this one.
            }
            isDone.set(true)
            return
          }
          let category: ConsentPurpose = thread == 1 ? .analytics : .advertising
          while !isDone.value {
            consent.deny(category)
            spin(microseconds: 30)
            consent.update([category: .undecided])
            spin(microseconds: 30)
            consent.grant(category)
            spin(microseconds: 100)
            if thread == 3 { hub.checkLedger() }
          }
        }
        await hub.checkEnd()
        check(strangers.count == 0, "\(strangers.count) of \(delivered.count) are attributed to another user")
        check(delivered.count > 0, "something is delivered")
      }
    }

    @Test func `Purges from several threads forget, and nothing is delivered twice`() async {
      await #expect(processExitsWith: .success) {
        watch()
        let count = Scale.times(2_000, atMost: 50_000)
        let performed = Guarded<[Int: Int]>([:])
        let called = ClosureTracker { event in
          let number = event.number
          performed.withLock { $0[number, default: 0] += 1 }
        }
        let target = Target(
          "target",
          policy: {
            ($0.batchSize, $0.batchDelay) = (10, .zero)
            $0.capacity = .max
            $0.retry = RetryPolicy(first: .milliseconds(1), longest: .milliseconds(1))
          }
        ) { batch in
          try await Task.sleep(for: .microseconds(200))
          return .accepted
        }
        let hub = TrackerHub([target, called.destination(policy: { $0.capacity = .max })])
        hub.start()
        let isDone = Shared(false)
        let purges = Tally()
        await onThreads(6) { thread in
          if thread >= 4 {
            while !isDone.value {
              hub.purge()
              purges.add()
              spin(microseconds: 300)
              hub.checkLedger()
            }
            return
          }
          for number in 0..<count {
            hub.track(thread * count + number)
            if number.isMultiple(of: 64) { spin(microseconds: 100) }
          }
          if thread == 0 { isDone.set(true) }
        }
        let result = await hub.checkEnd()
        let ledger = hub.ledger
        let numbers = target.numbers.filter { $0 >= 0 }
        check(Set(numbers).count == numbers.count, "nothing arrives twice")
        check(performed.current.values.allSatisfy { $0 == 1 }, "no call is made twice")
        for thread in 0..<4 {
          let mine = numbers.filter { $0 / count == thread }
          check(mine == mine.sorted(), "the rest arrives in order")
        }
        check(result.open.isEmpty, "the destinations are flushed")
        for entry in ledger.entries {
          check(entry.accepted == 4 * count + purges.count, "all is counted: \(entry)")
          check(entry.dropped == entry[.purged], "nothing else is dropped: \(entry)")
        }
        check(ledger.entries[1].delivered >= performed.current.count, "the calls are counted: \(ledger.entries[1])")
      }
    }
  }
}
