extension Findings {
  /// Reads everything that may be read in an isolation: what belongs to that actor, or to one that is gone. Returns
  /// whether there was anything.
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
        // The chain and the scopes may contain the same context, which is no cycle. A read that an earlier round has
        // made is a cycle: a getter leads back.
        if before.contains(where: isSame) { next.add(.unread(.cycle), part.source) }
      } else if read.mayBeRead(in: isolation) {
        next.asked.append((read.link, part.source.isOfRoot))
        next.read(read, part.source, in: isolation)
      } else {
        next.parts?.append(part)
      }
    }
    // The chain has passed the root, which may have been read for rank 7 before: it counts where the chain has it.
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
    walk.walk(from: object, of: read.link, above: read.asksForParent)
    self = walk.finish()
  }

  /// Adds the properties of a context, nearest first.
  ///
  /// - Parameters:
  ///   - kind: What the context counts as in this walk: the chain's end, or the task's scopes.
  ///   - distance: How far its nearest step is from where the event was tracked.
  ///   - isOfRoot: Whether it ends the chain of the system's root.
  // Not inlined: hardly any event has a context. Benchmarks: depth 4.
  @inline(never) mutating func add(
    _ context: TrackingContext, as kind: PropertySource.Kind = .context, distance: Int = 0, isOfRoot: Bool = false
  ) {
    var distance = distance
    for step in context.steps.reversed() {
      let source = PropertySource(kind, distance: distance, isOfRoot: isOfRoot)
      switch step.content {
      // Trackers alone are no step.
      case .properties(let properties) where properties.isEmpty: continue
      case .properties(let properties): add(properties, from: source)
      case .live(let properties): add(properties(), from: source)
      case .deferred, .unread:
        // Its own distance is that from the object whose context this was.
        let type = step.typeName
        add(step.content, PropertySource(.object, typeName: type, distance: distance, isOfRoot: isOfRoot))
      }
      distance += 1
    }
  }
}
