/// The issues that were already reported: each kind once for each subject at each place.
///
/// A program may invent names of subjects without end. So only the first 1,000 issues of a kind are reported at each
/// place, and the last of them says that no more follow. Other places and other kinds have their own counts.
struct IssueEpisodes {
  static let maximumSubjects = 1_000

  // Both have at most as many entries as the program's source has calls.
  /// The number of reported issues, by kind and location.
  private var counts: [String: Int] = [:]
  private var reported: Set<String> = []

  /// The number of an issue among those of its kind at its place; `nil` if the issue must not be reported.
  ///
  /// - Parameter location: The place of the issue; `nil` if the issue counts once for all places.
  mutating func begin(_ kind: TrackableIssue.Kind, of subject: String, at location: CodeLocation?) -> Int? {
    let place = kind.description + " " + (location ?? .unknown).description
    let number = counts[place, default: 0] + 1
    if number > Self.maximumSubjects || !reported.insert(place + "\n" + subject).inserted { return nil }
    counts[place] = number
    return number
  }
}

extension TrackableIssue {
  /// The issue to report. If the issue is the last one of its kind at its place, its text says that no more follow.
  func numbered(_ number: Int) -> TrackableIssue {
    if number < IssueEpisodes.maximumSubjects { return self }
    let end = " This is number \(number) of its kind here; no more are reported."
    return TrackableIssue(kind: kind, message: message + end, remedy: remedy, location: location, subject: subject)
  }
}
