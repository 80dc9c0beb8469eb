/// The issues that were reported already: each kind once for each subject at each place.
///
/// A program may make up names of subjects without end. So only the first 1,000 of a kind are reported at a place, and
/// the last of them says that no more will be. Other places, and other kinds, are not affected.
struct IssueEpisodes {
  enum Answer {
    case new
    /// New, and the last one of its kind at its place.
    case last
    case known
  }

  static let maximumSubjects = 1_000

  // Bounded by the number of calls in the program's source.
  /// By kind and location.
  private var subjects: [String: [String]] = [:]

  /// - Parameter location: Where; `nil` if it is the same issue everywhere.
  mutating func begin(_ kind: TrackableIssue.Kind, of subject: String, at location: CodeLocation?) -> Answer {
    let place = kind.description + " " + (location ?? .unknown).description
    let count = subjects[place, default: []].count
    if count == Self.maximumSubjects || subjects[place, default: []].contains(subject) { return .known }
    subjects[place, default: []].append(subject)
    return count + 1 == Self.maximumSubjects ? .last : .new
  }
}

extension TrackableIssue {
  /// The issue as the last one of its kind at its place.
  var asLast: TrackableIssue {
    TrackableIssue(
      kind: kind,
      message: message + " There have been \(IssueEpisodes.maximumSubjects) like this here: no more of them "
        + "are reported.", remedy: remedy, location: location, subject: subject)
  }
}
