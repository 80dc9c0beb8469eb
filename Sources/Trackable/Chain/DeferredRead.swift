/// A read on another actor that an event still needs: of the computed properties of an ancestor and, if the ancestor is
/// the last linked one, of its computed parent.
///
/// The event carries the deferred read as a value. The value does not keep the actor alive; only the job that reads
/// does.
struct DeferredRead: Sendable {
  let link: Link
  /// The actor on which the ancestor is read.
  let actor: LinkingActor
  /// Whether the read includes the parent that the ancestor computes.
  let asksForParent: Bool
  /// The links and objects that the walk had passed before.
  let cycles: CycleDetector

  /// Whether the ancestor may be read where the caller runs: on the ancestor's actor, or on any thread if that actor
  /// was deallocated.
  func isDue(in isolation: (any Actor)?) -> Bool { actor.isHere(isolation) || actor.living == nil }
}
