// Reports types whose names are not what the source says, once each.

extension IssueReporter {
  /// Reports that the cases of an enum have no names.
  static func reportCases(of path: String) {
    report(
      path,
      "The cases of " + path + " have no names in this build, so its events go out as \"" + path + "\".",
      "declare 'name' in " + path + " with a switch over its cases, or give them raw values of type String. (Names are "
        + "missing where the enum has a description of its own, and where the compiler leaves out reflection "
        + "metadata, by -disable-reflection-metadata, -disable-reflection-names or "
        + "-reflection-metadata-for-debugger-only.)")
  }

  /// Reports that the library cannot tell whether a type is an enum.
  static func reportKind(of path: String) {
    report(
      path,
      "The type " + path + " has a mirror of its own, which hides whether it is an enum and of which case, so its "
        + "events go out as \"" + path + "\".",
      "declare 'name' and 'entity' in it.")
  }

  /// Reports that a type has a name that was made by the compiler, or none.
  static func reportPath(_ path: String, of runtimeName: String) {
    report(
      path,
      "The type \"" + runtimeName + "\" has no name in the source, so identifiers begin with \"" + path
        + "\", which may change "
        + "with each build.",
      "declare 'name' in it, or declare it outside of the macro that it comes from.")
  }

  /// Reports that a type pins a path that cannot be one.
  static func reportPin(_ pinnedPath: String, of path: String) {
    report(
      path,
      "The type " + path + " pins the path \"" + pinnedPath
        + "\", which has an empty component. It goes by its own path.",
      "let 'pinnedPath' be the path that it had: module, enclosing types and the type, joined by dots.",
      kind: .unusablePinnedPath)
  }

  private static func report(
    _ path: String, _ message: String, _ remedy: String, kind: TrackableIssue.Kind = .nameUnavailable
  ) {
    // Names are read wherever a tracker needs them, so there is no call to point to.
    current.reportOnce(
      TrackableIssue(kind: kind, message: message, remedy: remedy, location: .unknown, subject: path))
  }
}
