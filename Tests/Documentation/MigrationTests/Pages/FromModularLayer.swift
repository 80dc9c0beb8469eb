import VendorStandIns
import Trackable
import TrackableTesting

// The design's published example after the migration: all words are new.

enum ModularLayerMigrated {
  typealias Analytics = FirebaseAnalytics

  enum ThreadType: String { case group, single }

  enum ContactsEvent: AnalyticsEvent {
    case addContactTapped
    case contactSelected(index: Int)
    case messageSent(threadType: ThreadType, length: Int)
    case userSignedIn
  }
}

extension ModularLayerMigrated.ContactsEvent {
  var properties: TrackedProperties {
    switch self {
    case .addContactTapped,
      .userSignedIn:
      return [:]
    case .contactSelected(let index):
      return [
        Parameter.contactIndex ~>> String(describing: index)
      ]
    case .messageSent(let threadType, let length):
      return [
        Parameter.threadType ~>> threadType,
        Parameter.messageLength ~>> String(describing: length),
      ]
    }
  }

  enum Parameter: String, Key {
    case contactIndex
    case messageLength
    case threadType
  }

  var name: String {
    switch self {
    case .addContactTapped:
      return "addContact_tapped"
    case .contactSelected:
      return "contact_selected"
    case .messageSent:
      return "message_sent"
    case .userSignedIn:
      return "user_signedIn"
    }
  }
}

extension ModularLayerMigrated {
  struct FirebaseTracker: AnalyticsEventTracker {
    func track(_ event: TrackedEvent) {
      Analytics.logEvent(event.name, parameters: event.properties.dictionary)
    }
  }

  static func makeTracker(_ console: some AnalyticsEventTracker) -> some AnalyticsEventTracker {
    let tracker = FirebaseTracker()
      .renaming(keys: .keepingLast(1).followed(by: .snakeCase))
      .combined(with: console)
    return tracker
  }

  class ContactsViewModel {
    private let analytics: any AnalyticsEventTracker

    init(analytics: any AnalyticsEventTracker) {
      self.analytics = analytics
    }

    func contactSelected(at index: Int) {
      analytics.track(ContactsEvent.contactSelected(index: index))
    }

    func addContactTapped() {
      analytics.track(ContactsEvent.addContactTapped)
    }
  }

  /// Tracks one event of each kind, as after the migration.
  static func play(console: some AnalyticsEventTracker) {
    let tracker = makeTracker(console)
    tracker.track(ContactsEvent.userSignedIn)
    let contacts = ContactsViewModel(analytics: tracker)
    contacts.addContactTapped()
    contacts.contactSelected(at: 2)
    tracker.track(ContactsEvent.messageSent(threadType: .group, length: 140))
  }

  /// The difference after the selection of a contact: none.
  static func differenceInTest() -> String? {
    let recorder = RecordingTracker()
    ContactsViewModel(analytics: recorder).contactSelected(at: 2)
    return recorder.difference(from: [.event(ContactsEvent.contactSelected(index: 2))])
  }
}
