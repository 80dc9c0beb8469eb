// What the snippets use of Tentacles, made anew from its README: https://github.com/Patrick3131/Tentacles
import Foundation
import VendorStandIns

package enum Tentacles {
  typealias AnalyticsEventAttributes = Encodable

  protocol ValueProposition {
    associatedtype Attributes: AnalyticsEventAttributes
    var name: String { get }
    var attributes: Attributes { get }
  }

  enum Trigger: String { case clicked, automatically }

  enum Status: String { case open, start, pause, cancel, complete }

  struct ValuePropositionAction {
    let status: Status
    let trigger: Trigger
    var attributes: (any AnalyticsEventAttributes)?

    static func start(trigger: Trigger = .clicked) -> Self { Self(status: .start, trigger: trigger) }
    static func pause(trigger: Trigger = .clicked) -> Self { Self(status: .pause, trigger: trigger) }

    static func complete(trigger: Trigger = .clicked, attributes: any AnalyticsEventAttributes) -> Self {
      Self(status: .complete, trigger: trigger, attributes: attributes)
    }
  }

  struct ProhibitedStatusUpdate: Error {}

  /// The README's session: what may follow what, and what each event says.
  final class Tracker {
    private let sessionId = UUID().uuidString
    private var sessions: [String: Session] = [:]

    private struct Session {
      let id = UUID().uuidString
      var status = Status.open
      var counts: [String: Int] = [:]
      var times: [String: Double] = [:]

      mutating func note() {
        let key = status == .complete ? "completed" : status == .cancel ? "canceled" : status.rawValue
        let count = counts[key, default: 0]
        counts[key] = count + 1
        times[count == 0 ? key : "\(key)_\(count)"] = Date().timeIntervalSince1970
      }
    }

    func track(for proposition: some ValueProposition, with action: ValuePropositionAction) {
      let next: [Status: Set<Status>] = [
        .open: [.start, .cancel], .start: [.pause, .complete, .cancel], .pause: [.start],
      ]
      var session = sessions[proposition.name] ?? Session()
      if sessions[proposition.name] != nil || action.status != .open {
        guard sessions[proposition.name] != nil, next[session.status, default: []].contains(action.status) else {
          return Crashlytics.record(error: ProhibitedStatusUpdate())
        }
      }
      session.status = action.status
      session.note()
      sessions[proposition.name] = [.complete, .cancel].contains(action.status) ? nil : session
      var attributes = Self.encoded(proposition.attributes)
      if let own = action.attributes { attributes.merge(Self.encoded(own)) { $1 } }
      attributes.merge(session.times) { $1 }
      attributes["sessionId"] = sessionId
      attributes["valuePropositionSessionId"] = session.id
      attributes["category"] = "valueProposition"
      attributes["trigger"] = action.trigger.rawValue
      attributes["status"] =
        [
          Status.open: "opened", .start: "started", .pause: "paused", .cancel: "canceled", .complete: "completed",
        ][action.status]
      FirebaseAnalytics.logEvent(proposition.name, parameters: attributes)
    }

    private static func encoded(_ attributes: some AnalyticsEventAttributes) -> [String: Any] {
      Dictionary(
        Mirror(reflecting: attributes).children.compactMap { child in child.label.map { ($0, child.value) } },
        uniquingKeysWith: { $1 })
    }
  }
}
