/// Runs `operation`, and adds `properties` to every event that it tracks, in this task and its child tasks. They rank
/// below all objects and above the default properties: rank 6.
///
/// ```swift
/// withTrackedProperties(["requestID" ~>> id]) {
///   service.handle(request)   // every event in there has the requestID
/// }
/// ```
///
/// Where scopes are nested, the innermost wins. A queue or thread does not inherit the scopes of a task. To take them
/// there, keep ``TrackingContext/current`` and pass it:
///
/// ```swift
/// let scopes = TrackingContext.current
/// queue.async { withTrackedProperties([], in: scopes) { service.handle(request) } }
/// ```
///
/// - Parameters:
///   - properties: The properties of this task.
///   - context: The context that the properties are added to; by default that of the surrounding scopes. Its tracker,
///     as of `in: .current.delivering(to: tracker)`, gets those events whose chain has none.
///   - operation: What to run.
@discardableResult public func withTrackedProperties<Result, Failure: Error>(
  _ properties: TrackedProperties,
  in context: TrackingContext = .current,
  operation: () throws(Failure) -> Result
) throws(Failure) -> Result {
  try TaskScope.adding(properties, to: context).run(operation)
}

/// Runs an asynchronous `operation` in the caller's isolation, and adds `properties` to every event that it tracks.
///
/// - Parameters:
///   - properties: The properties of this task.
///   - context: The context that the properties are added to; by default that of the surrounding scopes. Its tracker,
///     as of `in: .current.delivering(to: tracker)`, gets those events whose chain has none.
///   - isolation: Where the caller runs; leave it out.
///   - operation: What to run.
@discardableResult public func withTrackedProperties<Result, Failure: Error>(
  _ properties: TrackedProperties,
  in context: TrackingContext = .current,
  isolation: isolated (any Actor)? = #isolation,
  operation: () async throws(Failure) -> Result
) async throws(Failure) -> Result {
  try await TaskScope.adding(properties, to: context).outcome(isolation: isolation, operation).get()
}

extension TaskScope {
  fileprivate static func adding(_ properties: TrackedProperties, to context: TrackingContext) -> TaskScope {
    TaskScope(core: current?.core, values: current?.values, context: context.appending(properties))
  }
}
