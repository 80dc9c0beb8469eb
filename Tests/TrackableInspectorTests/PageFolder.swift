import Foundation
import TestSupport
import Testing

/// What a browser finds in an inspector's folder: the files in the order of their numbers, up to the one that `now.js`
/// names. The folder goes with this object.
final class PageFolder: Sendable {
  private let folder = TemporaryFolder()
  var url: URL { URL(filePath: folder.path) }

  var chapters: [ParsedReport.Chapter] {
    get throws {
      let latest = try #require(Int(try text("now.js").dropFirst("latest(".count).prefix { $0 != "," && $0 != ")" }))
      return try (1...latest).filter { (try? text("\($0).js")) != nil }.map { number in
        let text = try text("\(number).js")
        #expect(text.hasPrefix("chapter({") && text.hasSuffix("});\n") && !text.dropLast().contains("\n"))
        return try JSONDecoder().decode(ParsedReport.Chapter.self, from: Data(text.dropFirst(8).dropLast(3).utf8))
      }
    }
  }

  func text(_ name: String) throws -> String { try String(contentsOf: url.appending(path: name), encoding: .utf8) }
  func remove() { try? FileManager.default.removeItem(at: url) }

  /// A new folder without a file.
  func make() throws {
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    try write(#"latest(0, "\#(UUID())");"#, to: "now.js")
  }

  func write(_ text: String, to name: String) throws {
    try Data((text + "\n").utf8).write(to: url.appending(path: name), options: .atomic)
  }
}
