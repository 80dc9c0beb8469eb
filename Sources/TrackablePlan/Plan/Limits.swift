import Trackable

extension TrackingPlan {
  /// What an analytics service takes, as data.
  ///
  /// The library has the limits of three services, each rule with its source and the day on which the source was read.
  /// If a service has changed its limits, or if your subscription has other limits, make limits of your own.
  ///
  /// ```swift
  /// try plan.seen(by: "Firebase", events: .snakeCase, keys: .snakeCase, within: .firebase)
  ///   .verify(against: "tracking-plan.json")
  /// // event name 'my_app_events_user_did_open_recommended_project' (MyApp.Events.User.didOpenRecommendedProject) has
  /// // 47 characters; Firebase takes 40 (https://firebase.google.com/docs/…)
  /// ```
  ///
  /// ``TrackingPlan/verify(against:allowingAdditions:on:filePath:fileID:line:)`` finds names that are beyond the
  /// limits. ``TrackingPlan/violations(in:)`` finds values that are beyond the limits.
  public struct Limits: Sendable, Hashable {
    package let service: String
    package let rules: [Rule]

    /// The limits of a service.
    ///
    /// - Parameters:
    ///   - service: The name of the service.
    ///   - rules: Its limits.
    public init(service: String, rules: [Rule]) {
      self.service = service
      self.rules = rules
    }

    /// One limit.
    public struct Rule: Sendable, Hashable {
      package let subject: Subject
      package let bound: Bound
      /// Where the service says so: an address.
      package let source: String
      /// The day on which the source was read: `2026-11-22`; empty if none was given.
      package let date: String

      /// A limit for a subject, and where the service says so.
      ///
      /// - Parameters:
      ///   - subject: The names or values that it limits.
      ///   - bound: By what.
      ///   - source: The page that says so.
      ///   - date: The day on which it was read.
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
      /// The ID of a user. Only a recording has one.
      case userID = "user ID"
    }

    /// A limit.
    public enum Bound: Sendable, Hashable {
      /// A name or text has at most so many characters.
      case characters(Int)
      /// A name or text has at most so many bytes in UTF-8.
      case bytes(Int)
      /// A name has letters from A to Z, digits and underscores only, and begins with a letter.
      case identifier
      /// A name is none of these, and begins with none of the prefixes.
      case reserved(Set<String>, prefixes: Set<String> = [])
      /// There are at most so many different names.
      case count(Int)
      /// An event carries at most so many keys.
      case countPerEvent(Int)
      /// Arrays and properties are nested at most so deep: a plain value is 0, and an array of plain values is 1.
      case depth(Int)
      /// The values of a key have these types only, as ``TrackingPlan/json`` writes them, unless it is one of the exceptions.
      case types(Set<String>, except: Set<String>)
    }
  }
}
