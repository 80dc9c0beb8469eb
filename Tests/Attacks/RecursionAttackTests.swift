import TestSupport
import Testing
import Trackable

extension Attacks {
  @Suite struct `Nothing goes on without end` {
    @Test func `A tracker that tracks each event in its own system comes to an end, soon if it does so twice`() async {
      await #expect(processExitsWith: .success) {
        watch()
        let issues = IssueLog()
        let inbox = Inbox()
        TrackableSystem.bootstrap(
          inbox.combined(with: ClosureTracker { TrackableSystem.track($0) }).filter { $0.name != "none" })
        let branch = lasting(Branch("branch"))
        for number in 0..<100 {
          branch.track(Numbered(2 * number))
          Numbered(2 * number + 1).trigger()
        }
        check(Set(inbox.numbers) == Set(0..<200), "each event arrives: \(Set(inbox.numbers).count)")
        check(issues.kinds == [.recursiveTracking], "one issue says so: \(issues.issues)")

        let twice = Tally()
        let tracker = ClosureTracker { event in
          twice.add()
          for _ in 0..<2 { TrackableSystem.track(event) }
        }
        let told = await withSystem(tracker) { Numbered(1).trigger() }
        check(twice.count < 10_000, "it ends soon: \(twice.count)")
        check(told.map(\.kind) == [.recursiveTracking], "an issue says so: \(told)")
      }
    }

