import Foundation
import Trackable
import TrackableInspector
import TrackablePlan
import TrackableTesting

/// The data of a report, read as a browser reads it: from the script element to its end.
struct ParsedReport: Decodable, Equatable {
  struct Candidate: Decodable, Equatable {
    var value: Value?
    var sensitive: Bool?
    var from: Int?
  }

  struct Property: Decodable, Equatable {
    var key: Int
    var `as`: Int?
    var value: Value?
    var given: Value?
    var sensitive: Bool?
    var hides: [String]?
    var added: Bool?
    var removed: Bool?
    var from: Int?
    var over: [Candidate]?
    var identity: Value?
  }

  /// What a destination got.
  struct Arrival: Decodable, Equatable {
    struct Row: Decodable, Equatable {
      var key: Int
      var `as`: Int?
      var value: Value?
      var sensitive: Bool?
      var what: String?
      var by: Int?
    }

    var to: Int
    var name: String?
    var fate: String?
    var why: String?
    var handedOver: Bool?
    var by: Int?
    var renamed: [Int]?
    var properties: [Row]?
  }

  /// A file of an inspector's folder.
  struct Chapter: Decodable {
    struct Later: Decodable {
      var entry: Int
      var to: [Arrival]
    }

    var launch: String
    var after: Int
    var plan: Bool?
    var entries: [Entry]
    var keys: [String]
    var sources: [Source]
    var later: [Later]?
  }

  struct Entry: Decodable, Equatable {
    var kind: String
    var name: String?
    var `as`: String?
    var type: String?
    var entity: String?
    var time: Double?
    var at: String?
    var value: Value?
    var hides: [String]?
    var properties: [Property]?
    var explained: Bool?
    var leftOut: [Property]?
    var to: [Arrival]?
    var unread: [Int]?
    var faults: [[String]]?
    var message: String?
    var remedy: String?
    var subject: String?
  }

  struct Source: Decodable, Equatable {
    var text: String
    var kind: String
    var type: String?
    var rank: Int
  }

  /// The text of a value, and of what kind it is.
  struct Value: Decodable, Equatable {
    var kind: String
    var text: String

    private struct Field: Decodable {
      let text: String?
      init(from decoder: any Decoder) throws { text = try? decoder.singleValueContainer().decode(String.self) }
    }

    init(_ value: TrackedValue) {
      text = value.description
      kind = value.typeName
    }

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      if let string = try? container.decode(String.self) {
        (kind, text) = ("string", string)
      } else {
        // Beside the text of a value with others inside stand its pieces, for programs.
        let fields = try container.decode([String: Field].self).filter { $0.key != "pieces" }
        guard let field = fields.first, fields.count == 1, let text = field.value.text else { throw UnreadableReport() }
        (kind, self.text) = (field.key, text)
      }
    }

    // By their scalars: `String` does not tell apart what Unicode holds for the same.
    static func == (left: Self, right: Self) -> Bool {
      left.kind == right.kind && left.text.unicodeScalars.elementsEqual(right.text.unicodeScalars)
    }
  }

  var title: String
  var dropped: Int?
  /// Whether the calls were compared with a plan.
  var plan: Bool?
  var entries: [Entry]
  var keys: [String]
  var sources: [Source]
  private var notes: [[String]]?

  init(_ report: TrackingReport) throws {
    self = try JSONDecoder().decode(Self.self, from: Data(Self.data(in: report.html).utf8))
  }

  /// The notes by the name they are on.
  var notesByName: [String: String] {
    Dictionary((notes ?? []).map { ($0[0], $0[1]) }, uniquingKeysWith: { first, _ in first })
  }

  /// The entries without what went astray, which may belong to tests that run at the same time.
  var own: [Entry] { entries.filter { $0.name != TrackableIssue.Kind.trackedAstray.description } }

  static func data(in html: String) throws -> String {
    let html = Array(html.utf8)
    let opening = Array(#"<script type="application/json" id="data">"#.utf8)
    guard let start = html.firstRange(of: opening)?.upperBound else { throw UnreadableReport() }
    let rest = html[start...]
    // What would begin a comment or another script element changes how the end is found, so it must not be there either.
    guard let end = rest.firstIndex(of: UInt8(ascii: "<")), rest[end...].starts(with: "</script>".utf8) else {
      throw UnreadableReport()
    }
    return String(decoding: rest[..<end], as: UTF8.self)
  }
}

struct UnreadableReport: Error {}
