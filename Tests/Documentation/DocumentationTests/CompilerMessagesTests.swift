import Foundation
import Testing
import Trackable
import TrackableTesting

// The page on messages of the compiler. The messages are in Tests/Rejections.

@Suite struct CompilerMessagesTests {
  /// The messages of the tables, each in the pieces around its "…".
  private func messages() throws -> [[String]] {
    var (column, all): (Int?, [[String]]) = (nil, [])
    for line in try Repository.text("Sources/Trackable/Trackable.docc/CompilerMessages.md").split(separator: "\n") {
      let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
      column = line.hasPrefix("|") ? cells.firstIndex(of: "the compiler says") ?? column : nil
      guard let column, !["the compiler says", "---"].contains(cells[column]) else { continue }
      if cells[column].hasPrefix("nothing:") { continue }
      all.append(cells[column].split(separator: "…").map { $0.trimmingCharacters(in: .whitespaces) })
    }
    return all
  }

  /// The errors of the programs that must not compile, or the warnings as well. Those that a sentence of the library explains
  /// are not among them.
  private func rejections(withWarnings: Bool = false) throws -> [String] {
    let sentences = try Repository.paths(in: ["Sources/TrackableMigration"], endingIn: ".swift").map(Repository.text)
    let programs = try Repository.paths(in: ["Tests/Rejections"], endingIn: ".swift").map(Repository.text)
    return programs.flatMap { $0.matches(of: #/expected-(?:in[56]-)?(error|warning)[^{]*\{\{(.*?)\}\}/#) }
      .filter { withWarnings || $0.1 == "error" }.map { String($0.2) }
      .filter { !$0.contains("unavailable") && !sentences.joined().contains($0) }
  }

  @Test func `Each message of the page is that of a program which must not compile, word for word`() throws {
    let (messages, rejections) = (try messages(), try rejections(withWarnings: true))
    #expect(messages.count > 15)
    for pieces in messages {
      #expect(rejections.contains { rejection in pieces.allSatisfy(rejection.contains) }, "\(pieces)")
    }
  }

  @Test func `Each program that must not compile has a message of the page, or a sentence of the library`() throws {
    // Other programs have other names.
    func generalised(_ text: String) -> String {
      text.replacing(#/global actor '[^']*'-isolated/#, with: "main actor-isolated").replacing(#/'[^']*'/#, with: "''")
    }
    let messages = try messages().map { $0.map(generalised) }
    for rejection in try rejections() {
      let general = generalised(rejection)
      #expect(messages.contains { $0.allSatisfy(general.contains) }, "\(rejection)")
    }
  }

  @Test func `An error is sent by its domain and code, as the doc comment says`() {
    struct Refused: Error {}
    func upload() throws { throw Refused() }
    withRecordedTracking { recorder in
      func track(_ event: some AnalyticsEvent, trackedProperties: TrackedProperties) {
        TrackableSystem.track(event, trackedProperties: trackedProperties)
      }
      do { try upload() } catch {
        track(Events.Upload.failed, trackedProperties: [Keys.error ~>> error])
      }
      #expect(
        recorder.events[0].properties.dictionary.keys.map { String($0.suffix(6)) }.sorted() == ["domain", "r.code"])
    }
  }
}
