import Trackable

// Events as enums whose cases carry values: the type gives the name, and a `switch` the properties.

enum Payload {
  enum ContactsEvent: AnalyticsEvent, Equatable {
    case addContactTapped
    case contactSelected(index: Int)
    case messageSent(thread: Thread, length: Int)
    case shared(Sharing?)
    indirect case undone(ContactsEvent)

    enum Thread: String { case direct, group }
    struct Sharing: Equatable { let name: String }

    var properties: TrackedProperties {
      switch self {
      case .addContactTapped: []
      case .contactSelected(let index): [ContactsKey.contactIndex ~>> index]
      case .messageSent(let thread, let length):
        [ContactsKey.threadType ~>> thread, ContactsKey.messageLength ~>> length]
      case .shared(let sharing): [ContactsKey.sharing ~>> [ContactsKey.Sharing.name ~>> sharing?.name]]
      case .undone(let event): event.properties
      }
    }
  }

  enum ContactsKey: String, Key, CaseIterable {
    case contactIndex, messageLength, threadType, sharing
    enum Sharing: String, Key, CaseIterable { case name }
  }

  enum OneCase: AnalyticsEvent { case only }
  enum OneCaseWithPayload: AnalyticsEvent { case only(Int) }
  enum Numbered: Int, AnalyticsEvent { case first = 1, second }
  enum RawWithoutEvent: String, AnalyticsEvent { case tapped = "was tapped" }
  enum Labels: AnalyticsEvent {
    case unlabelled(Int)
    case labelled(value: Int)
    case several(Int, second: String)
    case nothing(Void)
    case closure(@Sendable () -> Void)
  }

  struct Feature<Content: Sendable>: Sendable {
    enum Inside: AnalyticsEvent {
      case shown, tapped(Content)
    }
    struct Loaded: AnalyticsEvent {}
  }

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

final class PayloadClassAtTopLevel: AnalyticsEvent {}
struct PayloadStructAtTopLevel: AnalyticsEvent {}
