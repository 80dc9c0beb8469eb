import Testing

@testable import Trackable

/// An issue says when nobody looks after a great many links.
@Suite struct UnattendedLinksTests {
  private let table = ChainTable()

  /// Links each object, and says how often there were too many.
  private func issues(_ objects: some Sequence<Plain>, on actor: (any Actor)?) -> Int {
    objects.count { object in
      table.link(object, properties: [], trackers: nil, .keep, isolation: actor).hasManyUnattended
    }
  }

  @Test func `Ten thousand links outside of actors are one issue, however many more follow`() {
    let objects = (0..<10_200).map { _ in Plain() }
    #expect(issues(objects.prefix(9_999), on: nil) == 0)
    #expect(issues(objects[9_999...9_999], on: nil) == 1)
    #expect(issues(objects, on: nil) == 0)
  }

  @Test func `Links that an actor looks after are none`() {
    let desk = Warehouse()
    let objects = (0..<10_100).map { _ in Plain() }
    #expect(issues(objects, on: nil) == 1)
    let other = UnattendedLinksTests()
    #expect(other.issues(objects, on: desk) == 0)
    // Nor are those that one takes over.
    let third = UnattendedLinksTests()
    #expect(third.issues(objects.prefix(9_000), on: nil) == 0)
    #expect(third.issues(objects.prefix(9_000), on: desk) == 0)
    let more = (0..<9_000).map { _ in Plain() }
    #expect(third.issues(more, on: nil) == 0)
  }

  @Test func `Links whose actor is gone count`() async {
    let objects = (0..<10_100).map { _ in Plain() }
    weak var gone: Warehouse?
    do {
      let desk = Warehouse()
      gone = desk
      #expect(issues(objects, on: desk) == 0)
    }
    while gone != nil { await Task.yield() }
    #expect(issues(objects.prefix(10), on: nil) == 1)
  }

  @Test func `They count also where another actor has come to the address`() throws {
    try whereAddressesComeBack {
      let suite = UnattendedLinksTests()
      let objects = (0..<10_100).map { _ in Plain() }
      var former: ObjectIdentifier
      do {
        let desk = Desk()
        former = ObjectIdentifier(desk)
        #expect(suite.issues(objects, on: desk) == 0)
      }
      let desk = try newcomer(at: former) { Desk() }
      // Where objects take the addresses of dead ones, only every eighth call looks after others.
      #expect(suite.issues((0..<16).map { _ in Plain() }, on: desk) == 1)
    }
  }

  @Test func `Links whose actor is gone do not count any more once another actor looks after them`() {
    let objects = (0..<9_000).map { _ in Plain() }
    let (desk, another) = (Desk(), Desk())
    do {
      let former = Desk()
      #expect(issues(objects, on: former) == 0)
    }
    // The table notices that the actor is gone, and the objects come to another one.
    #expect(issues([Plain(), Plain(), Plain(), Plain()], on: another) == 0)
    #expect(issues(objects, on: desk) == 0)
    let more = (0..<9_000).map { _ in Plain() }
    #expect(issues(more, on: nil) == 0)
  }
}

private actor Desk {}
