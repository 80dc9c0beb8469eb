import Testing
import Trackable

/// Runs where the objects of `owner` belong.
private func run<Result: Sendable>(
  on owner: isolated any Actor, _ body: @Sendable (isolated any Actor) -> Result
) -> Result {
  body(owner)
}

private func track(_ object: Erased, _ event: Numbered, isolation: isolated (any Actor)? = #isolation) {
  object.track(event)
}

private func link(
  _ object: Erased, saying properties: TrackedProperties = [], to parent: Erased?,
  isolation: isolated (any Actor)? = #isolation
) {
  object.setupTrackableChain(trackedProperties: properties, parent: parent)
}

extension Attacks {
  @Suite struct `A global actor may have any shape` {
    @Test(arguments: GlobalActorClass.allCases)
    func `Objects are read on their actor, there at once, and for events from elsewhere`(
      class shape: GlobalActorClass
    ) async {
      await #expect(processExitsWith: .success) { [shape] in
        watch()
        let (inbox, issues) = bootstrap()
        await shape.trackDirectly(Numbered(0))
        check(inbox.event(0)?.says("link") == true, "the event arrives")

        let (object, parent, child) = (await shape.makeObject(), await shape.makeObject(), lasting(Branch("child")))
        await run(on: shape.owner) { owner in
          link(object, saying: ["link" ~>> true], to: parent, isolation: owner)
          link(child, to: object, isolation: owner)
          track(object, Numbered(1), isolation: owner)
          check(inbox.hasJust(1), "the event arrives before track returns")
          track(child, Numbered(2), isolation: owner)
          check(inbox.hasJust(2), "the child's event arrives before track returns")
        }
        child.track(Numbered(3))
        await Place().run { _ in child.track(Numbered(4)) }
        child.makeTrackingContext().track(Numbered(5))
        // Not a flush, which sends out what waits as it is.
        for number in 3...5 { check(await inbox.arrival(of: number).comes(), "event \(number) arrives") }
        check(inbox.numbers.sorted() == Array(0...5), "every event arrives: \(inbox.numbers)")
        for event in inbox.events { check(event.says("computed"), "event \(event.number) has the computed property") }
        check(issues.issues.isEmpty, "nothing is missing: \(issues.summary)")
      }
    }

    @Test(arguments: GlobalActorClass.allCases)
    func `Objects that were linked elsewhere, or on which something is tracked elsewhere, are never read there`(
      class shape: GlobalActorClass
    ) async {
      await #expect(processExitsWith: .success) { [shape] in
        watch()
        let (inbox, issues) = bootstrap()
        let (object, parent, place) = (await shape.makeObject(), await shape.makeObject(), lasting(Place()))
        object.track(Numbered(0))
        link(object, saying: ["link" ~>> true], to: Branch("parent"), isolation: nil)
        object.track(Numbered(1))
        await place.link(object, saying: ["link" ~>> true], to: Branch("parent"))
        await place.run { _ in object.track(Numbered(2)) }
        _ = object.makeTrackingContext()
        _ = object.explainTracking(of: Numbered(3))
        _ = object.trackableChainDescription()
        check(inbox.numbers == [0, 1, 2], "every event arrives: \(inbox.numbers)")
        let said = inbox.events.map { $0.says("link") }
        check(said == [false, true, true], "the properties of its link count: \(said)")
        check(!inbox.events.contains { $0.says("computed") }, "its computed properties do not")
        let told = issues.issues.count
        check(told > 0, "an issue names the missing ones")

        let children = (0..<3).map { lasting(Branch("child \($0)")) }
        link(children[0], to: parent, isolation: nil)
        await place.link(children[1], to: parent)
        await run(on: AnotherActor.shared) { other in link(children[2], to: parent, isolation: other) }
        check(issues.issues.count == told + 3, "an issue for each link names what is missing: \(issues.summary)")
        for (number, child) in children.enumerated() {
          child.track(Numbered(number))
          await place.run { _ in child.track(Numbered(10 + number)) }
          await run(on: AnotherActor.shared) { other in track(child, Numbered(20 + number), isolation: other) }
          await run(on: shape.owner) { owner in track(child, Numbered(30 + number), isolation: owner) }
        }
        await TrackableSystem.flush()
        check(inbox.count == 15, "every event arrives; \(inbox.count) of 15 did")
      }
    }

    @Test func `Objects of a final actor are read on their own actor`() async {
      await #expect(processExitsWith: .success) {
        watch()
        let (inbox, _) = bootstrap()
        await { @Archive in trackOn(ArchiveModel(), below: ArchiveModel(), Numbered(0)) }()
        check(inbox.event(0)?.says("computed") == true, "the event has the computed property")
      }
    }
  }
}

/// A global actor to which none of the objects belongs.
@globalActor private actor AnotherActor {
  static let shared = AnotherActor()
}
