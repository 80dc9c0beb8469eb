import Foundation
import TestSupport
import Testing
import Trackable
import TrackableInspector
import TrackableTesting

@Suite struct ReportSafetyTests {
  @Test(arguments: 0..<SearchScale.times(25, long: 200))
  func `No text can be more than text, and each comes back as it was`(_ seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    let texts = (0..<20).map { _ in random.hostileText() }
    let recorder = RecordingTracker()
    for text in texts {
      recorder.track(TrackedEvent(Named(text), properties: [PropertyKey(stringLiteral: text) ~>> text]))
    }
    let report = recorder.makeReport(title: texts[0])
    let parsed = try ParsedReport(report)
    #expect(parsed.title.unicodeScalars.elementsEqual(texts[0].unicodeScalars))
    for (entry, text) in zip(parsed.entries, texts) {
      #expect(try #require(entry.name).unicodeScalars.elementsEqual(text.unicodeScalars))
      let property = try #require(entry.properties?.first)
      #expect(parsed.keys[property.key].unicodeScalars.elementsEqual(text.unicodeScalars))
      #expect(property.value == ParsedReport.Value(.string(text)))
    }
    // The file holds nothing that is invisible or changes its direction.
    #expect(report.html.unicodeScalars.allSatisfy { $0 == "\n" || !$0.isInvisible })
    let title = try #require(report.html.firstRange(of: "<title>")).upperBound
    #expect(report.html[title...].drop { $0 != "<" }.hasPrefix("</title>"))
    // The rest of the page is the same for every recording.
    let empty = RecordingTracker().makeReport(title: texts[0]).html
    let data = (try ParsedReport.data(in: report.html), try ParsedReport.data(in: empty))
    #expect(report.html.replacing(data.0, with: "") == empty.replacing(data.1, with: ""))
  }

  @Test func `The page's policy lets its own style and program through, and nothing else`() throws {
    let html = RecordingTracker().makeReport().html
    let style = try #require(html.firstMatch(of: #/<style>((?s).*?)</style>/#)).output.1
    let script = try #require(html.firstMatch(of: #/<script>((?s).*?)</script>/#)).output.1
    let policy = try #require(html.firstMatch(of: /Content-Security-Policy" content="(.*?)"/)).output.1
    // When one of these fails, the text of the style or of the program was changed, and its digest is to be replaced.
    let rules: [String] = policy.split(separator: "; ").map { String($0) }
    let expected: [String] = [
      "default-src 'none'", "base-uri 'none'", "form-action 'none'", "style-src '\(digest(style))'",
      "script-src '\(digest(script))'",
    ]
    #expect(rules == expected)
    #expect(html.matches(of: /<script|<style|<link|src=|@import|url\(/).count == 3)
  }

  private func digest(_ text: Substring) -> String {
    "sha256-" + Data(SHA256.digest(of: Array(text.utf8))).base64EncodedString()
  }
}

private struct Named: AnalyticsEvent {
  let name: String

  init(_ name: String) { self.name = name }
}

extension Unicode.Scalar {
  fileprivate var isInvisible: Bool {
    [.control, .format, .lineSeparator, .paragraphSeparator].contains(properties.generalCategory)
  }
}
