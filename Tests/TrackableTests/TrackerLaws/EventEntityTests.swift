import Testing
import Trackable

enum Payload {
  struct Feature<Content: Sendable>: Sendable { struct Loaded: AnalyticsEvent {} }

  struct DeclaresEntity: AnalyticsEvent { let entity = "payments" }
  enum EnumWithEntity: AnalyticsEvent {
    case sent(Int), received
    var entity: String { "payments" }
  }
  enum NamesWithEntity: String, Event {
    case sent
    var entity: String { "payments" }
  }

  struct SongTapped: IdentifiedEvent {
    let identifier = EventIdentifier(object: "Song", action: "Tapped", label: "More Info")
  }
  struct Renamed: IdentifiedEvent {
    let identifier = EventIdentifier(object: "Song", action: "Tapped")
    let name = "song.tapped"
    let entity = "music"
  }
  enum SongEvent: IdentifiedEvent {
    case tapped, played(seconds: Int)

    var identifier: EventIdentifier {
      switch self {
      case .tapped: EventIdentifier(object: "Song", action: "Tapped")
      case .played: EventIdentifier(object: "Song", action: "Played", label: "Till Its End")
      }
    }
  }
}

@Suite struct EventEntityTests {
  static let events: [(any AnalyticsEvent, entity: String)] = [
    (Payload.DeclaresEntity(), "payments"), (Payload.EnumWithEntity.sent(1), "payments"),
    (Payload.EnumWithEntity.received, "payments"), (Payload.NamesWithEntity.sent, "payments"),
    (Payload.SongTapped(), "Song"), (Payload.Renamed(), "music"), (Payload.SongEvent.played(seconds: 3), "Song"),
    (Payload.Feature<@Sendable () -> Void>.Loaded(), "Feature"),
  ]

  @Test(arguments: events.indices)
  func `An event may declare its entity, and has the type around it otherwise`(_ index: Int) {
    let (event, entity) = Self.events[index]
    expect(event.entity, is: entity)
    expect(TrackedEvent(event).entity, is: entity)
    expect(TrackedEvent(TrackedEvent(event)).entity, is: entity)
  }

  @Test func `An identified event is named by its parts`() {
    expect(Payload.SongTapped().name, is: "Song: Tapped - More Info")
    expect(Payload.SongTapped().identifier.underscored, is: "song_tapped_more_info")
    expect(Payload.SongEvent.tapped.name, is: "Song: Tapped")
    expect(Payload.SongEvent.played(seconds: 3).identifier.underscored, is: "song_played_till_its_end")
    expect(Payload.Renamed().name, is: "song.tapped")
    let erased: any AnalyticsEvent = Payload.SongEvent.tapped
    expect(TrackedEvent(erased).name, is: "Song: Tapped")
  }
}
