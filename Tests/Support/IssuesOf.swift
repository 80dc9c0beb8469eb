import Trackable

/// What `work` reports, in a system of its own.
package func issues(_ work: () throws -> Void) rethrows -> [TrackableIssue] {
  let observed = Shared<[TrackableIssue]>([])
  try TrackableSystem.withTracker(NoOpTracker()) {
    TrackableSystem.issueHandler = { issue in
      HeldLocks.mustBeNone()
      observed.withLock { $0.append(issue) }
    }
    try work()
  }
  return observed.value
}
