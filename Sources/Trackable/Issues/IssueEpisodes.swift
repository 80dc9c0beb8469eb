/// The issues that were already reported, so that each kind is reported once for each subject at each location in the
/// code.
///
/// A program may have any number of subjects. So only the first 1,000 issues of a kind are reported at each location,
/// and the last of them says that no more follow. Other locations and other kinds have their own counts.
struct IssueEpisodes {
  static let maximumSubjects = 1_000

  // For each call in the program's source, the dictionary has at most one entry, and one for each of 1,000 subjects.
  /// The number of reported issues, by kind and location, and 1 for each reported issue, by kind, location and subject.
  private var counts: [String: Int] = .init()

  /// The number of an issue among the issues of its kind at its location; `nil` if the issue must not be reported.
  ///
  /// - Parameter location: The location of the issue; `nil` if the issue is to be reported once for all locations.
  mutating func begin(_ kind: TrackableIssue.Kind, of subject: String, at location: CodeLocation?) -> Int? {
    let place = kind.description + " " + (location ?? .unknown).description
    let number = counts[place, default: 0] + 1
    if number > Self.maximumSubjects || counts.updateValue(1, forKey: place + "\n" + subject) != nil { return nil }
    counts.updateValue(number, forKey: place)
    return number
  }
}

extension TrackableIssue {
  /// The issue to report. If the issue is the last reported one of its kind at its location, its text says that no more
  /// follow.
  func numbered(_ number: Int) -> TrackableIssue {
    if number < IssueEpisodes.maximumSubjects { return self }
    let end = " This is number \(number) of its kind here; no more are reported."
    return TrackableIssue(kind: kind, message: message + end, remedy: remedy, location: location, subject: subject)
  }
}
