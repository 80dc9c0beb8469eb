import Foundation
import Testing
import Trackable

private struct Bought: AnalyticsEvent {
  let user: String
  var properties: TrackedProperties { ["user" ~>> user] }
}

extension Attacks {
  @Suite struct `No event goes to the wrong user` {
    @Test(arguments: [0, 20], [false, true])
    func `Users change while events wait for an actor, which may be the main actor`(
      microseconds: Int, onMain: Bool
    ) async {
      await #expect(processExitsWith: .success) { [microseconds, onMain] in
        watch()
        let (arrived, wrong) = (Tally(), Tally())
        TrackableSystem.bootstrap(
          ClosureTracker { event in
            spin(microseconds: UInt64(microseconds))
            arrived.add()
            if event.properties["user"] != event.userID.map({ .string($0) }) { wrong.add() }
          })
        _ = IssueLog()
        let (child, parent, place) = (lasting(Branch("child")), lasting(Branch("parent")), lasting(Place()))
        let screen = await MainActor.run { Screen() }
        if onMain { await screen.link(child) } else { await place.link(child, to: parent) }
        let rounds = Scale.times(400, atMost: 20_000)
        for round in 0..<rounds {
          let user = "u\(round)"
          if onMain { await screen.identify(user) } else { TrackableSystem.identify(user) }
          child.track(Bought(user: user))
          if round.isMultiple(of: 3) { await place.run { _ in child.track(Bought(user: user)) } }
          TrackableSystem.identify(user + "'")
          child.track(Bought(user: user + "'"))
          if round.isMultiple(of: 5) { await Task.yield() }
        }
        TrackableSystem.reset()
        await TrackableSystem.flush()
        let sent = rounds * 2 + (rounds + 2) / 3
        check(wrong.count == 0, "no event goes to the wrong user; \(wrong.count) of \(sent) did")
        check(arrived.count == sent, "every event arrives exactly once; \(arrived.count) of \(sent) did")
      }
    }

    @Test func `A tracker identifies a user while it gets an event that waited`() async {
      await #expect(processExitsWith: .success) {
        watch()
        let identified = IdentifyingTracker()
        TrackableSystem.bootstrap(identified)
        _ = IssueLog()
        let (child, place) = (lasting(Branch("child")), lasting(Place()))
        await place.link(child, to: lasting(Branch("parent")))
        for number in 0..<100 { child.track(Numbered(number)) }
        let flushed = Signal()
        Task {
          await TrackableSystem.flush()
          flushed.send()
        }
        check(await flushed.comes(), "flush returns")
        check(identified.tracked.count == 100, "each event arrives; \(identified.tracked.count) of 100 did")
        check(identified.users.count > 0, "the first users are identified")
      }
    }
  }
}

@MainActor private final class Screen {
  func link(_ child: Branch) { child.setupTrackableChain(parent: self) }
  func identify(_ user: String) { TrackableSystem.identify(user) }
}

extension Screen: @MainActor TrackableClass {
  var trackedProperties: TrackedProperties { "parent" ~>> true }
}

/// Identifies a user for each event. What waits goes out before, and that event's user before that, and so on, 16 deep.
private struct IdentifyingTracker: AnalyticsEventTracker {
  let tracked = Tally()
  let users = Tally()

  func track(_ event: TrackedEvent) {
    tracked.add()
    TrackableSystem.identify("user of \(event.number)")
  }
  func identify(_ user: TrackedUser) { users.add() }
}
