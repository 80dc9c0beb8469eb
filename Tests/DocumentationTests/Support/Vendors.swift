import Foundation

// What the page on writing a destination needs of vendors' libraries: their calls with their signatures, and nothing behind
// them but a list of what was called.

/// https://github.com/mixpanel/mixpanel-swift
enum MixpanelLibrary {
  @TaskLocal static var calls = Output()

  protocol MixpanelType {}
  typealias Properties = [String: any MixpanelType]

  enum Mixpanel {
    static func mainInstance() -> MixpanelInstance { MixpanelInstance() }
  }

  struct MixpanelInstance {
    let people = People()
    func track(event: String?, properties: Properties? = nil) {
      calls.write("track \(event ?? "") \(text(properties))")
    }
    func identify(distinctId: String, usePeople: Bool = true) { calls.write("identify \(distinctId)") }
    func reset(completion: (() -> Void)? = nil) { calls.write("reset") }
    func flush(performFullFlush: Bool = false, completion: (() -> Void)? = nil) {
      calls.write("flush")
      completion?()
    }
  }

  struct People {
    func set(properties: Properties) { calls.write("people \(text(properties))") }
    func unset(properties: [String]) { calls.write("people without \(properties)") }
  }

  private static func text(_ properties: Properties?) -> String {
    (properties ?? [:]).sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }.joined(separator: " ")
  }
}

extension String: MixpanelLibrary.MixpanelType {}
extension Int: MixpanelLibrary.MixpanelType {}
extension Double: MixpanelLibrary.MixpanelType {}
extension Bool: MixpanelLibrary.MixpanelType {}
extension Date: MixpanelLibrary.MixpanelType {}
extension NSNull: MixpanelLibrary.MixpanelType {}
extension Array: MixpanelLibrary.MixpanelType {}
extension Dictionary: MixpanelLibrary.MixpanelType {}

/// https://firebase.google.com/docs/reference/swift/firebaseanalytics/api/reference/Classes/Analytics
enum FirebaseLibrary {
  @TaskLocal static var calls = Output()

  enum Analytics {
    static func logEvent(_ name: String, parameters: [String: Any]?) {
      let text = (parameters ?? [:]).sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
      calls.write("\(name) \(text.joined(separator: " "))")
    }
    static func setUserID(_ userID: String?) { calls.write("user \(userID ?? "nobody")") }
    static func setUserProperty(_ value: String?, forName name: String) {
      calls.write("\(name) is \(value ?? "unset")")
    }
    static func resetAnalyticsData() { calls.write("reset data") }
  }
}

/// https://github.com/segmentio/analytics-swift
enum SegmentLibrary {
  struct Analytics: Sendable {
    let calls: @Sendable (String, String, [String: Any]) -> Void

    func track(name: String, properties: [String: Any]? = nil) { calls("track", name, properties ?? [:]) }
    func screen(title: String, category: String? = nil, properties: [String: Any]? = nil) {
      calls("screen", title, properties ?? [:])
    }
    func identify(userId: String, traits: [String: Any]? = nil) { calls("identify", userId, traits ?? [:]) }
    func identify<Traits: Codable>(traits: Traits) { calls("traits", "\(traits)", [:]) }
    func reset() { calls("reset", "", [:]) }
    func purgeStorage() { calls("purge", "", [:]) }
    func flush(completion: (() -> Void)? = nil) {
      calls("flush", "", [:])
      completion?()
    }
  }
}

/// A company's own collector, which takes lists of rows.
struct Collector: Sendable {
  let answer: @Sendable ([String]) -> Int

  /// Sends rows, and answers the status.
  func post(_ rows: [String]) async throws -> Int { answer(rows) }
}
