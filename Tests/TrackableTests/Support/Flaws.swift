import Trackable

/// The flaws of a property, by its issues when code tracks it. Of several reasons why one value
/// became text, the issue names one.
struct Flaws: OptionSet {
  let rawValue: Int

  static let duplicateKey = Flaws(rawValue: 1)
  static let notFinite = Flaws(rawValue: 2)
  static let tooDeep = Flaws(rawValue: 4)
  static let outOfRange = Flaws(rawValue: 8)
  static let inexact = Flaws(rawValue: 16)

  private static let words: [(text: String, flaw: Flaws)] = [
    ("is nested deeper than", .tooDeep), ("that is not finite", .notFinite), ("outside the range", .outOfRange),
    ("more digits than a Double keeps", .inexact),
  ]

  fileprivate init(_ issue: TrackableIssue) {
    self =
      issue.kind == .duplicateKey
      ? .duplicateKey : Self.words.first { issue.message.contains($0.text) }?.flaw ?? []
  }

  init(rawValue: Int) { self.rawValue = rawValue }
}

extension TrackedProperty {
  var flaws: Flaws {
    let observed = RecordingTracker.plain()
    observed.run { Plain().track(Noted(), trackedProperties: TrackedProperties([self])) }
    return observed.issues.reduce(into: []) { $0.formUnion(Flaws($1)) }
  }

  /// Whether it says nothing.
  var isOmitted: Bool { TrackedProperties([self]).isEmpty }
}
