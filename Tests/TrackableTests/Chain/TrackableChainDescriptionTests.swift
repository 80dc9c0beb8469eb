import Testing
import Trackable

private final class Room: TrackableClass, @unchecked Sendable {
  private let properties: TrackedProperties
  init(_ properties: TrackedProperties = []) { self.properties = properties }
  var trackedProperties: TrackedProperties { properties }
}

@MainActor private final class Lobby {}

extension Lobby: @MainActor TrackableClass {
  var trackedProperties: TrackedProperties { "open" ~>> true }
}

@Suite struct TrackableChainDescriptionTests {
  @Test func `A dead object stays in the drawing with the properties of its link`() {
    let room = Room()
    do {
      let house = Room(["street" ~>> "Menlove Avenue"])
      house.setupTrackableChain(trackedProperties: ["city" ~>> "Liverpool"])
      room.setupTrackableChain(parent: house)
    }
    expect(
      room.trackableChainDescription().description,
      is: """
        Room (gone)
          set  city "Liverpool"
        └─ Room
        """)
  }

  @Test func `An object alone, a context above it, and the trackers that are in force`() {
    expect(Room(["door" ~>> "red"]).trackableChainDescription().description, is: "Room\n  computed  door \"red\"")
    let room = Room()
    let context = TrackingContext().delivering(to: NoOpTracker().named("request")).appending(["id" ~>> 5])
    let middle = Room()
    middle.link(to: context)
    middle.deliver(alsoTo: NoOpTracker().named("module"))
    room.setupTrackableChain(parent: middle)
    room.deliver(alsoTo: NoOpTracker().named("screen"))
    expect(
      room.trackableChainDescription().description,
      is: """
        TrackingContext
          says  id 5
        └─ Room
           └─ Room
        to request, then module, then screen
        """)
  }

  /// Not on any actor. The type hides that an object belongs to the main actor.
  private nonisolated static func drawOutside(_ object: any TrackableClass & Sendable) -> String {
    object.trackableChainDescription().description
  }

  @Test @MainActor func `The drawing computes the properties that the caller's actor may read`() async {
    let lobby = Lobby()
    let room = Room()
    room.setupTrackableChain(parent: lobby)
    expect(room.trackableChainDescription().description, is: "Lobby\n  computed  open true\n└─ Room")
    expect(Self.drawOutside(room), is: "Lobby\n  computed  open true\n└─ Room")
    let drawing = await Task.detached { Self.drawOutside(room) }.value
    expect(drawing, is: "Lobby (on its own actor)\n└─ Room")
  }

  @Test @MainActor func `A living object that may not be read here is not drawn as gone`() async {
    let lobby: any TrackableClass & Sendable = Lobby()
    expect(await Task.detached { Self.drawOutside(lobby) }.value, is: "Lobby (not read here)")
    lobby.setupTrackableChain(trackedProperties: ["floor" ~>> 0])
    expect(await Task.detached { Self.drawOutside(lobby) }.value, is: "Lobby (not read here)\n  set  floor 0")
    expect(lobby.trackableChainDescription().description, is: "Lobby\n  set       floor 0\n  computed  open true")
  }

  @Test func `No value breaks the tree`() {
    expect(Room(["a\nb" ~>> "c\r\nd"]).trackableChainDescription().description, is: "Room\n  computed  a b \"c  d\"")
  }
}
