/// Runs `operation`, and adds `properties` to every event that the operation tracks. Child tasks inherit the
/// properties. The properties have rank 6: the properties of all objects win over them, and they win over the default
/// properties.
///
/// ```swift
/// withTrackedProperties(["requestID" ~>> id]) {
///   service.handle(request)   // every event in there has the requestID
/// }
/// ```
///
/// If such calls are nested, the innermost properties win. A dispatch queue or a thread does not inherit the properties
/// of a task. Pass ``TrackingContext/current`` to such code. Inside `withTracker`, such code also leaves that system:
/// see <doc:Servers>.
///
/// ```swift
/// let scopes = TrackingContext.current
/// queue.async { withTrackedProperties([], in: scopes) { service.handle(request) } }
/// ```
///
/// - Parameters:
///   - properties: The properties of this task.
///   - context: The context to which the properties are added. The default is the context of the surrounding calls of
///     `withTrackedProperties`. If the context has a tracker, as in `in: .current.delivering(to: tracker)`, that
///     tracker gets the events whose chain has no tracker.
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
///   - context: The context to which the properties are added. The default is the context of the surrounding calls of
///     `withTrackedProperties`. If the context has a tracker, as in `in: .current.delivering(to: tracker)`, that
///     tracker gets the events whose chain has no tracker.
///   - isolation: The caller's actor, which the compiler passes; leave this argument out.
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
