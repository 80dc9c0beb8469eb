import Foundation
import TestSupport
import Testing
import Trackable
import TrackableInspector
import TrackableTesting

@Suite struct ReportSecrecyTests {
  private enum Secret: String, SensitiveKey { case mail, city }
  private enum Person: String, EntityKey, SensitiveKey {
    case id, phone
    static let identifyingKey = id
  }
  private struct Contact: UserProperty { let value: TrackedProperties }

  @Test(arguments: 0..<20) func `No sensitive value is in the file, only that the keys were there`(_ seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    var secrets: [String] = []
    func secret() -> String {
      secrets.append("secret" + random.string(of: Array("abcdefgh"), count: 12))
      return secrets[secrets.count - 1]
    }
    let recorder = RecordingTracker()
    // A tracker that shows sensitive properties among the others, and one that takes properties away.
    let folder = PageFolder()
    let inspector = Inspector(folder: folder.url)
    let through = recorder.map { event in
      var event = event
      if event.name == Album.closed.name { event.properties = event.sensitiveProperties }
      event.sensitiveProperties[Secret.city] = nil
      return event
    }.combined(with: RecordingTracker().renaming(.snakeCase)).inspected(by: inspector)
    let report = withRecordedTracking(through: { _ in through }) { _ in
      for event in [Album.opened, .closed] {
        let (shelf, page) = (Shelf(), Page())
        shelf.setupTrackableChain(trackedProperties: [
          Secret.mail ~>> secret(), Person.id ~>> secret(), Person.phone ~>> secret(),
        ])
        page.setupTrackableChain(
          trackedProperties: [Secret.mail ~>> secret(), Secret.city ~>> secret()], parent: shelf)
        page.track(
          event,
          trackedProperties: [
            Keys.note ~>> [Secret.mail ~>> secret(), Keys.year ~>> [Secret.city ~>> secret()]], Person.id ~>> secret(),
            Keys.likes ~>> TrackedValue.array([.properties([Secret.mail ~>> secret()])]),
          ])
        withExtendedLifetime(shelf) {}
      }
      TrackableSystem.identify("john", traits: [Secret.mail ~>> secret(), Keys.name ~>> "John"])
      Page().updateUserProperty(Contact(value: [Secret.mail ~>> secret()]))
      return recorder.makeReport()
    }
    // What a tracker has read on purpose and hands on.
    let purposely = RecordingTracker()
    let given: TrackedProperties = [Secret.mail ~>> secret(), Keys.note ~>> [Secret.city ~>> secret()]]
    let read = TrackedEvent(Album.played, properties: given).sensitiveProperties
    purposely.identify("paul", traits: read)
    purposely.track(TrackedEvent(Album.played, properties: read))
    purposely.update(TrackedUserProperty(Contact(value: read)))
    purposely.update(TrackedUserProperty(Contact(value: [Keys.note ~>> TrackedValue.array([.properties(read)])])))
    let handedOn = purposely.makeReport()
    let entries = try ParsedReport(handedOn).entries
    // A user and an event hide them again, behind the others.
    for entry in entries.prefix(2) {
      #expect(entry.properties?.map(\.sensitive) == [nil, true])
      #expect(entry.properties?.map(\.hides) == [[Secret.city.name], nil])
    }
    inspector.flush()
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.url.path).map(folder.text)
    #expect(try folder.chapters.flatMap(\.entries).count == 4)
    for text in files + [report.html, handedOn.html, inspector.makeReport().html] {
      #expect(!secrets.contains { text.contains($0) })
    }

    let parsed = try ParsedReport(report)
    for entry in parsed.entries.prefix(2) {
      let properties = entry.properties ?? []
      let sensitive = properties.filter { $0.sensitive == true }
      let hidden: Set<String> = Set(sensitive.map { parsed.keys[$0.key] })
      #expect(hidden == [Secret.mail.name, Secret.city.name, Person.id.name])
      #expect(sensitive.allSatisfy { $0.value == nil && $0.given == nil && $0.from != nil })
      #expect(sensitive.filter { $0.removed == true }.map { parsed.keys[$0.key] } == [Secret.city.name])
      #expect(sensitive.flatMap { $0.over ?? [] }.allSatisfy { $0.value == nil && $0.sensitive == true })
      #expect(entry.leftOut?.map(\.sensitive) == [true, true])
    }
    let note = try #require(parsed.entries[0].properties?.first { parsed.keys[$0.key].hasSuffix("note") })
    #expect(note.hides == [Secret.mail.name, "\(Keys.year.name): \(Secret.city.name)"])
    let traits: [Bool?]? = parsed.entries[2].properties?.map(\.sensitive)
    #expect(traits == [nil, true])
    #expect(parsed.entries[3].hides == [Secret.mail.name])
  }
}
