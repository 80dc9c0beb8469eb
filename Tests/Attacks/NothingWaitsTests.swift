import Foundation
import Testing
import Trackable

/// A child whose parent belongs to an actor, so that its events have to ask there.
private struct Asking {
  let child = lasting(Branch("child"))
  let parent = lasting(Branch("parent"))
  let bottleneck = lasting(Bottleneck())

  func link() async { await bottleneck.link(child, saying: ["link" ~>> true], to: parent) }
}

/// Tracks on an object that needs no other actor, and counts the events that have not arrived when `track` returns.
private func countLate(_ numbers: ClosedRange<Int>, in inbox: Inbox) -> Int {
  let (other, above) = (Branch("other"), Branch("above"))
  other.setupTrackableChain(trackedProperties: ["link" ~>> true], parent: above)
  var late = 0
  for number in numbers {
    other.track(Numbered(number))
    if !inbox.hasJust(number) { late += 1 }
  }
  withExtendedLifetime(above) {}
  return late
}

extension Attacks {
  @Suite struct `Nothing waits for a stranger` {
    @Test(arguments: [false, true])
    func `Events arrive before track returns, while one waits for an actor; if that hangs, it lacks what is there`(
      isBusy: Bool
    ) async {
      await #expect(processExitsWith: .success) { [isBusy] in
        watch()
        let (inbox, issues) = bootstrap(microseconds: 10)
        let asking = Asking()
        await asking.link()
        if isBusy { asking.bottleneck.hang() }
        let start = ContinuousClock.now
        asking.child.track(Numbered(0), trackedProperties: ["site" ~>> true])
        if isBusy { check(inbox.count == 0, "the event waits for the actor") }
        let numbers = 1...Scale.times(12_000, atMost: 100_001)
        let late = countLate(numbers, in: inbox)
        check(late == 0, "events arrive before track returns; \(late) did not")
        check(await inbox.arrival(of: 0).comes(), "the event that waits arrives, where nobody answers after a second")
        if isBusy {
          check(start.duration(to: .now) > .milliseconds(500), "the event waits for a second")
          // An answer that comes too late changes nothing.
          asking.bottleneck.goOn()
          await asking.bottleneck.catchUp()
        }
        await TrackableSystem.flush()
        let others = inbox.numbers.filter { $0 > 0 }
        check(others == Array(numbers), "every event arrives, in order; \(others.count) of \(numbers.count) did")
        check(inbox.count == others.count + 1, "the event that waits arrives once")
        let said = ["site", "link", "child", "parent"].filter { inbox.event(0)?.says($0) == true }
        check(said.prefix(3) == ["site", "link", "child"], "it lacks the parent's properties at most; it has \(said)")
        let isComplete = said.last == "parent"
        check(!isBusy || !isComplete, "the parent of an actor that hangs is not read")
        check(inbox.event(0)?.unread.count == (isComplete ? 0 : 1), "the event says whether it lacks something")
        check(issues.issues.count == (isComplete ? 0 : 1), "one issue says why: \(issues.summary)")
        check(isComplete || issues.issues[0].message.contains("Branch"), "it names the ancestor: \(issues.summary)")
      }
    }

    @Test func `A system of its own ends within seconds when an actor hangs`() async {
      await #expect(processExitsWith: .success) {
        watch()
        let inbox = Inbox()
        let asking = Asking()
        await asking.link()
        asking.bottleneck.hang()
        let ended = Signal()
        Task {
          await withSystem(inbox) {
            TrackableSystem.readTimeout = .seconds(1)
            asking.child.track(Numbered(0))
          }
          ended.send()
        }
        check(await ended.comes(), "withTracker returns")
        check(inbox.numbers == [0], "the event arrives exactly once: \(inbox.numbers)")
        asking.bottleneck.goOn()
      }
    }

    @Test(arguments: [false, true])
    func `A tracker that takes its time holds up its own callers only, also in an event that waited`(
      hasWaited: Bool
    ) async {
      await #expect(processExitsWith: .success) { [hasWaited] in
        watch()
        let (isStuck, end) = (Signal(), Signal())
        let (inbox, _) = bootstrap()
        let (stuck, place) = (lasting(Branch("stuck")), lasting(Place()))
        if hasWaited { await place.link(stuck, to: lasting(Branch("above"))) }
        stuck.deliver(
          to: ClosureTracker { _ in
            isStuck.send()
            end.wait()
          })
        async let thread: Void = onThreads(1) { _ in stuck.track(Numbered(0)) }
        check(await isStuck.comes(), "the tracker gets its event")
        let late = countLate(1...1_000, in: inbox)
        check(late == 0, "events arrive before track returns; \(late) did not")
        let identified = Signal()
        async let other: Void = onThreads(1) { _ in
          TrackableSystem.identify("somebody")
          identified.send()
        }
        check(await identified.comes(), "identify returns")
        end.send()
        await thread
        await other
      }
    }

    @Test func `Bootstrap returns while others track without end`() async {
      await #expect(processExitsWith: .success) {
        watch()
        let inbox = Inbox(microseconds: 10)
        let issues = IssueLog()
        let (begun, isOver, returned) = (Signal(), Signal(), Signal())
        let tracked = Tally()
        async let producers: Void = onThreads(2) { index in
          let branch = Branch("thread \(index)")
          while !isOver.isSent {
            branch.track(Numbered(index))
            if tracked.add() == 500 { begun.send() }
          }
        }
        check(await begun.comes(), "track returns before bootstrap")
        async let main: Void = onThreads(1) { _ in
          TrackableSystem.bootstrap(inbox)
          returned.send()
        }
        check(await returned.comes(), "bootstrap returns")
        isOver.send()
        await producers
        await main
        await TrackableSystem.flush()
        let (all, arrived, dropped) = (tracked.count, inbox.count, issues.dropped)
        check(arrived + dropped == all, "events arrive or are counted; of \(all), \(arrived) did and \(dropped) were")
      }
    }
  }
}
