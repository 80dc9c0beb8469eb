// The code to write in place of CompilersOwnWords.swift.
import Trackable

enum ReaderKeys: String, Key { case page, title }
struct ReaderEvent: AnalyticsEvent { let name: String }

extension AnalyticsEvent where Self == ReaderEvent {
  static var opened: ReaderEvent { ReaderEvent(name: "Reader.opened") }
}

final class Reader: TrackableClass {
  var trackedProperties: TrackedProperties {}
  func open() { track(.opened) }
}

let hidden = Set([ReaderKeys.page, ReaderKeys.title].map { PropertyKey($0) })

func tracker(_ a: NoOpTracker) -> any AnalyticsEventTracker {
  var t: any AnalyticsEventTracker = a.renaming(.snakeCase)
  t = t.filter { $0.name != "a" }
  return t
}
