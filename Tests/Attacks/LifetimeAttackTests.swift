import Foundation
import Testing
import Trackable

/// An actor that links, is a link of the chain itself, and says when it ends.
private actor Station: TrackableClass {
  private let end: Signal
  init(_ end: Signal) { self.end = end }
  deinit { end.send() }

  nonisolated var trackedProperties: TrackedProperties { "station" ~>> true }
  func link() { setupTrackableChain(trackedProperties: ["link of station" ~>> true]) }
  func link(_ child: Branch, to parent: Branch) {
    child.setupTrackableChain(trackedProperties: ["link" ~>> true], parent: parent)
  }
}

/// An object whose size varies, so that the heap gives its memory to the next one of the same size. Not linked itself, it
/// has no properties but those that others left at its address.
private final class Block: ManagedBuffer<Int, UInt64>, TrackableClass {
  var trackedProperties: TrackedProperties {}
  static func make(size: Int) -> Block? { create(minimumCapacity: size) { _ in 0 } as? Block }
}

extension Attacks {
  @Suite struct `The chain keeps nothing alive` {
    @Test func `Too many links outside of actors are an issue of the process, not of who made the last one`() async {
      await #expect(processExitsWith: .success) {
        watch()
        let issues = IssueLog()
        let branches = (0..<10_200).map { Branch("\($0)") }
        let told = await withSystem(Inbox()) {
          for branch in branches { branch.setupTrackableChain(trackedProperties: ["link" ~>> true]) }
        }
        check(told.isEmpty, "the scope hears nothing of it: \(told)")
        check(issues.kinds == [.manyUnattendedLinks], "the process does, once: \(issues.summary)")
      }
    }

    @Test func `Neither a link nor a context keeps the actor alive that made it, or that is an object of its chain`()
      async
    {
      await #expect(processExitsWith: .success) {
        watch()
        let (inbox, issues) = bootstrap()
        let (child, parent, other) = (lasting(Branch("child")), lasting(Branch("parent")), lasting(Branch("other")))
        let (maker, object) = (Signal(), Signal())
        func makeContexts() async -> [TrackingContext] {
          let (guest, station) = (Station(maker), Station(object))
          await guest.link(child, to: parent)
          await station.link()
          other.setupTrackableChain(parent: station)
          let context = child.makeTrackingContext()
          context.track(Numbered(0))
          await TrackableSystem.flush()
          return [context, other.makeTrackingContext()]
        }
        let contexts = await makeContexts()
        check(await maker.comes(), "the actor ends that made the link")
        // A parent is Sendable: without its actor, it may be read anywhere.
        child.track(Numbered(1))
        contexts[0].track(Numbered(2))
        check(inbox.numbers == [0, 1, 2], "no actor is left to wait for: \(inbox.numbers)")
        for event in inbox.events {
          let said = ["child", "link", "parent"].filter { event.says($0) }
          check(said.count == 3, "event \(event.number) has the properties of all objects, not only \(said)")
        }
        check(issues.issues.isEmpty, "nothing is missing: \(issues.summary)")
        check(await object.comes(), "the actor ends that is an object of the chain")
        contexts[1].track(Numbered(3))
        other.track(Numbered(4))
        check(inbox.numbers == Array(0...4), "the events arrive: \(inbox.numbers)")
        check(inbox.event(4)?.says("link of station") == true, "the properties of its link still count")
      }
    }

    @Test func `An object at a recycled address has nothing of the one that was there`() async {
      await #expect(processExitsWith: .success) {
        watch()
        let (inbox, wrong) = (Tally(), Tally())
        TrackableSystem.bootstrap(ClosureTracker { event in if event.properties.isEmpty { inbox.add() } })
        let ghosts = ClosureTracker { _ in wrong.add() }
        let parent = lasting(Branch("parent"))
        let recycled = Tally()
        let count = Scale.times(4_000, atMost: 1_000_000)
        await onThreads(4) { thread in
          var addresses: Set<ObjectIdentifier> = []
          for number in 0..<count {
            let size = 8 << (number % 4)
            if let ghost = Block.make(size: size) {
              ghost.setupTrackableChain(trackedProperties: ["ghost" ~>> number], parent: parent)
              ghost.deliver(to: ghosts)
              addresses.insert(ObjectIdentifier(ghost))
            }
            if let heir = Block.make(size: size) {
              if addresses.contains(ObjectIdentifier(heir)) { recycled.add() }
              heir.track(Numbered(number))
              if number.isMultiple(of: 3) { heir.setupTrackableChain(trackedProperties: [:]) }
              heir.track(Numbered(number))
            }
            if addresses.count > 1_000 { addresses = [] }
          }
        }
        check(wrong.count == 0, "no event goes to a dead object's tracker; \(wrong.count) did")
        check(inbox.count == count * 8, "events have nothing of a dead object; \(inbox.count) of \(count * 8) had")
        check(recycled.count > count, "addresses are recycled: \(recycled.count)")
      }
    }

    @Test func `What the library releases, and any object, may track on others in its deinit`() async {
      await #expect(processExitsWith: .success) {
        watch()
        let inbox = Tally()
        TrackableSystem.bootstrap(ClosureTracker { _ in inbox.add() })
        let (made, ended, tracked) = (Tally(), Tally(), Tally())
        let (branch, above, place) = (lasting(Branch("branch")), lasting(Branch("above")), lasting(Place()))
        let asking = lasting(Branch("asking"))
        branch.setupTrackableChain(parent: above)
        await place.link(asking, to: above)
        let count = Scale.times(500, atMost: 10_000)
        await onThreads(4) { thread in
          let owner = Branch("owner")
          for number in 0..<count {
            made.add(3)
            let last = Last(branch, ended)
            owner.setupTrackableChain(trackedProperties: ["a" ~>> number])
            owner.deliver(to: last)
            if number.isMultiple(of: 2) {
              owner.unlink()
              owner.deliver(to: nil)
              owner.deliver(alsoTo: last)
            }
            var context = TrackingContext().appending(live: { [last = Last(branch, ended)] in ["b" ~>> last.number] })
            context = context.delivering(to: last)
            owner.link(to: context)
            TrackableSystem.issueHandler = { [last = Last(branch, ended)] _ in _ = last.number }
            let object = Mourned(number.isMultiple(of: 2) ? above : asking)
            object.setupTrackableChain(trackedProperties: ["a" ~>> 1], parent: above)
            tracked.add()
            if number.isMultiple(of: 5) {
              object.track(Numbered(number))
              tracked.add()
            }
          }
          owner.unlink()
          owner.deliver(to: nil)
          owner.deliver(alsoTo: nil)
        }
        TrackableSystem.issueHandler = { _ in }
        check(ended.count == made.count, "all of it ends; \(ended.count) of \(made.count) did")
        await TrackableSystem.flush()
        let all = ended.count + tracked.count
        check(inbox.count == all, "every event arrives; \(inbox.count) of \(all) did")
      }
    }
  }
}

/// A tracker that tracks when it ends.
private final class Last: AnalyticsEventTracker {
  let number = 1
  private let branch: Branch
  private let ended: Tally

  init(_ branch: Branch, _ ended: Tally) {
    self.branch = branch
    self.ended = ended
  }

  func track(_ event: TrackedEvent) {}

  deinit {
    branch.track(Numbered(0))
    ended.add()
  }
}

/// An object that tracks on another one when it ends.
private final class Mourned: TrackableClass {
  var trackedProperties: TrackedProperties {}
  private let other: Branch
  init(_ other: Branch) { self.other = other }
  deinit { other.track(Numbered(-1)) }
}
