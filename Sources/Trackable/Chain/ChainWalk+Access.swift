// Where the objects on the way may be read, and what happens to those that may not: they are left to be read on their
// actor, or noted.

extension ChainWalk {
  /// Where an ancestor may be read.
  enum Access {
    case here
    case elsewhere(ActorReference)
    case nowhere
  }

  @inline(__always)
  mutating func access(to link: Link, below: ChainStep) -> Access {
    switch below.edge {
    case .anywhere: return .here
    case .nowhere: return .nowhere
    case .onTheActor:
      guard let actor = below.actor, ObjectIdentifier(actor) != currentActor else { return .here }
      return access(to: link, on: actor)
    }
  }

  private mutating func access(to link: Link, on actor: ActorReference) -> Access {
    if actor.isMain, isolation == nil { isolation = CurrentActor.main }
    if actor.isHere(isolation) {
      currentActor = ObjectIdentifier(actor)
      return .here
    }
    // The root is read on every thread that tracks.
    if link.address == root, !link.hasIsolatedConformance { return .here }
    if actor.actor != nil { return .elsewhere(actor) }
    // A parent is `Sendable`: it may outlive the actor on which it was linked. Not so its global actor.
    return link.hasIsolatedConformance ? .nowhere : .here
  }

  /// Whether an object whose conformance belongs to a global actor may be read here.
  func mayRead(_ object: any TrackableClass, _ step: ChainStep) -> Bool {
    let isMain = isolation === MainActor.shared
    if isMain, step.link.facts.contains(.isMainActorIsolated) { return true }
    guard object.mayBeRead(in: isolation) else { return false }
    if isMain { step.link.note(.isMainActorIsolated) }
    return true
  }

  /// Leaves an ancestor to be read later, on its actor.
  func deferRead<Sink: SnapshotSink>(
    _ step: ChainStep, from first: ChainStep, for actor: ActorReference, into sink: inout Sink
  ) {
    let facts = Sink.wantsEveryObject ? [] : step.link.facts
    let asksForParent = step.isLast && !facts.contains(.computesNoParent)
    let wantsProperties = readsProperties && !facts.contains(.computesNoProperties)
    let addsTracker = step.extras?.trackers?.added != nil
    if ActiveCalls.current.contains(where: { $0.object == step.link.address }) {
      note(.recursive, step.link.type, into: &sink)
    } else if wantsProperties || asksForParent || addsTracker {
      let subject = DeferredAncestor(
        step.link, actor, asksForParent: asksForParent, asksForParent ? cycles.orNew.passing(first) : cycles)
      sink.add(
        DeferredRead(subject: subject, distance: distance, wantsProperties: wantsProperties, isOfRoot: isOfRoot))
    }
  }

  /// A computed parent that leads back to where the walk has been ends the chain.
  @inline(__always)
  mutating func enter(_ step: ChainStep, into sink: inout some SnapshotSink) -> Bool {
    if cycles == nil || cycles?.enter(step.link) == true { return true }
    note(.cycle, step.link.type, into: &sink)
    return false
  }

  @inline(never)
  func note(_ reason: ReadFailure.Reason, _ type: AnyClass, into sink: inout some SnapshotSink) {
    if readsProperties || reason == .cycle {
      sink.add(ReadFailure(reason: reason, source: .of(.object, type, distance, isOfRoot: isOfRoot)))
    }
  }
}
