// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
import Foundation
import VendorStandIns

/// What the adapter uses of https://github.com/amplitude/Amplitude-Swift.
public enum AmplitudeSwift {
  public class Amplitude {
    public init(configuration: Configuration) {}

    @discardableResult
    public func track(event: BaseEvent, options: EventOptions? = nil) -> Amplitude {
      guard isForJSON(event.eventProperties ?? [:]) else { return self }
      let time = event.timestamp.map { Date(timeIntervalSince1970: Double($0) / 1000) }
      let groups = (event.groups ?? [:]).map { " in \($0) \(ServiceLog.text($1 as Any))" }.joined()
      ServiceLog.call("Amplitude track\(groups)", event.eventType, event.given, at: time, as: .event)
      return self
    }

    @discardableResult
    public func identify(userProperties: [String: Any]?, options: EventOptions? = nil) -> Amplitude {
      if isForJSON(userProperties ?? [:]) { ServiceLog.call("Amplitude identify", nil, userProperties) }
      return self
    }

    @discardableResult
    public func identify(identify: Identify, options: EventOptions? = nil) -> Amplitude {
      for (operation, property, value) in identify.changes where isForJSON(value) {
        let values = operation == "unset" ? nil : ["value": value]
        let changes = ["set", "unset"].contains(operation)
        ServiceLog.call("Amplitude \(operation)", property, values, as: changes ? .userProperty : nil)
      }
      return self
    }

    @discardableResult
    public func setGroup(groupType: String, groupName: String, options: EventOptions? = nil) -> Amplitude {
      ServiceLog.call("Amplitude setGroup", groupType, ["value": groupName], as: .userProperty)
      return self
    }

    @discardableResult
    public func groupIdentify(
      groupType: String, groupName: String, groupProperties: [String: Any]?, options: EventOptions? = nil
    ) -> Amplitude {
      ServiceLog.call("Amplitude groupIdentify \(groupType)", groupName, groupProperties)
      return self
    }

    @discardableResult
    public func setUserId(userId: String?) -> Amplitude {
      ServiceLog.call("Amplitude setUserId", userId, as: .user)
      return self
    }

    @discardableResult
    public func reset() -> Amplitude {
      ServiceLog.call("Amplitude reset", as: .reset)
      return self
    }

    @discardableResult
    public func flush() -> Amplitude {
      ServiceLog.call("Amplitude flush")
      return self
    }
  }

  public class Configuration {
    public init(apiKey: String) {}
  }

  public class EventOptions {
    public var timestamp: Int64?
    init(timestamp: Int64? = nil) { self.timestamp = timestamp }
  }

  public class BaseEvent: EventOptions {
    public var eventType: String
    public var eventProperties: [String: Any?]?
    public var groups: [String: Any?]?
    var given: [String: Any] { (eventProperties ?? [:]).compactMapValues { $0 } }

    public init(
      timestamp: Int64? = nil, eventType: String, eventProperties: [String: Any?]? = nil,
      groups: [String: Any?]? = nil
    ) {
      self.eventType = eventType
      self.eventProperties = eventProperties
      self.groups = groups
      super.init(timestamp: timestamp)
    }
  }

  /// One change of each property.
  public class Identify {
    var changes: [(operation: String, property: String, value: Any)] = []

    public init() {}

    @discardableResult
    public func set(property: String, value: Any?) -> Identify { change("set", property, value) }

    @discardableResult
    public func setOnce(property: String, value: Any?) -> Identify { change("setOnce", property, value) }

    @discardableResult
    public func add(property: String, value: Int) -> Identify { change("add", property, value) }

    @discardableResult
    public func add(property: String, value: Double) -> Identify { change("add", property, value) }

    @discardableResult
    public func unset(property: String) -> Identify { change("unset", property, "-") }

    private func change(_ operation: String, _ property: String, _ value: Any?) -> Identify {
      if !property.isEmpty, let value { changes.append((operation, property, value)) }
      return self
    }
  }
}
