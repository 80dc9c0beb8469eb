import Testing
import Trackable
import TrackableTesting

// The doc comments of Sources/Trackable/Events, Sources/Trackable/Users and Sources/Trackable/Issues.

extension TrackableIssue.Kind {
  static let batchRejected = Self("batchRejected")
}

enum EventsDoc {
  enum ContactsKey: String, Key { case contactIndex }
  enum Screens: String, ScreenEvent { case discovery, project, checkout }  // "MyApp.Screens.project"

  struct PaymentSent: AnalyticsEvent {
    let amount: Int
    var properties: TrackedProperties { Keys.amount ~>> amount }
  }

  enum ContactsEvent: AnalyticsEvent {
    case addContactTapped
    case contactSelected(index: Int)

    var properties: TrackedProperties {
      switch self {
      case .addContactTapped: []
      case .contactSelected(let index): ContactsKey.contactIndex ~>> index
      }
    }
  }

  enum Events {
    enum User: String, Event {
      case didSelectBeatle, didSelectAlbum, didRateAlbum
    }
  }

  struct SongTapped: IdentifiedEvent {
    let identifier = EventIdentifier(object: "Song", action: "Tapped", label: "More Info")
  }

  struct EmailChanged: AnalyticsEvent { let newEmail: String }

  struct Email: UserProperty {
    let value: String
    func updateEvents() -> [any AnalyticsEvent] { [EmailChanged(newEmail: value)] }
  }

  struct Mixpanel: AnalyticsEventTracker {
    func track(_ event: TrackedEvent) {
      SDK.track(event.name, event.properties.dictionary)
      if let payment = event.base as? PaymentSent { SDK.trackCharge(payment.amount) }  // one type is special
    }
  }

  struct WithScreens: AnalyticsEventTracker {
    func identify(_ user: TrackedUser) {
      SDK.identify(user.id, user.traits.dictionary)
    }

    func track(_ event: TrackedEvent) {
      if let screen = event.screenName {
        SDK.screen(screen, event.properties.dictionary)
      } else {
        SDK.track(event.name, event.properties.dictionary)
      }
    }
  }

  @MainActor @Suite struct EventsDocTests {
    @Test func `Events have the names and entities that their comments say`() {
      let values = shown {
        PaymentSent(amount: 20).name  // "Wallet.PaymentSent"
        PaymentSent(amount: 20).entity  // "Wallet"

        ContactsEvent.contactSelected(index: 2).name  // "MyApp.ContactsEvent.contactSelected"

        Events.User.didRateAlbum.name  // "MyApp.Events.User.didRateAlbum"
        Events.User.didRateAlbum.entity  // "User"

        SongTapped().name  // "Song: Tapped - More Info"
        SongTapped().entity  // "Song"

        let identifier = EventIdentifier(object: "Song", action: "Tapped", label: "More Info")
        identifier.formatted  // "Song: Tapped - More Info"
        identifier.underscored  // "song_tapped_more_info"
      }
      #expect(
        values == [
          // Here the type is nested, and the enclosing one is the entity; in the comment it is the module.
          "MyApp.EventsDoc.PaymentSent", "EventsDoc", "MyApp.EventsDoc.ContactsEvent.contactSelected",
          "MyApp.EventsDoc.Events.User.didRateAlbum", "User", "Song: Tapped - More Info", "Song",
          "Song: Tapped - More Info", "song_tapped_more_info",
        ])
    }

    @Test func `Screens, special types and user properties arrive as their comments say`() {
      let (project, settings) = (AlbumDetailVC(), AlbumDetailVC())
      let lines = printed {
        TrackableSystem.bootstrap(Mixpanel().combined(with: WithScreens()).renaming(.keepingLast(1)))
        project.track(Screens.project)
        project.track(PaymentSent(amount: 20))
        TrackableSystem.identify("john", traits: [Keys.amount ~>> 1])
      }
      #expect(
        lines == [
          "project [:]", "screen project [:]", #"PaymentSent ["amount": 20]"#, "charge 20",
          #"PaymentSent ["amount": 20]"#, #"identify john ["amount": 1]"#,
        ])
      withRecordedTracking { recorder in
        settings.updateUserProperty(Email(value: "john@apple.records"))  // the property, then EmailChanged
        #expect(
          recorder.difference(from: [
            .userProperty(Email(value: "john@apple.records")), .event(EmailChanged(newEmail: "john@apple.records"), []),
          ]) == nil)
      }
    }

    @Test func `A handler of issues is set, and a module has kinds of its own`() {
      inAnApp {
        TrackableSystem.issueHandler = { issue in
          assertionFailure("\(issue)")
        }
        AlbumDetailVC().rate()  // No issue: the handler is not called.
      }
      #expect(TrackableIssue.Kind.batchRejected.description == "batchRejected")
    }
  }
}
