/// What an event still needs from another actor: the properties that an ancestor computes there, and the parent that it
/// computes if it is the last one that was linked.
///
/// It travels with the event as a value. It does not keep the actor alive; only the job that reads does.
struct DeferredRead: Sendable {
  let link: Link
  /// Where the ancestor is read.
  let actor: LinkedActor
  /// Whether the ancestor is asked for its parent.
  let asksForParent: Bool
  /// What the walk had passed.
  let cycles: CycleDetector?
  /// How far the ancestor is from where the event was tracked.
  var distance: Int
  /// Whether the ancestor was found above the system's root, so that what it computes has rank 7.
  var isOfRoot: Bool

  var source: PropertySource {
    .of(.object, link.record.type, distance, isOfRoot: isOfRoot)
  }

  /// Whether the ancestor may be read where the caller runs: on its actor, or anywhere if that is gone.
  func mayBeRead(in isolation: (any Actor)?) -> Bool { actor.isHere(isolation) || actor.actor == nil }

  /// Whether this is the same read, which is done once for an event. An ancestor of the chain may be above the root as
  /// well, and then has two ranks.
  func isSame(as other: DeferredRead) -> Bool { link === other.link && isOfRoot == other.isOfRoot }
}

extension PropertySource {
  static func of(_ kind: Kind, _ type: AnyClass, _ distance: Int, isOfRoot: Bool) -> PropertySource {
    PropertySource(kind, typeName: String(describing: type), distance: distance, isOfRoot: isOfRoot)
  }
}
