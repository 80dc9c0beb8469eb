import Testing
import Trackable

/// What the chain keeps of dead objects. Each test has a process of its own, where no other code links.
@Suite struct LinkMemoryTests {
  @Test func `Links of objects that are gone go when others link on the same actor, while a hundred live`() async {
    await #expect(processExitsWith: .success) {
      await Warehouse().run { _ in
        let living = (0..<100).map { _ in Plain() }
        for object in living { object.deliver(to: Kept()) }
        var most = 0
        for number in 0..<20_000 {
          let object = Plain()
          object.link(to: living[number % 100])
          object.deliver(to: Kept())
          most = max(most, Kept.count)
        }
        precondition(most < 400, "\(most)")
        for object in living { object.deliver(to: nil) }
        do {
          let objects = (0..<1_000).map { _ in Plain() }
          for object in objects { object.deliver(to: Kept()) }
        }
        for _ in 0..<300 { living[0].setupTrackableChain() }
        precondition(Kept.count == 0, "a thousand that go at once are forgotten in a few hundred calls")
      }
    }
  }

  @Test func `Only calls on an actor clean up its links`() async {
    await #expect(processExitsWith: .success) {
      let (desk, otherDesk) = (Warehouse(), Warehouse())
      // Made first: none comes to the address of one that is gone.
      let living = (Plain(), Plain(), Plain())
      await desk.run { _ in
        let objects = (0..<100).map { _ in Plain() }
        for object in objects { object.deliver(to: Kept()) }
      }
      await otherDesk.run { _ in for _ in 0..<200 { living.0.setupTrackableChain() } }
      for _ in 0..<200 { living.1.setupTrackableChain(isolation: nil) }
      precondition(Kept.count == 100)
      await desk.run { _ in for _ in 0..<200 { living.2.setupTrackableChain() } }
      precondition(Kept.count == 0)
    }
  }

  @Test func `Links of objects that are actors go with any call, wherever they were made`() async {
    await #expect(processExitsWith: .success) {
      let (desk, living) = (Warehouse(), Plain())
      do {
        let players = (0..<100).map { _ in Musician() }
        for player in players { player.deliver(to: Kept(), isolation: nil) }
      }
      await desk.run { _ in
        let players = (0..<100).map { _ in Musician() }
        for player in players { player.deliver(to: Kept()) }
      }
      for _ in 0..<400 { living.setupTrackableChain(isolation: nil) }
      precondition(Kept.count == 0)
    }
  }

  @Test func `A context goes when the object gets a parent, and when it gets another context`() {
    weak var tracker: Ending?
    let (child, parent) = (Plain(), Plain())
    func linkToContext() {
      let recorder = Ending()
      tracker = recorder
      child.link(to: TrackingContext().delivering(to: recorder))
    }
    linkToContext()
    child.setupTrackableChain()
    #expect(tracker != nil)
    child.setupTrackableChain(parent: parent)
    #expect(tracker == nil)
    linkToContext()
    child.link(to: TrackingContext())
    #expect(tracker == nil)
  }
}
