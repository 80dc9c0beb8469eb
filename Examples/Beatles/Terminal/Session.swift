import Foundation

/// A navigation session: its lines, and a name for the place they come from.
struct Session {
  let name: String
  /// The next line; `nil` at the end.
  let nextLine: () -> String?
}

extension Session {
  /// The lines of a text.
  init(name: String, text: String) {
    // Lines may end with "\r\n" as well, which is one Swift `Character` and not equal to "\n".
    var lines = text.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" }
    if lines.last == "" { lines.removeLast() }
    var rest = lines.makeIterator()
    self.init(name: name) { rest.next().map(String.init) }
  }

  static var bundled: Session { Session(name: "<bundled session>", text: bundledText) }

  static var standardInput: Session { Session(name: "<stdin>") { readLine() } }

  /// Standard input if there is anything in it, otherwise the bundled session.
  static var standardInputOrBundled: Session {
    guard let first = readLine() else { return .bundled }
    var pending: String? = first
    return Session(name: "<stdin>") {
      defer { pending = nil }
      return pending ?? readLine()
    }
  }

  /// The lines of a file, which is read all at once.
  static func file(_ path: String) throws(UnreadableFile) -> Session {
    var isDirectory: ObjCBool = false
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isDirectory) else {
      throw UnreadableFile(path: path, reason: "there is no such file")
    }
    if isDirectory.boolValue { throw UnreadableFile(path: path, reason: "it is a directory") }
    // A handle, because `contents(atPath:)` refuses pipes and devices. Foundation's own error is not shown, because its
    // text differs between platforms.
    guard let handle = FileHandle(forReadingAtPath: path), let data = try? handle.readToEnd() ?? Data() else {
      throw UnreadableFile(path: path, reason: "it is there, but cannot be read")
    }
    guard let text = String(data: data, encoding: .utf8) else {
      throw UnreadableFile(path: path, reason: "it is not text in UTF-8")
    }
    return Session(name: path, text: text)
  }
}

/// A session file that cannot be read, and why.
package struct UnreadableFile: Error, CustomStringConvertible {
  let path: String
  let reason: String

  package var description: String { "cannot read '\(path)': \(reason)" }
}
