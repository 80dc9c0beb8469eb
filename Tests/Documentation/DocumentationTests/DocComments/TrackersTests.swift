import Testing
import Trackable
import TrackableTesting

// The doc comments of Sources/Trackable/Trackers and Sources/Trackable/Holding.

extension ConsentPurpose {
  static let surveys: ConsentPurpose = "surveys"
}

struct Sampling: ForwardingTracker {
  var base: any AnalyticsEventTracker
  let isIncluded: Bool

  func track(_ event: TrackedEvent) {
    if isIncluded { base.track(event) }
  }
}

enum TrackersDoc {
  struct Ads: AnalyticsEventTracker {
    func track(_ event: TrackedEvent) {
      SDK.track(event.name, event.properties.dictionary)
    }
  }

  enum Reachability { static let current = "wifi" }
  typealias PayPal = RecordingTracker
  struct ReceiptShared: AnalyticsEvent {}
  struct OrderPlaced: AnalyticsEvent {}
  struct ItemsSold: AnalyticsEvent {}
  enum ContactsEvent: AnalyticsEvent { case contactSelected(index: Int), messageSent }
  enum ContactsKey: String, Key, CaseIterable { case contactIndex, messageLength }

  struct Album {
    struct NotSaved: Error {}
    func save() throws { throw NotSaved() }
  }

  @Suite struct TrackersDocTests {
    private let mixpanel = RecordingTracker()
    private let event = Events.User.didRateAlbum

    @Test func `A vendor's tracker gets the event under its name`() {
      let lines = printed {
        TrackableSystem.bootstrap(Ads(), naming: .droppingModule)
        TrackableSystem.track(event, trackedProperties: [Keys.row ~>> 2])
        let tracker = ClosureTracker { event in
          SDK.track(event.name, event.properties.dictionary)
        }
        tracker.track(event)
      }
      #expect(lines == [#"Events.User.didRateAlbum ["Keys.row": 2]"#, "MyApp.Events.User.didRateAlbum [:]"])
    }

    @Test func `Trackers are composed as the comments show`() {
      let (firebase, venmo) = (mixpanel, NoOpTracker())
      let payPal: some AnalyticsEventTracker = PayPal()  // fourth: gets what is left, under its own names
        .renaming(.snakeCase)  // third
        .prohibiting(eventTypes: [ReceiptShared.self])  // second
        .addingDefaults(["app" ~>> "wallet"])  // first
      let tracker = CombinedTracker(payPal, venmo, ConsoleTracker())
      let same = payPal.combined(with: venmo).combined(with: ConsoleTracker())
      #expect(tracker.name == same.name)
      inAnApp {
        TrackableSystem.bootstrap(payPal.combined(with: venmo))
        TrackableSystem.bootstrap(NoOpTracker())  // from now on tracking costs next to nothing
        TrackableSystem.bootstrap(ConsoleTracker(level: .verbose))
        // -[Console]: EVENT TRIGGERED - 'Beatles.Events.User.didRateAlbum'
        //  > Beatles.Keys.userLikesAlbum: true
        //  > Beatles.Keys.albumName:      Imagine
      }
      shown {
        mixpanel.logged(.info)
        // -[Mixpanel]: EVENT TRIGGERED - 'Wallet.PaymentSent'

        ClosureTracker { SDK.track($0.name) }.named("Mixpanel").logged(.info)
        // -[Mixpanel]: EVENT TRIGGERED - 'Wallet.PaymentSent'

        firebase.sampled(0.1, by: .person)
        firebase.sampled(0.1, by: .property("sessionId"))
        firebase.sampled(0.1, by: .value { $0.screenName })

        firebase.sampled(by: .person) { $0.eventType == .impression ? 0.01 : 1 }

        payPal.filter { $0.properties["test"] == nil }
        venmo.filter { $0.eventType != .impression }

        mixpanel.map { event in
          var event = event
          event.properties["network"] = .string(Reachability.current)
          return event
        }

        payPal.addingDefaults(["src": "wallet"])

        payPal.overridingProperties(with: ["environment" ~>> "sandbox"])

        mixpanel.renaming(.droppingModule)  // events, user properties and keys
        firebase.renaming(events: .snakeCase, keys: .keepingLast(1))  // each in its own way

        firebase.renaming(ContactsEvent.self) { event in
          switch event {
          case .contactSelected: "contact_selected"
          case .messageSent: "message_sent"
          }
        }

        firebase.renaming(keys: ContactsKey.self) { key in
          switch key {
          case .contactIndex: "contact_index"
          case .messageLength: "message_length"
          }
        }

        firebase.flatMap { event in
          guard event.base is OrderPlaced else { return [event] }
          return [event, TrackedEvent(ItemsSold(), properties: event.properties, timestamp: event.timestamp)]
        }
      }
    }

    @Test func `A wrapper of the adopter's keeps the rules`() async {
      let conformance = TrackerConformance.wrapping { Sampling(base: $0, isIncluded: true) }
      #expect(await conformance.failures() == [])
    }

    @Test func `Calls that are made on a tracker arrive`() {
      let tracker = mixpanel
      tracker.track(Events.App.started)
      tracker.update(Email(value: "john@apple.records"))  // the property, then EmailChanged
      let album = Album()
      do { try album.save() } catch { tracker.report(error) }
      tracker.identify("john", traits: ["plan" ~>> "premium"])
      let waiting: [TrackerCall] = [.identify(TrackedUser("john")), .track(TrackedEvent(Events.App.started))]
      for call in waiting { call.perform(on: mixpanel) }
      TrackableSystem.withTracker(tracker) {
        do { try album.save() } catch { TrackableSystem.report(error) }
      }
      #expect(
        tracker.difference(from: [
          .event(Events.App.started), .userProperty(Email(value: "john@apple.records")),
          .error(ofType: Album.NotSaved.self), .identify("john", traits: ["plan" ~>> "premium"]),
          .identify("john"), .event(Events.App.started), .error(ofType: Album.NotSaved.self),
        ]) == nil)
    }

    @Test func `Consent and a gate hold calls, and the app remembers a decision`() {
      let (streams, ads, console) = (RecordingTracker(), RecordingTracker(), RecordingTracker())
      let stored: [ConsentPurpose: Bool] = [.analytics: true]
      inAnApp {
        let consent = Consent()
        TrackableSystem.bootstrap(mixpanel.requiringConsent(.analytics, from: consent))

        event.trigger()
        consent.grant(.analytics)  // the user agrees: held calls go out
        consent.deny(.analytics)  // or does not: nothing goes out
        event.trigger()
      }
      #expect(mixpanel.events.count == 1)
      inAnApp {
        let consent = Consent()
        TrackableSystem.bootstrap(
          mixpanel.requiringConsent(.analytics, from: consent)
            .combined(with: ads.requiringConsent(.advertising, from: consent, whileUndecided: .drop)))
      }
      let consent = Consent(stored.mapValues { $0 ? .granted : .denied })
      #expect(consent.status(of: .analytics) == .granted && consent.status(of: .surveys) == .undecided)
      inAnApp {
        let configured = TrackerGate("the stream configuration arrived")
        TrackableSystem.bootstrap(streams.holding(until: configured))

        configured.open()  // the held calls go out
      }
      inAnApp {
        let configured = TrackerGate("the stream configuration arrived")
        TrackableSystem.bootstrap(streams.holding(until: configured).combined(with: console))
        event.trigger()
      }
      #expect(streams.events.isEmpty && console.events.count == 1)
    }
  }
}
