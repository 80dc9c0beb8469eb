import Testing

@testable import Trackable

/// What the chain keeps of objects that are gone. Each test has a table of its own.
@Suite struct LinkMemoryTests {
  private let table = ChainTable()
  private let desk = Warehouse()
  private let otherDesk = Warehouse()

  /// Links as on an actor.
  private func link(
    _ child: any TrackableClass, below parent: (any TrackableClass)? = nil, on actor: (any Actor)?,
    _ tracker: Ending? = nil
  ) {
    _ = table.link(
      child, properties: [], trackers: .unlessNone(tracker), .to(parent, actor == nil ? .anywhere : .onTheActor),
      isolation: actor)
  }

  @Test func `Links of objects that are gone go when others link on the same actor, while a hundred live`() {
    let living = (0..<100).map { _ in Plain() }
    for object in living { link(object, on: desk) }
    var most = 0
    for number in 0..<20_000 {
      link(Plain(), below: living[number % 100], on: desk)
      most = max(most, table.count)
    }
    #expect(most < 400)
    #expect(living.allSatisfy { table.step(of: $0, in: desk) != nil })
  }

  @Test func `After a thousand objects are gone at once, a few hundred calls on their actor forget them`() {
    let living = Plain()
    do {
      let objects = (0..<1_000).map { _ in Plain() }
      for object in objects { link(object, on: desk) }
    }
    for _ in 0..<300 { link(living, on: desk) }
    #expect(table.count == 1)
  }

  @Test func `Objects that come and go at one address also make their actor forget those that went before`() {
    do {
      let objects = (0..<1_000).map { _ in Plain() }
      for object in objects { link(object, on: desk) }
    }
    // Each takes the place of the last one, so the table never grows.
    for _ in 0..<1_000 { link(Plain(), on: desk) }
    #expect(table.count < 10)
  }

  @Test func `Links of an actor are asked about by calls on that actor only`() {
    // Made first: none comes to the address of one that is gone.
    let living = (Plain(), Plain(), Plain())
    do {
      let objects = (0..<100).map { _ in Plain() }
      for object in objects { link(object, on: desk) }
    }
    for _ in 0..<200 {
      link(living.0, on: otherDesk)
      link(living.1, on: nil)
    }
    #expect(table.count == 102)
    for _ in 0..<200 { link(living.2, on: desk) }
    #expect(table.count == 3)
  }

  @Test func `Links of objects that are actors go with any call`() {
    let living = Plain()
    do {
      let actors = (0..<100).map { _ in LinkedActorObject() }
      for actor in actors { link(actor, on: nil) }
      #expect(table.count == 100)
    }
    for _ in 0..<200 { link(living, on: nil) }
    #expect(table.count == 1)
  }

  @Test func `An actor that links itself is looked after like any object that is an actor`() {
    let living = Plain()
    do {
      let actors = (0..<100).map { _ in LinkedActorObject() }
      for actor in actors { link(actor, on: actor) }
    }
    for _ in 0..<200 { link(living, on: nil) }
    #expect(table.count == 1)
  }

  @Test func `An actor that another one links goes with any call as well`() {
    let living = Plain()
    do {
      let actors = (0..<100).map { _ in LinkedActorObject() }
      for actor in actors { link(actor, on: desk) }
    }
    for _ in 0..<200 { link(living, on: nil) }
    #expect(table.count == 1)
  }

  @Test func `A link that was made outside of actors is looked after by the first actor that calls`() {
    let living = Plain()
    do {
      let object = Plain()
      link(object, on: nil)
      #expect(table.step(of: object, in: desk) != nil)
    }
    for _ in 0..<10 { link(living, on: desk) }
    #expect(table.count == 1)
  }

  @Test func `A link that was made on an actor is not looked after by another one that calls`() {
    let living = Plain()
    do {
      let object = Plain()
      link(object, on: desk)
      #expect(table.step(of: object, in: otherDesk) != nil)
    }
    for _ in 0..<10 { link(living, on: otherDesk) }
    #expect(table.count == 2)
  }

  @Test func `An object that is linked again without a parent stays with the actor on which its parent is read`() {
    let parent = Plain()
    let child = Plain()
    link(child, below: parent, on: desk)
    _ = table.link(child, properties: ["a" ~>> 1], trackers: nil, .keep, isolation: otherDesk)
    #expect(table.step(of: child, in: otherDesk)?.actor?.identity == ObjectIdentifier(desk))
    link(child, below: parent, on: otherDesk)
    #expect(table.step(of: child, in: otherDesk)?.actor?.identity == ObjectIdentifier(otherDesk))
  }

  @Test func `A link that is only somebody's parent goes with its last child`() {
    let parent = Plain()
    let (first, second) = (Plain(), Plain())
    link(first, below: parent, on: desk)
    link(second, below: parent, on: desk)
    #expect(table.count == 3)
    link(first, on: desk)
    #expect(table.step(of: parent, in: desk) != nil)
    link(second, below: first, on: desk)
    #expect(table.step(of: parent, in: desk) == nil)
    #expect(table.count == 2)
  }

