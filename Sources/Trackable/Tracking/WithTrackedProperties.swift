/// Runs `operation`, and adds `properties` to every event of the operation, in this task and its child tasks. The
/// properties have rank 6: below all objects, and above the default properties.
///
/// ```swift
/// withTrackedProperties(["requestID" ~>> id]) {
///   service.handle(request)   // every event in there has the requestID
/// }
/// ```
///
/// The innermost of nested scopes wins. A queue or a thread does not inherit the scopes of a task. Pass
/// ``TrackingContext/current`` to such code:
///
/// ```swift
/// let scopes = TrackingContext.current
/// queue.async { withTrackedProperties([], in: scopes) { service.handle(request) } }
/// ```
///
/// - Parameters:
///   - properties: The properties of this task.
///   - context: The context to which the properties are added; by default that of the surrounding scopes. Its tracker,
///     as in `in: .current.delivering(to: tracker)`, gets the events whose chain has no tracker.
///   - operation: The operation to run.
@discardableResult public func withTrackedProperties<Result, Failure: Error>(
  _ properties: TrackedProperties,
  in context: TrackingContext = .current,
  operation: () throws(Failure) -> Result
) throws(Failure) -> Result {
  try TaskScope.adding(properties, to: context).run(operation)
}

/// Runs an asynchronous `operation` in the caller's isolation, and adds `properties` to every event of the operation.
///
/// - Parameters:
///   - properties: The properties of this task.
///   - context: The context to which the properties are added; by default that of the surrounding scopes. Its tracker,
///     as in `in: .current.delivering(to: tracker)`, gets the events whose chain has no tracker.
///   - isolation: The caller's actor; leave it out.
///   - operation: The operation to run.
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
