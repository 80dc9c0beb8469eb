/// A read on another actor that an event still needs. The read concerns the computed properties of an ancestor and, for
/// the last linked ancestor, its computed parent.
///
/// The read travels with the event as a value. Only the job that reads keeps the actor alive.
struct DeferredRead: Sendable {
  let link: Link
  /// The actor on which the ancestor is read.
  let actor: ActorLinks
  /// Whether the ancestor's parent is read as well.
  let asksForParent: Bool
  /// The places that the walk had passed before.
  let cycles: CycleDetector

  /// Whether the ancestor may be read where the caller runs: on its actor, or anywhere if its actor is gone.
  func isDue(in isolation: (any Actor)?) -> Bool { actor.isHere(isolation) || actor.actor == nil }
}
