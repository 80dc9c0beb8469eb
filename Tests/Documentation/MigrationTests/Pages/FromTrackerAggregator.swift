import VendorStandIns
import Trackable
import TrackableHub

// The design's published example after the migration: all words are new.

struct ProfileUpdated: IdentifiedEvent {
  let newName: String
  let identifier = EventIdentifier(object: "User", action: "Profile Updated")
  var properties: TrackedProperties { ["new_name" ~>> newName] }
}

enum TrackerAggregatorMigrated {
  struct Events {
    struct App {
      static let name = "App"

      struct Opened: IdentifiedEvent {
        let appName: String

        let identifier = EventIdentifier(object: App.name, action: "Opened")

        var properties: TrackedProperties {
          return [
            "name" ~>> appName
          ]
        }
      }
    }
  }

  struct AppOpen: IdentifiedEvent {
    let identifier = EventIdentifier(object: "App", action: "Open")
  }

  struct EmailChanged: IdentifiedEvent {
    let newEmail: String

    let identifier = EventIdentifier(object: "User", action: "Changed", label: "Email")
    var properties: TrackedProperties {
      return ["new_email" ~>> newEmail]
    }
  }

  struct Email: UserProperty {
    let name = "email"
    let value: String

    func updateEvents() -> [any AnalyticsEvent] {
      let emailChanged = EmailChanged(newEmail: value)
      return [emailChanged]
    }
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
    let token: String

    var name: String { "Mixpanel" }

    func configure() {
      _ = Mixpanel.sharedInstance(withToken: token)
    }

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
      switch property.base {
      case is Property.Email:
        let attrs = ICMUserAttributes()
        attrs.email = property.operation == .unset ? nil : "\(property.operand)"
        Intercom.updateUser(attrs)
      case let property as Property.PushNotificationToken:
        Intercom.setDeviceToken(property.value)
      default:
        let attrs = ICMUserAttributes()
        attrs.customAttributes = [property.name: property.operation == .unset ? "" : property.operand.plain]
        Intercom.updateUser(attrs)
      }
    }
  }

  enum Property {
    typealias Email = TrackerAggregatorMigrated.Email
    typealias PushNotificationToken = TrackerAggregatorMigrated.PushNotificationToken
  }

  static func start() -> TrackerHub {
    let hub = TrackerHub([MixpanelAdapter(token: "abcd").prohibiting(eventTypes: [AppOpen.self]), IntercomAdapter()])
    TrackableSystem.bootstrap(hub)
    hub.start()
    return hub
  }

  static func use() {
    AppOpen().trigger()
    Events.App.Opened(appName: "My App").trigger()
    Email(value: "test@test.com").update()
    PushNotificationToken(value: "c0ffee").update()
    Plan(value: 2).update()
    ProfileUpdated(newName: "Alfred").trigger()
    Plan(value: nil).update()
  }

  /// The README's app, after the migration.
  static func play() async {
    let hub = start()
    use()
    await hub.shutdown()
  }

  /// A hub that logs its calls.
  static func logged(_ log: @escaping @Sendable (String) -> Void) async {
    let hub = TrackerHub([
      MixpanelAdapter(token: "abcd").logged(.info, log: log).prohibiting(eventTypes: [AppOpen.self]),
      IntercomAdapter().logged(.info, log: log),
    ])
    TrackableSystem.bootstrap(hub)
    hub.start()
    use()
    await hub.shutdown()
  }
}
