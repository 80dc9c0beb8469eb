extension TypeSet {
  /// The types of events that the process's tracker is known to ignore. `track` looks here before it does anything else.
  ///
  /// They are written by the ``SystemCore`` whose tracker was asked, under its lock, and only if that tracker has not
  /// been replaced meanwhile; they are cleared under the same lock when it is. So a caller that tracks after that never
  /// sees an answer of the previous tracker. `IgnoredTypesTests` fail if an answer that comes too late is kept.
  static let ignoredByProcess = TypeSet()
}

// Called from the inlined `track`. Benchmarks: quiet.
/// Whether events of this type go nowhere, wherever they are tracked: the process's tracker ignores them, and no
/// link, context or task has ever had a tracker or a system of its own.
@usableFromInline func isIgnoredEverywhere(_ type: ObjectIdentifier) -> Bool {
  TypeSet.ignoredByProcess.contains(type) && TrackerRoute.wasEverSet.value == 0 && TaskScope.hadSystem.value == 0
}
