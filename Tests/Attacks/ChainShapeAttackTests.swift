import Foundation
import Testing
import Trackable

extension Attacks {
  @Suite struct `The chain stands any shape` {
    @Test func `A chain of a million is linked, read from both ends and released`() async {
      await #expect(processExitsWith: .success) {
        watch()
        let (inbox, _) = bootstrap()
        let depth = Scale.times(20_000, atMost: 1_000_000)
        // Where recursion would not get far.
        await onThreads(1, stackSize: 512 * 1_024) { _ in
          var chain = [Silent()]
          for number in 1..<depth {
            let next = Silent()
            next.setupTrackableChain(
              trackedProperties: number == depth / 2 ? ["middle" ~>> number] : [:], parent: chain[number - 1])
            chain.append(next)
          }
          chain[0].track(Numbered(0))
          chain[depth - 1].track(Numbered(1))
          let context = chain[depth - 1].makeTrackingContext()
          context.track(Numbered(2))
          // From the middle downwards, then all the rest.
          chain.removeLast(depth / 3)
          chain.removeFirst(depth / 3)
          chain[chain.count - 1].track(Numbered(3))
          chain = []
          Registry().churn(1_000)
          var contexts = TrackingContext()
          // Each copies those before it.
          for number in 0..<min(depth, 20_000) { contexts = contexts.appending(["same" ~>> number]) }
          contexts.track(Numbered(4))
          contexts = TrackingContext()
        }
        check(inbox.numbers == [0, 1, 2, 3, 4], "every event arrives: \(inbox.numbers)")
        let middle = inbox.events.filter { $0.says("middle") }.map(\.number)
        check(middle == [1, 2, 3], "properties from half-way up are on the events from below: \(middle)")
      }
    }

    @Test func `An event sees a new parent with everything above it, or the old one`() async {
      await #expect(processExitsWith: .success) {
        watch()
        let (events, mixed) = (Tally(), Tally())
        TrackableSystem.bootstrap(
          ClosureTracker { event in
            events.add()
            let sides = event.properties.map(\.key.name).compactMap { $0.split(separator: " ").last }
            if sides.count != 5 || Set(sides).count != 1 { mixed.add() }
          })
        let sides = ["left", "right"].map { side in
          let (near, far) = (lasting(Branch("near \(side)")), lasting(Branch("far \(side)")))
          far.setupTrackableChain(trackedProperties: ["link of far \(side)" ~>> true])
          near.setupTrackableChain(trackedProperties: ["link of near \(side)" ~>> true], parent: far)
          return (name: side, near: near, far: far)
        }
        let (child, grandchild) = (lasting(Silent()), lasting(Silent()))
        grandchild.setupTrackableChain(parent: child)
        @Sendable func turn(_ side: Int) {
          child.setupTrackableChain(
            trackedProperties: ["link of child \(sides[side].name)" ~>> 1], parent: sides[side].near)
        }
        turn(0)
        let count = Scale.times(5_000, atMost: 300_000)
        await onThreads(4) { thread in
          for number in 0..<count {
            switch thread {
            case 0, 1: turn((number + thread) % 2)
            case 2: child.track(Numbered(number))
            default: grandchild.track(Numbered(number))
            }
          }
        }
        check(events.count == count * 2, "every event arrives; \(events.count) of \(count * 2) did")
        check(mixed.count == 0, "no event mixes two ways up; \(mixed.count) of \(events.count) do")
      }
    }
  }
}

/// An object that says nothing.
private final class Silent: TrackableClass, Sendable { var trackedProperties: TrackedProperties {} }