    @Test func `A tracker may track, 15 deep, in tasks, and thousands that come to the system along a link`() async {
      await #expect(processExitsWith: .success) {
        watch()
        let (inbox, issues) = (Inbox(), IssueLog())
        let (branch, detour) = (lasting(Branch("branch")), lasting(Branch("detour")))
        detour.deliver(to: ClosureTracker { TrackableSystem.track($0) })
        TrackableSystem.bootstrap(
          ClosureTracker { event in
            inbox.track(event)
            if event.number < 15 { branch.track(Numbered(event.number + 1)) }
            if event.number == 0 { Task { branch.track(Numbered(1_000)) } }
            if event.number == 100 { for number in 101...4_100 { detour.track(Numbered(number)) } }
          })
        branch.track(Numbered(0))
        check(await inbox.arrival(of: 1_000).comes(), "what a task of the tracker tracks arrives")
        check(inbox.numbers.filter { $0 < 1_000 } == Array(0...15), "every event arrives exactly once")
        Numbered(100).trigger()
        let rest = Array(inbox.numbers.dropFirst(17))
        check(rest == Array(100...4_100), "each arrives once: \(rest.count)")
        check(issues.kinds == [], "there is no issue: \(issues.summary)")
      }
    }

    @Test func `A tracker that tracks, updates and identifies at each call comes to an end`() async {
      await #expect(processExitsWith: .success) {
        watch()
        let issues = IssueLog()
        let echo = Echo()
        TrackableSystem.bootstrap(echo)
        TrackableSystem.register(Passing(base: echo))
        Numbered(1).trigger()
        echo.branch.track(Numbered(2))
        TrackingContext().track(Numbered(3))
        TrackableSystem.identify("john")
        TrackableSystem.reset()
        Rank(value: 1).update()
        TrackableSystem.report(CancellationError())
        TrackableSystem.purge()
        await TrackableSystem.flush()
        check(Set(issues.kinds) == [.recursiveTracking], "issues say so: \(issues.summary)")
        check(echo.calls.count < 100_000, "it ends soon: \(echo.calls.count)")
      }
    }

    @Test func `Ancestors on two actors may track on each other's descendants while they are read`() async {
      await #expect(processExitsWith: .success) {
        watch()
        let (inbox, _) = bootstrap()
        let tracked = Tally()
        let (one, other) = (lasting(Place()), lasting(Place()))
        let (childOfOne, childOfOther) = (lasting(Branch("child of one")), lasting(Branch("child of other")))
        let (parentOfOne, parentOfOther) = (lasting(Branch("parent of one")), lasting(Branch("parent of other")))
        await one.link(childOfOne, to: parentOfOne)
        await other.link(childOfOther, to: parentOfOther)
        parentOfOne.whenRead { if tracked.count < 1_000 { childOfOther.track(Numbered(tracked.add())) } }
        parentOfOther.whenRead { if tracked.count < 1_000 { childOfOne.track(Numbered(tracked.add())) } }
        childOfOne.track(Numbered(0))
        Branch("branch").track(Numbered(5_000))
        check(inbox.numbers.contains(5_000), "other events arrive before track returns")
        let flushed = Signal()
        Task {
          await TrackableSystem.flush()
          flushed.send()
        }
        check(await flushed.comes(), "flush returns")
        while tracked.count < 16 { await Task.yield() }
        for number in 0..<16 { check(await inbox.arrival(of: number).comes(), "event \(number) arrives") }
        let numbers = inbox.numbers.filter { $0 != 5_000 }.sorted()
        check(numbers == Array(0..<16), "16 deep, and no deeper: \(numbers)")
      }
    }

    @Test(arguments: [false, true])
    func `Issues of a task that the issue handler starts reach the handler`(isDetached: Bool) async {
      await #expect(processExitsWith: .success) { [isDetached] in
        watch()
        TrackableSystem.bootstrap(Inbox())
        let (isOver, second) = (Signal(), Signal())
        let handled = Tally()
        let branch = lasting(Branch("branch"))
        // A key that is given twice is an issue for each place.
        @Sendable func causeIssue(_ key: String) {
          branch.track(Numbered(1), trackedProperties: [key ~>> 1, key ~>> 2])
        }
        TrackableSystem.issueHandler = { _ in
          if handled.add() == 1 {
            let later: @Sendable () async -> Void = {
              await isOver.comes()
              causeIssue("b")
            }
            if isDetached { Task.detached { await later() } } else { Task { await later() } }
          } else {
            second.send()
          }
        }
        causeIssue("a")
        isOver.send()
        check(await second.comes(), "the second issue reaches the handler")
      }
    }

    @Test func `The last of very many issues is reported like the first`() async {
      await #expect(processExitsWith: .success) {
        watch()
        TrackableSystem.bootstrap(Inbox())
        let handled = Tally()
        TrackableSystem.issueHandler = { _ in handled.add() }
        let count = Scale.times(20_000, atMost: 1_000_000)
        // A handler that each issue wraps once more would soon overflow this stack.
        await onThreads(1, stackSize: 512 * 1_024) { _ in
          let branch = Branch("branch")
          for _ in 0..<count { branch.setupTrackableChain(parent: branch) }
        }
        check(handled.count == count, "every issue is reported; \(handled.count) of \(count) were")
      }
    }
  }
}

private struct Rank: UserProperty {
  let value: Int
}

/// Answers each call with the same.
private final class Echo: AnalyticsEventTracker {
  let calls = Tally()
  let branch = lasting(Branch("echo"))

  private func answer(_ call: () -> Void) {
    calls.add()
    call()
  }

  func track(_ event: TrackedEvent) {
    switch event.number {
    case 1: answer { Numbered(1).trigger() }
    case 2: answer { branch.track(Numbered(2)) }
    default: answer { TrackingContext().track(Numbered(3)) }
    }
  }
  func update(_ property: TrackedUserProperty) { answer { Rank(value: 2).update() } }
  func identify(_ user: TrackedUser) { answer { TrackableSystem.identify(user.id + "x") } }
  func reset() { answer { TrackableSystem.reset() } }
  func purge() { answer { TrackableSystem.purge() } }
  func report(_ error: any Error, at location: CodeLocation) { answer { TrackableSystem.report(error) } }
  func flush() async {
    calls.add()
    await TrackableSystem.flush()
  }
}
