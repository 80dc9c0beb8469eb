import VendorStandIns
import Trackable
import TrackableHub

// The README of Tracker-Aggregator after the migration: all words are new.

enum TrackerAggregatorMigrated {
  struct AppOpen: IdentifiedEvent {
    let identifier = EventIdentifier(object: "App", action: "Open")
  }

  struct EmailChanged: IdentifiedEvent {
    let newEmail: String
    let identifier = EventIdentifier(object: "User", action: "Changed", label: "Email")
    var properties: TrackedProperties { ["new_email" ~>> newEmail] }
  }

  struct Email: UserProperty {
    let name = "email"
    let value: String
    func updateEvents() -> [any AnalyticsEvent] { [EmailChanged(newEmail: value)] }
  }

  struct PushNotificationToken: UserProperty {
    let name = "push_token"
    let value: String
  }

  struct Plan: UserProperty {
    let name = "plan"
    let value: Int?
  }

  struct MixpanelAdapter: AnalyticsDestination {
    func configure() { _ = Mixpanel.sharedInstance(withToken: "abcd") }

    func track(_ event: TrackedEvent) {
      Mixpanel.sharedInstance()?.track(event.name, properties: event.properties.dictionary)
    }

    func update(_ property: TrackedUserProperty) {
      let value = property.operation == .unset ? nil : property.value?.plain
      Mixpanel.sharedInstance()?.people.set(property.name, to: value)
    }
  }

  struct IntercomAdapter: AnalyticsDestination {
    func track(_ event: TrackedEvent) {
      Intercom.logEvent(withName: event.name, metaData: event.properties.dictionary)
    }

    func update(_ property: TrackedUserProperty) {
      let attrs = ICMUserAttributes()
      switch property.base {
      case is Email: attrs.email = property.operation == .unset ? nil : "\(property.operand)"
      case let property as PushNotificationToken: return Intercom.setDeviceToken(property.value)
      default: attrs.customAttributes = [property.name: property.operation == .unset ? "" : property.operand.plain]
      }
      Intercom.updateUser(attrs)
    }
  }

  static func play() async {
    let hub = TrackerHub([MixpanelAdapter().prohibiting(eventTypes: [AppOpen.self]), IntercomAdapter()])
    TrackableSystem.bootstrap(hub)
    hub.start()
    AppOpen().trigger()
    Email(value: "test@test.com").update()
    PushNotificationToken(value: "c0ffee").update()
    Plan(value: 2).update()
    Plan(value: nil).update()
    await hub.shutdown()
  }
}
