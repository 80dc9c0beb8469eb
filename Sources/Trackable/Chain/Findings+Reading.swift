extension Findings {
  /// Reads everything that may be read in an isolation: what belongs to that actor, or to one that is gone.
  ///
  /// - Parameter root: The system's root, if it was read for rank 7: where the walk passes it after all, it counts there.
  mutating func read(in isolation: (any Actor)?, root: ObjectIdentifier?) {
    guard let given = parts else { return }
    var next = Findings(keepsParts: true)
    next.route = route
    let known = asked
    for part in given {
      guard case .deferred(let read) = part else {
        next.parts?.append(part)
        continue
      }
      if known.contains(where: read.isSame) {
        next.add(ReadFailure(reason: .cycle, source: read.source))
      } else if read.actor.isHere(isolation) || read.actor.actor == nil {
        asked.append(read)
        next.read(read, in: isolation, root: root)
      } else {
        next.add(read)
      }
    }
    parts = next.parts
    route = next.route
    if next.passedRoot, !passedRoot { removeRoot() }
  }

  private mutating func read(_ read: DeferredRead, in isolation: (any Actor)?, root: ObjectIdentifier?) {
    guard let object = read.link.object else {
      if read.link.record.hasSpoken.isSet { add(ReadFailure(reason: .gone, source: read.source)) }
      return
    }
    guard object.mayBeRead(in: isolation) else { return add(ReadFailure(reason: .unreachable, source: read.source)) }
    var walk = ChainWalk(
      self, isolation: isolation, distance: read.distance, cycles: read.cycles, root: read.isOfRoot ? nil : root,
      isOfRoot: read.isOfRoot)
    walk.walk(from: object, of: read.link, above: read.asksForParent)
    self = walk.finish()
  }

  /// The chain has passed the root: its parts of rank 7 go.
  private mutating func removeRoot() {
    passedRoot = true
    parts?.removeAll { part in
      switch part {
      case .properties(_, let source): source.isOfRoot
      case .deferred(let read): read.isOfRoot
      case .unread(let failure): failure.source.isOfRoot
      }
    }
  }
}

extension Findings {
  /// Adds the properties of a context, nearest first.
  ///
  /// - Parameters:
  ///   - kind: What the context counts as in this walk: the chain's end, or the task's scopes.
  ///   - distance: How far its nearest step is from where the event was tracked.
  ///   - isOfRoot: Whether it ends the chain of the system's root.
  // Not inlined: hardly any event has a context. Benchmarks: depth 4.
  @inline(never)
  mutating func add(
    _ context: TrackingContext, as kind: PropertySource.Kind = .context, distance: Int = 0, isOfRoot: Bool = false
  ) {
    var distance = distance
    var next = context.step
    while let step = next {
      let source = PropertySource(kind, distance: distance, isOfRoot: isOfRoot)
      next = step.next
      switch step.content {
      // Trackers alone are no step.
      case .properties(let properties) where properties.isEmpty: continue
      case .properties(let properties): add(properties, from: source)
      case .live(let properties): add(properties(), from: source)
      case .deferred(var read):
        // Its own distance is that from the object whose context this was.
        (read.distance, read.isOfRoot) = (distance, isOfRoot)
        add(read)
      case .unread(let failure):
        let source = PropertySource(.object, typeName: failure.source.typeName, distance: distance, isOfRoot: isOfRoot)
        add(ReadFailure(reason: failure.reason, source: source))
      }
      distance += 1
    }
  }
}
