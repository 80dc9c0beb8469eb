import Trackable

extension TrackingPlan {
  /// The limits of an analytics service, as data.
  ///
  /// The library has the limits of three services, each rule with its source and the day on which the source was read.
  /// If a service has changed its limits, or if your subscription has other limits, create your own limits.
  ///
  /// ```swift
  /// try plan.seen(by: "Firebase", events: .snakeCase, keys: .snakeCase, within: .firebase)
  ///   .verify(against: "tracking-plan.json")
  /// // event name 'my_app_events_user_did_open_recommended_project' (MyApp.Events.User.didOpenRecommendedProject) has
  /// // 47 characters; Firebase takes 40 (https://firebase.google.com/docs/…)
  /// ```
  ///
  /// ``TrackingPlan/verify(against:allowingAdditions:on:filePath:fileID:line:)`` finds names that exceed the limits.
  /// ``TrackingPlan/violations(in:)`` finds values that exceed the limits.
  public struct Limits: Sendable, Hashable {
    package let service: String
    package let rules: [Rule]
    /// Whether the service has each trait of a user, and each group, as a user property. If so, the rules of user
    /// properties apply to traits instead of the rules of keys and values, and to the types of groups.
    let takesTraitsAsUserProperties: Bool

    /// Creates the limits of a service.
    ///
    /// - Parameters:
    ///   - service: The name of the service.
    ///   - rules: Its limits.
    public init(service: String, rules: [Rule]) {
      self.init(service: service, takesTraitsAsUserProperties: false, rules: rules)
    }

    init(service: String, takesTraitsAsUserProperties: Bool, rules: [Rule]) {
      self.service = service
      self.rules = rules
      self.takesTraitsAsUserProperties = takesTraitsAsUserProperties
    }

    /// One limit.
    public struct Rule: Sendable, Hashable {
      package let subject: Subject
      package let bound: Bound
      /// The address of the service's documentation of the limit.
      package let source: String
      /// The day on which the author of the rule read the source: `2026-11-22`; empty if none was given.
      package let date: String

      /// Creates a limit for a subject.
      ///
      /// - Parameters:
      ///   - subject: The limited names or values.
      ///   - bound: The limit.
      ///   - source: The address of the service's documentation.
      ///   - date: The day on which the author of the rule read the source.
      public init(_ subject: Subject, _ bound: Bound, source: String, date: String = "") {
        self.subject = subject
        self.bound = bound
        self.source = source
        self.date = date
      }
    }

    /// The names and values that a service limits.
    public enum Subject: String, Sendable, Hashable {
      /// The name of an event.
      case eventName = "event name"
      /// The key of a property.
      case key
      /// The name of a user property.
      case userPropertyName = "user property name"
      /// The value of a property. Only a recording has values.
      case value
      /// The value of a user property. Only a recording has values.
      case userPropertyValue = "user property value"
      /// The ID of a user. Only a recording has IDs.
      case userID = "user ID"
    }

    /// A limit.
    public enum Bound: Sendable, Hashable {
      /// The most characters of a name or text.
      case characters(Int)
      /// The most bytes of a name or text in UTF-8.
      case bytes(Int)
      /// A name has only letters from A to Z, digits and underscores, and begins with a letter.
      case identifier
      /// A name is not one of these reserved names, and has none of the reserved prefixes.
      case reserved(Set<String>, prefixes: Set<String> = [])
      /// The most different names.
      case count(Int)
      /// The most keys of an event.
      case countPerEvent(Int)
      /// The most levels of arrays and properties: a plain value has 0, and an array of plain values has 1.
      case depth(Int)
      /// The values of a key have only these types, with their names in ``TrackingPlan/json``. The limit does not apply
      /// to the keys in `except`.
      case types(Set<String>, except: Set<String>)
    }
  }
}