  @Test func `A parent whose link was refused leaves nothing behind`() {
    let object = Plain()
    let outcome = table.link(object, properties: [], trackers: nil, .to(object, .anywhere), isolation: desk)
    #expect(outcome.closesCycle)
    #expect(table.count == 1)
  }

  @Test(arguments: [1, 3, 64, 500])
  func `What the dead leave above them goes with the last who is below`(length: Int) {
    weak var tracker: Ending?
    let living = Plain()
    let top = Plain()
    var bottom: Plain? = Plain()
    do {
      // Above `bottom` a chain of objects, which keeps none of them alive; above that one that was never linked.
      let objects = (0..<length).map { _ in Plain() }
      let recorder = Ending()
      tracker = recorder
      for (index, object) in objects.enumerated() {
        link(object, below: index + 1 < length ? objects[index + 1] : top, on: desk, recorder)
      }
      bottom.map { link($0, below: objects[0], on: desk) }
      // The way up is remembered at each of them.
      #expect(bottom.flatMap { table.step(of: $0, in: desk) } != nil)
    }
    func keepLinking(times: Int) { for _ in 0..<times { link(living, on: desk) } }
    keepLinking(times: length * 2 + 20)
    // Their links still count, although they themselves are gone.
    #expect(tracker != nil)
    #expect(table.step(of: top, in: desk) != nil)
    bottom = nil
    keepLinking(times: length + 20)
    #expect(tracker == nil)
    // `living`, and `top` has no link any more.
    #expect(table.count == 1)
  }

  @Test func `An object that never tracks again keeps nothing of what was above it`() {
    weak var tracker: Ending?
    let (leaf, middle) = (Plain(), Plain())
    link(leaf, below: middle, on: desk)
    do {
      let former = Plain()
      let recorder = Ending()
      tracker = recorder
      link(former, on: desk, recorder)
      link(middle, below: former, on: desk)
      // The way up is remembered.
      #expect(table.step(of: leaf, in: desk) != nil)
    }
    link(middle, on: desk)
    let living = Plain()
    for _ in 0..<20 { link(living, on: desk) }
    #expect(tracker == nil)
  }

  @Test func `A context goes when the object gets a parent, and when it gets another context`() {
    weak var tracker: Ending?
    let (child, parent) = (Plain(), Plain())
    func linkToContext() {
      let recorder = Ending()
      tracker = recorder
      let context = TrackingContext().with(tracker: recorder)
      _ = table.link(child, properties: [], trackers: nil, .toContext(context), isolation: desk)
    }
    linkToContext()
    _ = table.link(child, properties: [], trackers: nil, .keep, isolation: desk)
    #expect(tracker != nil)
    link(child, below: parent, on: desk)
    #expect(tracker == nil)
    linkToContext()
    _ = table.link(child, properties: [], trackers: nil, .toContext(TrackingContext()), isolation: desk)
    #expect(tracker == nil)
  }

  @Test func `An object that comes to another actor after its own is gone keeps a parent that is read anywhere`() async
  {
    let (child, parent) = (Plain(), Plain())
    weak var gone: Warehouse?
    do {
      let former = Warehouse()
      gone = former
      link(child, below: parent, on: former)
    }
    while gone != nil { await Task.yield() }
    // The table notices that the actor is gone.
    for _ in 0..<4 { link(Plain(), on: otherDesk) }
    _ = table.link(child, properties: [], trackers: nil, .keep, isolation: desk)
    #expect(table.step(of: child, in: nil)?.edge == .anywhere)
  }

  @Test func `An actor at the address of one that is gone looks after its own links only`() throws {
    try whereAddressesComeBack {
      let table = ChainTable()
      let living = Plain()
      var formerOnes: [Plain]? = (0..<10).map { _ in Plain() }
      var own: Plain? = Plain()
      func link(_ object: Plain?, on actor: any Actor) {
        guard let object else { return }
        _ = table.link(object, properties: [], trackers: nil, .keep, isolation: actor)
      }
      let former: ObjectIdentifier
      do {
        let desk = LinkedActorObject()
        former = ObjectIdentifier(desk)
        for object in formerOnes ?? [] { link(object, on: desk) }
      }
      let desk = try newcomer(at: former) { LinkedActorObject() }
      link(own, on: desk)
      link(living, on: desk)
      (own, formerOnes) = (nil, nil)
      for _ in 0..<40 { link(living, on: desk) }
      // Its own object is forgotten; those of the actor that is gone are not asked about.
      #expect(table.count == 11)
    }
  }

  @Test func `A newcomer at the address of a link that nobody looks after takes its place`() throws {
    try whereAddressesComeBack {
      let table = ChainTable()
      func link(_ object: Plain) -> ObjectIdentifier {
        _ = table.link(object, properties: ["a" ~>> 1], trackers: nil, .keep, isolation: nil)
        return ObjectIdentifier(object)
      }
      let former = link(Plain())
      let newcomer = try newcomer(at: former) { Plain() }
      #expect(table.step(of: newcomer, in: nil) == nil)
      _ = link(newcomer)
      #expect(table.count == 1)
      #expect(table.step(of: newcomer, in: nil)?.properties["a"] == 1)
    }
  }
}

/// An actor that is an object of the chain.
private actor LinkedActorObject: TrackableClass {
  nonisolated var trackedProperties: TrackedProperties { [] }
}
