/// Reports members of before that a type still has beside a new word. The module maps them; without the module they would go
/// unheard.
enum LeftBehind {
  /// Reports a member, once for each type.
  static func report(_ member: String, of type: Any.Type, remedy: String) {
    let path = TypeName.path(of: type)
    let subject = path + "." + member
    IssueReporter.current.reportOnce(.leftBehind, of: subject) {
      TrackableIssue(
        kind: .leftBehind, message: path + " still has '" + member + "', which only TrackableMigration hears.",
        remedy: remedy, location: .unknown, subject: subject)
    }
  }
}

extension TrackableIssue.Kind {
  /// A type has a member of an earlier library, which nothing hears once the import is `Trackable`.
  public static let leftBehind = Self("leftBehind")
}
