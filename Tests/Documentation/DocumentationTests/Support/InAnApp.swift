import Trackable

/// Runs a snippet that bootstraps, in a system of its own. That has a tracker already, so the snippet's is a second one: an
/// issue, which is no page's subject.
func inAnApp<Result>(_ operation: () throws -> Result) rethrows -> Result {
  try TrackableSystem.withTracker(NoOpTracker()) {
    TrackableSystem.issueHandler = { _ in }
    return try operation()
  }
}

/// Runs a snippet that bootstraps and waits, in a system of its own.
func inAnApp<Result>(isolation: isolated (any Actor)? = #isolation, _ operation: () async throws -> Result)
  async rethrows -> Result
{
  try await TrackableSystem.withTracker(NoOpTracker()) {
    TrackableSystem.issueHandler = { _ in }
    return try await operation()
  }
}
