extension Findings {
  /// Makes all deferred reads that may be made in an isolation: the reads on that actor, and the reads whose actor was
  /// deallocated. Returns whether there was such a read.
  @discardableResult mutating func read(in isolation: (any Actor)?) -> Bool {
    guard let given = parts else { return false }
    let before = asked
    var next = self
    next.parts = []
    for part in given {
      guard case .deferred(let read) = part.content else {
        next.parts?.append(part)
        continue
      }
      let isSame = { (other: (link: Link, isOfRoot: Bool)) in
        other.link === read.link && other.isOfRoot == part.source.isOfRoot
      }
      if next.asked.contains(where: isSame) {
        // The chain and the scopes may contain the same context, which is not a cycle. If an earlier call of this
        // method has made the same read, a computed parent has led back to an ancestor, which is a cycle.
        if before.contains(where: isSame) { next.add(.unread(.cycle), part.source) }
      } else if read.isDue(in: isolation) {
        next.asked.append((read.link, part.source.isOfRoot))
        next.read(read, part.source, in: isolation)
      } else {
        next.parts?.append(part)
      }
    }
    // The chain has passed the root, which may have been read for rank 7 before. The event carries the root's
    // properties with the rank of the root's place in the chain.
    if next.passedRoot, !passedRoot { next.parts?.removeAll(where: \.source.isOfRoot) }
    self = next
    return asked.count > before.count
  }

  private mutating func read(_ read: DeferredRead, _ source: PropertySource, in isolation: (any Actor)?) {
    guard let object = read.link.object else {
      let reason = read.link.record.lossOfObject(isLast: read.asksForParent)
      if let reason { add(.unread(reason), source) }
      return
    }
    guard object.mayBeRead(in: isolation) else { return add(.unread(.unreachable), source) }
    var walk = ChainWalk(
      found: self, isolation: isolation, distance: source.distance, isOfRoot: source.isOfRoot, cycles: read.cycles)
    walk.readDeferred(object, of: read.link, asksForParent: read.asksForParent)
    self = walk.finish()
  }

  /// Adds the properties of a context, nearest first.
  ///
  /// - Parameters:
  ///   - kind: Whether the context is the end of the chain, or belongs to the task's scopes.
  ///   - distance: The number of steps from the place of the call up to the context's nearest step.
  ///   - isOfRoot: Whether the context ends the chain of the system's root.
  // The method is not inlined, because hardly any event has a context. The benchmark `depth 4` shows the difference.
  @inline(never) mutating func add(
    _ context: TrackingContext, as kind: PropertySource.Kind = .context, distance: Int = 0, isOfRoot: Bool = false
  ) {
    var distance = distance
    for step in context.steps.reversed() {
      let source = PropertySource(kind, distance: distance, isOfRoot: isOfRoot)
      switch step.content {
      // An explanation does not show a step that has trackers only.
      case .properties(let properties) where properties.isEmpty: continue
      case .properties(let properties): add(properties, from: source)
      case .live(let properties): add(properties(), from: source)
      case .deferred, .unread:
        // The step's own distance counts from the object that made the context.
        let type = step.typeName
        add(step.content, PropertySource(.object, typeName: type, distance: distance, isOfRoot: isOfRoot))
      }
      distance += 1
    }
  }
}
