import Foundation
import Testing
import Trackable

/// Every requirement of ``AnalyticsEventTracker`` goes through every combinator: a default that does nothing must not
/// swallow a call on its way.
@Suite struct RequirementsTests {
  @Test(arguments: Combinator.all)
  func `Every combinator has the name of its tracker`(_ combinator: Combinator) {
    expect(combinator.make(CallLog().tracker("leaf")).name, is: combinator.name)
  }

  @Test func `Every combinator may stand on every other`() async {
    for outer in Combinator.all {
      for inner in Combinator.all {
        let log = CallLog()
        let tracker = outer.make(inner.make(log.tracker("leaf")))
        for requirement in Requirement.allCases { await requirement.send(to: tracker) }
        #expect(log.calls == Requirement.allCases.compactMap(\.arrival), "\(outer) on \(inner)")
      }
    }
  }
}

/// The lists above are complete: what the library's own sources declare is what the tests send.
@Suite struct RequirementsInTheSourcesTests {
  private let tracker = "AnalyticsEventTracker"

  /// The sources, without comments.
  private let text: String

  init() throws {
    let folder = URL(filePath: #filePath)  // Tests/TrackableTests/TrackerLaws/RequirementsTests.swift
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
      .appending(path: "Sources/Trackable")
    let files = try #require(FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil))
    let swift = files.compactMap { $0 as? URL }.filter { $0.pathExtension == "swift" }
    text = try swift.map { try String(contentsOf: $0, encoding: .utf8).replacing(#/\/\/[^\n]*/#, with: "") }
      .joined(separator: "\n")
  }

  @Test func `Every requirement that is declared is sent`() throws {
    let header = try #require(try text.firstMatch(of: Regex("\\bprotocol \(tracker)\\b[^{]*\\{")))
    var depth = 1
    let body = text[header.range.upperBound...].prefix {
      if $0 == "{" { depth += 1 } else if $0 == "}" { depth -= 1 }
      return depth > 0
    }
    let marked = body.replacing(#/\b(?:static\s+)?(?:func|var|init|subscript|associatedtype)\b/#) { "\u{1}" + $0.0 }
    let declared = marked.split(separator: "\u{1}").map { $0.filter { !$0.isWhitespace } }.filter { !$0.isEmpty }
    expect(Set(declared), is: Set(Requirement.allCases.map(\.rawValue)))
  }

  @Test func `Every method that makes a tracker is in the table, and so is each of several with one name`() {
    let method = #/public func (\w+)(?:[^{]|= \{[^{}]*\})*?->\s*some AnalyticsEventTracker\b/#
    let declared = text.matches(of: method).map { String($0.1) }
    let methods = Set(Combinator.all.map(\.description)).filter { $0.hasSuffix(")") }
    for (name, all) in Dictionary(grouping: declared, by: { $0 }) {
      expect(methods.filter { $0.hasPrefix(name + "(") }.count, is: all.count)
    }
    #expect(declared.count >= 15)
  }
}
