// The left column of MigratingFromTrackerAggregator.md: short quotes from the README of Ales Kocur's Tracker-Aggregator.

import VendorStandIns

extension TrackerAggregator {
  // snippet: event
  struct Events {
    struct App {
      static let name = "App"

      struct Opened: TrackableEvent {
        let appName: String

        let identifier = EventIdentifier(object: name, action: "Opened")

        var metadata: [String: Any] {
          return [
            "name": appName
          ]
        }
      }
    }
  }

  struct ProfileUpdated: TrackableEvent {
    let newName: String
    let identifier = EventIdentifier(object: "User", action: "Profile Updated")
    var metadata: [String: Any] {
      return ["new_name": newName]
    }
  }

  struct AppOpen: TrackableEvent {
    let identifier: EventIdentifier = EventIdentifier(object: "App", action: "Open")
  }

  // snippet: property
  struct EmailChanged: TrackableEvent {
    let newEmail: String

    let identifier: EventIdentifier = EventIdentifier(object: "User", action: "Changed", label: "Email")
    var metadata: [String: Any] {
      return ["new_email": newEmail]
    }
  }

  struct Email: TrackableProperty {
    let identifier: String = "email"
    let value: String

    var trackedValue: TrackableValueType? { return value }

    func generateUpdateEvents() -> [TrackableEvent] {
      let emailChanged = EmailChanged(newEmail: value)
      return [emailChanged]
    }
  }

  struct PushNotificationToken: TrackableProperty {
    let identifier = "push_token"
    let value: String
    var trackedValue: TrackableValueType? { value }
  }

  // snippet: adapter
  class MixpanelAdapter: AnalyticsAdapter {
    let eventTrackingRule: EventTrackingRule? = EventTrackingRule(.prohibit, types: [AppOpen.self])

    private let token: String

    var name: String { "Mixpanel" }

    init(token: String) {
      self.token = token
    }

    func configure() {
      _ = Mixpanel.sharedInstance(withToken: token)
    }

    func track(event: TrackableEvent) {
      Mixpanel.sharedInstance()?.track(event.identifier.stringValue, properties: event.metadata)
    }

    func track(property: TrackableProperty) {
      Mixpanel.sharedInstance()?.people.set(property.identifier, to: property.trackedValue)
    }
  }

  final class IntercomAdapter: AnalyticsAdapter {
    func configure() {}
    func track(event: TrackableEvent) {
      Intercom.logEvent(withName: event.identifier.stringValue, metaData: event.metadata)
    }

    // snippet: exceptions
    func track(property: TrackableProperty) {
      switch property {
      case is Property.Email:
        let attrs = ICMUserAttributes()
        attrs.email = property.trackedValue?.stringValue
        Intercom.updateUser(attrs)
      case let property as Property.PushNotificationToken:
        Intercom.setDeviceToken(property.value)
      default:
        let attrs = ICMUserAttributes()
        attrs.customAttributes = [property.identifier: property.trackedValue ?? ""]
        Intercom.updateUser(attrs)
      }
    }
  }

  enum Property {
    typealias Email = TrackerAggregator.Email
    typealias PushNotificationToken = TrackerAggregator.PushNotificationToken
  }

  static func start() {
    // snippet: start
    GlobalTracker.startTracking(adapters: [MixpanelAdapter(token: "abcd"), IntercomAdapter()])
  }

  static func use() {
    AppOpen().trigger()
    // snippet: use
    Events.App.Opened(appName: "My App").trigger()
    Email(value: "test@test.com").update()
    PushNotificationToken(value: "c0ffee").update()
    Plan(value: 2).update()
    ProfileUpdated(newName: "Alfred").trigger()
  }

  struct Plan: TrackableProperty {
    let identifier = "plan"
    let value: Int
    var trackedValue: TrackableValueType? { value }
  }

  /// The README's app, before the migration.
  package static func play() {
    GlobalTracker.$state.withValue(GlobalTracker.UncheckedState()) {
      start()
      use()
    }
  }

  /// The lines that the README's app logs.
  package static func logged() -> [String] {
    GlobalTracker.$state.withValue(GlobalTracker.UncheckedState()) {
      final class Lines { var all: [String] = [] }
      let lines = Lines()
      start()
      GlobalTracker.log { lines.all.append($0) }
      // snippet: logging
      GlobalTracker.loggingLevel = .info
      use()
      return lines.all
    }
  }
}
