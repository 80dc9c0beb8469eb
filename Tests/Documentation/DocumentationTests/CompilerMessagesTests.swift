import Testing
import Trackable
import TrackableTesting

// The page on messages of the compiler. The messages are in Tests/Rejections.

struct ReaderEvent: AnalyticsEvent {
  let name: String
}

extension AnalyticsEvent where Self == ReaderEvent {
  static var opened: ReaderEvent { ReaderEvent(name: "Reader.opened") }
  static var closed: ReaderEvent { ReaderEvent(name: "Reader.closed") }
}

enum ReaderKeys: String, Key { case page, title }

@Suite struct CompilerMessagesTests {
  private final class Reader: TrackableClass { var trackedProperties: TrackedProperties {} }

  @Test func `Events have a short spelling`() {
    withRecordedTracking { recorder in
      let reader = Reader()
      reader.track(.opened)
      TrackableSystem.track(.closed)
      #expect(recorder.difference(from: [.event(.opened), .event(.closed)]) == nil)
    }
  }

  @Test func `Keys of several enums are a set`() {
    let recorder = RecordingTracker()
    let hidden = Set([ReaderKeys.page, ReaderKeys.title].map { PropertyKey($0) })
    let tracker = recorder.filter { event in !event.properties.contains { hidden.contains($0.key) } }
    tracker.track(TrackedEvent(.opened, properties: [ReaderKeys.page ~>> 1]))
    tracker.track(.opened)
    #expect(recorder.events.count == 1)
  }

  @Test func `An error is sent by its domain and code, as the doc comment says`() {
    enum Keys: String, Key { case error }
    enum Events { enum Upload: String, Event { case failed } }
    struct Refused: Error {}
    func upload() throws { throw Refused() }
    withRecordedTracking { recorder in
      func track(_ event: some AnalyticsEvent, trackedProperties: TrackedProperties) {
        TrackableSystem.track(event, trackedProperties: trackedProperties)
      }
      do { try upload() } catch { track(Events.Upload.failed, trackedProperties: [Keys.error ~>> error]) }
      #expect(
        recorder.events[0].properties.dictionary.keys.map { String($0.suffix(6)) }.sorted() == ["domain", "r.code"])
    }
  }
}
