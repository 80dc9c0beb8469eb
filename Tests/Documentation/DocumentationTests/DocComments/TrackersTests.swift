import Testing
import Trackable
import TrackableTesting

// The doc comments of Sources/Trackable/Trackers.

extension ConsentPurpose {
  static let surveys: ConsentPurpose = "surveys"
}

enum TrackersDoc {
  /// A stand-in for a vendor's library, which notes its calls.
  enum SDK {
    @TaskLocal static var output = Output()
    static func track(_ name: String, _ properties: [String: any Sendable] = [:]) {
      output.write("\(name) \(properties)")
    }
  }

  struct Ads: AnalyticsEventTracker {
    func track(_ event: TrackedEvent) {
      SDK.track(event.name, event.properties.dictionary)
    }
  }

  enum Reachability { static let current = "wifi" }
  enum Events { enum App: String, Event { case started } }
  typealias PayPal = RecordingTracker
  struct ReceiptShared: AnalyticsEvent {}
  struct Email: UserProperty { let value: String }

  enum ContactsEvent: AnalyticsEvent { case contactSelected(index: Int), messageSent }
  enum ContactsKey: String, Key, CaseIterable { case contactIndex, messageLength }

  struct Album {
    struct NotSaved: Error {}
    func save() throws { throw NotSaved() }
  }

  @Suite struct TrackersDocTests {
    private let tracker = RecordingTracker()
    private var mixpanel: RecordingTracker { tracker }
    private var firebase: RecordingTracker { tracker }
    private let event = DocumentationTests.Events.User.didRateAlbum

    private func names(_ composed: (RecordingTracker) -> some AnalyticsEventTracker) -> [String] {
      composed(tracker).track(event)
      return tracker.events.map(\.name)
    }

    private func properties(_ composed: some AnalyticsEventTracker) -> String? {
      composed.track(event)
      return tracker.events.last?.properties.spoken
    }

    @Test func `A vendor's tracker gets the event under its name`() {
      let output = Output()
      SDK.$output.withValue(output) {
        inAnApp {
          TrackableSystem.bootstrap(Ads(), naming: .droppingModule)
          TrackableSystem.track(event, trackedProperties: [Keys.row ~>> 2])
        }
      }
      #expect(output.lines == [#"Events.User.didRateAlbum ["Keys.row": 2]"#])
    }

    @Test func `Trackers are composed as the comments show`() {
      let payPal: some AnalyticsEventTracker = PayPal()  // fourth: gets what is left, under its own names
        .renaming(.snakeCase)  // third
        .prohibiting(eventTypes: [ReceiptShared.self])  // second
        .addingDefaults(["app" ~>> "wallet"])  // first
      #expect(payPal.name == "RecordingTracker")
      let venmo = NoOpTracker()
      let tracker = CombinedTracker(payPal, venmo, ConsoleTracker())
      let same = payPal.combined(with: venmo).combined(with: ConsoleTracker())
      #expect(tracker.name == same.name)
      inAnApp {
        TrackableSystem.bootstrap(payPal.combined(with: venmo))
        event.trigger()
      }
      inAnApp {
        TrackableSystem.bootstrap(NoOpTracker())  // from now on tracking costs next to nothing
      }
    }

    @Test func `A closure is a tracker`() {
      let tracker = ClosureTracker { event in
        SDK.track(event.name, event.properties.dictionary)
      }
      tracker.track(event)
      #expect(tracker.name == "ClosureTracker")
    }

    @Test func `Calls that are made on a tracker arrive`() {
      tracker.track(Events.App.started)
      tracker.update(Email(value: "john@apple.records"))  // the property, then EmailChanged
      let album = Album()
      do { try album.save() } catch { tracker.report(error) }
      tracker.identify("john", traits: ["plan" ~>> "premium"])
      let waiting: [TrackerCall] = [.identify(TrackedUser("john")), .track(TrackedEvent(Events.App.started))]
      for call in waiting { call.perform(on: mixpanel) }
      #expect(
        tracker.difference(from: [
          .event(Events.App.started), .userProperty(Email(value: "john@apple.records")),
          .error(ofType: Album.NotSaved.self), .identify("john", traits: ["plan" ~>> "premium"]),
          .identify("john"), .event(Events.App.started),
        ]) == nil)
    }

