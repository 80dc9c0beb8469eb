import Testing

@testable import Trackable

private final class Room: TrackableClass {
  private let properties: TrackedProperties
  init(_ properties: TrackedProperties = []) { self.properties = properties }
  var trackedProperties: TrackedProperties { properties }
}

@MainActor private final class Lobby {}

extension Lobby: @MainActor TrackableClass {
  var trackedProperties: TrackedProperties { "open" ~>> true }
}

private actor Doorman: TrackableClass {
  func link(below child: Room2) { child.setupTrackableChain(trackedProperties: ["badge" ~>> 7], parent: self) }
}

private final class Room2: TrackableClass, Sendable {}

@Suite struct TrackableChainDescriptionTests {
  @Test func `The tree shows each object with what was set and what it computes, the root first`() {
    let house = Room(["street" ~>> "Menlove Avenue", "number" ~>> 251])
    let floor = Room()
    let room = Room(["door" ~>> "red"])
    floor.setupTrackableChain(parent: house)
    room.setupTrackableChain(trackedProperties: ["from" ~>> "stairs"], parent: floor)
    #expect(
      room.trackableChainDescription.description == """
        Room
          computed  street "Menlove Avenue"
          computed  number 251
        └─ Room
           └─ Room
                set       from "stairs"
                computed  door "red"
        """)
    #expect(room.trackableChainDescription.nodes.map(\.distance) == [0, 1, 2])
  }

  @Test func `An object that is gone stays in the drawing with what was set on its link`() {
    let room = Room()
    do {
      let house = Room(["street" ~>> "Menlove Avenue"])
      house.setupTrackableChain(trackedProperties: ["city" ~>> "Liverpool"])
      room.setupTrackableChain(parent: house)
    }
    #expect(
      room.trackableChainDescription.description == """
        Room (gone)
          set  city "Liverpool"
        └─ Room
        """)
  }

  @Test func `An object alone, a context above it, and the trackers that are in force`() {
    #expect(Room(["door" ~>> "red"]).trackableChainDescription.description == "Room\n  computed  door \"red\"")
    let room = Room()
    let context = TrackingContext().with(tracker: NoOpTracker().named("request")).appending(["id" ~>> 5])
    room.setupTrackableChain(parent: context, adding: NoOpTracker().named("module"))
    #expect(
      room.trackableChainDescription.description == """
        TrackingContext
        └─ TrackingContext
             says  id 5
           └─ Room
        to request, then module
        """)
  }

  @Test @MainActor func `With parentheses it reads where it is called, without them only what anybody may read`() {
    let lobby = Lobby()
    let room = Room()
    room.setupTrackableChain(parent: lobby)
    #expect(room.trackableChainDescription().description == "Lobby\n  computed  open true\n└─ Room")
    #expect(room.trackableChainDescription.description == "Lobby (on its own actor)\n└─ Room")
  }

  @Test func `An ancestor on another actor is drawn as such`() async {
    let room = Room2()
    let doorman = Doorman()
    await doorman.link(below: room)
    #expect(
      room.trackableChainDescription().description == "Doorman (on its own actor)\n└─ Room2\n     set  badge 7")
  }

  @Test func `Mermaid and DOT survive whatever a value contains`() {
    let hostile = Room(["k\"ey" ~>> "a\"b\\c\nd<e>&#`"])
    let room = Room()
    room.setupTrackableChain(parent: hostile)
    let drawing = room.trackableChainDescription
    #expect(
      drawing.mermaid == """
        flowchart BT
          n0["Room"]
          n1["Room<br/>computed k#quot;ey #quot;a#quot;b\\c d#lt;e#gt;#amp;#35;#96;#quot;"]
          n0 --> n1
        """)
    #expect(
      drawing.dot == """
        digraph TrackableChain {
          rankdir=BT
          node [shape=box]
          n0 [label="Room\\l"]
          n1 [label="Room\\lcomputed k\\"ey \\"a\\"b\\\\c d<e>&#`\\"\\l"]
          n0 -> n1
        }
        """)
  }
}
