import Testing
import Trackable

@Suite struct PayloadEventTests {
  static let names: [(any AnalyticsEvent, name: String, entity: String)] = [
    (Payload.ContactsEvent.addContactTapped, "Payload.ContactsEvent.addContactTapped", "ContactsEvent"),
    (Payload.ContactsEvent.contactSelected(index: 2), "Payload.ContactsEvent.contactSelected", "ContactsEvent"),
    (
      Payload.ContactsEvent.messageSent(thread: .group, length: 9), "Payload.ContactsEvent.messageSent", "ContactsEvent"
    ),
    (Payload.ContactsEvent.shared(nil), "Payload.ContactsEvent.shared", "ContactsEvent"),
    (
      Payload.ContactsEvent.shared(Payload.ContactsEvent.Sharing(name: "x")), "Payload.ContactsEvent.shared",
      "ContactsEvent"
    ),
    (Payload.ContactsEvent.undone(.addContactTapped), "Payload.ContactsEvent.undone", "ContactsEvent"),
    (Payload.OneCase.only, "Payload.OneCase.only", "OneCase"),
    (Payload.OneCaseWithPayload.only(1), "Payload.OneCaseWithPayload.only", "OneCaseWithPayload"),
    (Payload.Numbered.second, "Payload.Numbered.second", "Numbered"),
    (Payload.RawWithoutEvent.tapped, "Payload.RawWithoutEvent.was tapped", "RawWithoutEvent"),
    (Payload.Labels.unlabelled(1), "Payload.Labels.unlabelled", "Labels"),
    (Payload.Labels.labelled(value: 1), "Payload.Labels.labelled", "Labels"),
    (Payload.Labels.several(1, second: "b"), "Payload.Labels.several", "Labels"),
    (Payload.Labels.nothing(()), "Payload.Labels.nothing", "Labels"),
    (Payload.Labels.closure {}, "Payload.Labels.closure", "Labels"),
    (Payload.Feature<Int>.Inside.shown, "Payload.Feature.Inside.shown", "Inside"),
    (Payload.Feature<[String: Int]>.Inside.tapped([:]), "Payload.Feature.Inside.tapped", "Inside"),
    (Payload.Feature<@Sendable () -> Void>.Loaded(), "Payload.Feature.Loaded", "Feature"),
    (PayloadClassAtTopLevel(), "PayloadClassAtTopLevel", "TrackableTests"),
    (PayloadStructAtTopLevel(), "PayloadStructAtTopLevel", "TrackableTests"),
  ]

  @Test(arguments: names.indices)
  func `An event is named by its type path and case`(_ index: Int) {
    let (event, name, entity) = Self.names[index]
    expect(event.name, is: "TrackableTests." + name)
    expect(event.entity, is: entity)
    expect(TrackedEvent(event).name, is: "TrackableTests." + name)
    expect(TrackedEvent(event).entity, is: entity)
    expect(event.eventType, is: .userAction)
  }

  @Test func `Nested keys are mapped by their own enum`() {
    let log = CallLog()
    log.tracker("leaf")
      .renaming(keys: Payload.ContactsKey.self) { $0 == .sharing ? "share" : $0.name }
      .renaming(keys: Payload.ContactsKey.Sharing.self) { _ in "with" }
      .map {
        var event = $0
        event.properties += ["flat" ~>> "\(event.properties.dictionary)"]
        return event
      }
      .track(Payload.ContactsEvent.shared(Payload.ContactsEvent.Sharing(name: "Paul")))
    expect(log.calls.count, is: 1)
    expect(log.calls.first?.contains("{share={with=\"Paul\"}"), is: true)
  }
}

@Suite struct EventEntityTests {
  static let events: [(any AnalyticsEvent, entity: String)] = [
    (Payload.DeclaresEntity(), "payments"), (Payload.EnumWithEntity.sent(1), "payments"),
    (Payload.EnumWithEntity.received, "payments"), (Payload.NamesWithEntity.sent, "payments"),
    (Payload.SongTapped(), "Song"), (Payload.Renamed(), "music"), (Payload.SongEvent.played(seconds: 3), "Song"),
  ]

  @Test(arguments: events.indices)
  func `An event may declare its entity`(_ index: Int) {
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