    @Test func `An error is reported to the system's tracker`() {
      let album = Album()
      withRecordedTracking { recorder in
        do { try album.save() } catch { TrackableSystem.report(error) }
        #expect(recorder.difference(from: [.error(ofType: Album.NotSaved.self)]) == nil)
      }
    }

    @Test func `An app asks for consent, and remembers it`() {
      let ads = RecordingTracker()
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
    }

    @Test func `A gate that the app opens`() {
      let (streams, console) = (RecordingTracker(), RecordingTracker())
      inAnApp {
        let configured = TrackerGate("the stream configuration arrived")
        TrackableSystem.bootstrap(streams.holding(until: configured))

        event.trigger()
        configured.open()  // the held calls go out
      }
      #expect(streams.events.count == 1)
      inAnApp {
        let configured = TrackerGate("the stream configuration arrived")
        TrackableSystem.bootstrap(streams.holding(until: configured).combined(with: console))
        event.trigger()
      }
      #expect(streams.events.count == 1 && console.events.count == 1)
    }

    @Test func `The log reads as the comments say`() {
      let output = Output()
      func print(_ line: String) { output.write(line) }
      inAnApp {
        TrackableSystem.bootstrap(ConsoleTracker(level: .verbose))
        // -[Console]: EVENT TRIGGERED - 'Beatles.Events.User.didRateAlbum'
        //  > Beatles.Keys.userLikesAlbum: true
        //  > Beatles.Keys.albumName:      Imagine
      }
      let trackers = shown {
        mixpanel.logged(.info)
        // -[Mixpanel]: EVENT TRIGGERED - 'Wallet.PaymentSent'
        ClosureTracker { SDK.track($0.name) }.named("Mixpanel").logged(.info)
        // -[Mixpanel]: EVENT TRIGGERED - 'Wallet.PaymentSent'
      }
      #expect(trackers.count == 2)
      ClosureTracker { SDK.track($0.name) }.named("Mixpanel").logged(.info, log: output.write).track(event)
      #expect(output.lines == ["-[Mixpanel]: EVENT TRIGGERED - 'MyApp.Events.User.didRateAlbum'"])
    }

    @Test func `Sampled trackers are written as the comments show`() {
      let firebase = tracker
      let trackers =
        shown {
          firebase.sampled(0.1, by: .person)
          firebase.sampled(0.1, by: .property("sessionId"))
          firebase.sampled(0.1, by: .value { $0.screenName })
        }
        + shown {
          firebase.sampled(by: .person) { $0.eventType == .impression ? 0.01 : 1 }
        }
      #expect(trackers.count == 4)
      // The event has no user to be drawn by.
      #expect(names { $0.sampled(0, by: .person).combined(with: $0.sampled(0.1, by: .person)) }.count == 1)
    }

    @Test func `Filters, maps, defaults and other names are written as the comments show`() {
      let (payPal, venmo) = (tracker, tracker)
      let trackers =
        shown {
          payPal.filter { $0.properties["test"] == nil }
          venmo.filter { $0.eventType != .impression }
        }
        + shown {
          mixpanel.map { event in
            var event = event
            event.properties["network"] = .string(Reachability.current)
            return event
          }
        }
        + shown {
          payPal.addingDefaults(["src": "wallet"])
        }
        + shown {
          payPal.overridingProperties(with: ["environment" ~>> "sandbox"])
        }
        + shown {
          mixpanel.renaming(.droppingModule)  // events, user properties and keys
          firebase.renaming(events: .snakeCase, keys: .keepingLast(1))  // each in its own way
        }
        + shown {
          firebase.renaming(ContactsEvent.self) { event in
            switch event {
            case .contactSelected: "contact_selected"
            case .messageSent: "message_sent"
            }
          }
        }
        + shown {
          firebase.renaming(keys: ContactsKey.self) { key in
            switch key {
            case .contactIndex: "contact_index"
            case .messageLength: "message_length"
            }
          }
        }
      #expect(trackers.count == 9)
      #expect(properties(payPal.overridingProperties(with: ["environment" ~>> "sandbox"])) == #"environment "sandbox""#)
      #expect(names { $0.renaming(.droppingModule) }.last == "Events.User.didRateAlbum")
    }
  }
}
