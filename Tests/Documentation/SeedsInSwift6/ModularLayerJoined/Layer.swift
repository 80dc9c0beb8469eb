// swift-format-ignore-file
// The same without the provider and the reporter of the article: the module has them.

import VendorStandIns
import TrackableMigration

typealias Analytics = FirebaseAnalytics

enum ThreadType: String { case group, single } // left out

enum AnalyticsEvent: TrackableMigration.AnalyticsEvent, Equatable {
    case addContactTapped
    case contactSelected(index: Int)
    case messageSent(threadType: ThreadType, length: Int)
    case userSignedIn
}

extension AnalyticsEvent {
    var parameters: [Parameter: String] {
      switch self {
      case .addContactTapped,
           .userSignedIn:
          return [:]
      case let .contactSelected(index): // as it stands there, "case let .case contactSelected" is no Swift
          return [
              .contactIndex: String(describing: index)
          ]
      case let .messageSent(threadType, length):
          return [
              .threadType: threadType.rawValue,
              .messageLength: String(describing: length)
          ]
      }
    }

    enum Parameter: String, Equatable {
        case contactIndex
        case messageLength
        case threadType
    }
}

final class FirebaseAnalyticsProvider: AnalyticsProvider, Sendable {
    private let eventMapper = AnalyticsEventMapper()

    func report(event: AnalyticsEvent) {
        let name = eventMapper.eventName(for: event)
        let parameters = eventMapper.parameters(for: event)
        Analytics.logEvent(name, parameters: parameters)
    }
}

final class LoggingAnalyticsProvider: AnalyticsProvider, Sendable {
    private let eventMapper = AnalyticsEventMapper()

    func report(event: AnalyticsEvent) {
        let name = eventMapper.eventName(for: event)
        ServiceLog.write("Event reported: \(name)") // print, as it stands there
    }
}

final class AnalyticsEventMapper: AnalyticsEventMapping {
    func eventName(for event: AnalyticsEvent) -> String {
        switch event {
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

    func parameters(for event: AnalyticsEvent) -> [String: String] {
        var newParameters = [String: String]()
        event.parameters.forEach { key, value in
            let newKey = parameterName(for: key)
            newParameters[newKey] = value
        }
        return newParameters
    }

    func parameterName(for parameter: AnalyticsEvent.Parameter) -> String {
        switch parameter {
        case .contactIndex:
            return "contact_index"
        case .messageLength:
            return "message_length"
        case .threadType:
            return "thread_type"
        }
    }
}

typealias AnalyticsReporter = TrackableMigration.AnalyticsReporter<AnalyticsEvent>
