/// An ancestor that is read on its own actor.
final class DeferredAncestor: DeferredSubject {
  private let link: Link
  let actor: ActorReference
  let asksForParent: Bool
  private let cycles: CycleDetector?

  init(_ link: Link, _ actor: ActorReference, asksForParent: Bool, _ cycles: CycleDetector?) {
    self.link = link
    self.actor = actor
    self.asksForParent = asksForParent
    self.cycles = cycles
  }

  var identity: ObjectIdentifier { ObjectIdentifier(link) }
  var typeName: String { String(describing: link.type) }

  func read(
    _ read: DeferredRead, into parts: inout SnapshotParts, isolation: (any Actor)?, as calls: [ActiveCalls.Call]
  ) {
    guard let object = link.object else {
      if !read.isOfRoot { parts.gone.append(identity) }
      if read.wantsProperties, !ChainTable.shared.isSilent(link.type) {
        parts.add(ReadFailure(reason: .gone, source: read.source))
      }
      return
    }
    guard object.mayBeRead(in: isolation) else {
      return parts.add(ReadFailure(reason: .unreachable, source: read.source))
    }
    ActiveCalls.withCalls(calls) {
      ActiveCalls.withFrame { frame in
        var walk = ChainWalk(
          isolation: isolation, frame: frame, readsProperties: read.wantsProperties, distance: read.distance,
          cycles: cycles, root: read.isOfRoot ? nil : parts.root, isOfRoot: read.isOfRoot)
        walk.walk(from: object, of: link, above: asksForParent, into: &parts)
        if walk.passedRoot { parts.passedRoot = true }
        // The root gives properties only.
        if !read.isOfRoot { parts.route.pass(walk.route) }
      }
    }
  }
}
