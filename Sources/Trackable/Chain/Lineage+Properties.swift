extension Lineage {
  /// Adds the chain's part of the precedence to `sink`: the object's link, what the object computes, then the same of
  /// each ancestor, nearest first, and what the last one hangs from.
  ///
  /// Computed properties are an adopter's code: it may track, link or release what it likes.
  ///
  /// - Parameter distance: How far the first object is from the one that tracked.
  /// - Returns: What could not be done, here and on the way.
  func add(to sink: inout some ChainSink, distance: Int = 0, frame: Frame) -> [ChainTrouble] {
    var troubles = troubles
    var distance = distance
    first.add(to: &sink, distance: &distance, self, &troubles, frame)
    for segment in further { segment.add(to: &sink, distance: &distance, self, &troubles, frame) }
    return troubles
  }

  /// Where the way goes on, if that has to be asked on another actor: for deliveries of which only the trackers count.
  var openEnd: PartElsewhere? {
    let last = further.last ?? first
    guard last.asksElsewhere, let step = last.stepsToTake.last else { return nil }
    var standing = last.standing(in: isolation)
    for step in last.stepsToTake.dropLast() { standing = step.edgeUp.standing(child: standing, in: isolation) }
    guard case .elsewhere(let actor) = standing, !PartElsewhere.beingRead.contains(ObjectIdentifier(step.link)) else {
      return nil
    }
    return PartElsewhere(
      link: step.link, asksForProperties: false, actor: actor, distance: 0, asksForParent: true,
      passed: everythingPassed)
  }

  /// Everything on the way, for a walk that goes on elsewhere.
  fileprivate var everythingPassed: Set<ObjectIdentifier> {
    further.reduce(into: passed.union(first.identities)) { $0.formUnion($1.identities) }
  }
}

extension Lineage.Segment {
  fileprivate func add(
    to sink: inout some ChainSink, distance: inout Int, _ lineage: Lineage, _ troubles: inout [ChainTrouble],
    _ frame: Lineage.Frame
  ) {
    if isEmpty { return }
    var standing = standing(in: lineage.isolation)
    var steps = stepsToTake
    let own = steps.popFirst()
    let type = type(of: object)
    if let own { sink.add(own.properties, from: .of(.link, type, distance)) }
    switch standing {
    case .here: read(object, type, into: &sink, distance, &troubles, frame)
    default: troubles.append(.outOfReach(String(describing: type)))
    }
    distance += 1
    var edgeUp = own?.edgeUp
    while let step = steps.popFirst(), let edge = edgeUp {
      let link = step.link
      standing = edge.standing(child: standing, in: lineage.isolation)
      edgeUp = step.edgeUp
      sink.add(step.properties, from: .of(.link, link.type, distance))
      switch standing {
      case .here:
        if let object = (steps.isEmpty ? last : nil) ?? link.object {
          read(object, link.type, into: &sink, distance, &troubles, frame)
        }
      case .gone:
        break
      case .nowhere:
        troubles.append(.outOfReach(String(describing: link.type)))
      case .elsewhere(let actor):
        if PartElsewhere.beingRead.contains(ObjectIdentifier(link)) {
          troubles.append(.recursive(String(describing: link.type)))
        } else {
          let asks = asksElsewhere && steps.isEmpty
          sink.add(
            elsewhere: PartElsewhere(
              link: link, actor: actor, distance: distance, asksForParent: asks,
              passed: asks ? lineage.everythingPassed : []))
        }
      }
      distance += 1
    }
    path?.context?.add(to: &sink, distance: distance)
  }

  private func read(
    _ object: any TrackableObject, _ type: AnyClass, into sink: inout some ChainSink, _ distance: Int,
    _ troubles: inout [ChainTrouble], _ frame: Lineage.Frame
  ) {
    if let properties = frame.pointee.ask(object, .properties, { object.trackedProperties }) {
      sink.add(properties, from: .of(.object, type, distance))
    } else {
      troubles.append(.recursive(String(describing: type)))
    }
  }
}

extension PartElsewhere {
  /// Reads the part on its actor: what the ancestor computes, and what is above it where that has to be asked.
  ///
  /// - Returns: The trackers further up, and what could not be done.
  func read(into sink: inout ChainParts, on actor: isolated any Actor) -> (route: TrackerRoute, [ChainTrouble]) {
    guard let object = link.object else { return (TrackerRoute(), []) }
    return RunningCode.withFrame { frame in
      var troubles: [ChainTrouble] = []
      if !asksForProperties {
        // Nothing but the way up is of interest.
      } else if let properties = frame.pointee.ask(object, .properties, { object.trackedProperties }) {
        sink.add(properties, from: source)
      } else {
        troubles.append(.recursive(String(describing: link.type)))
      }
      guard asksForParent,
        let above = Lineage(above: object, passed: passed, isolation: actor, frame: frame)
      else { return (TrackerRoute(), troubles) }
      if asksForProperties {
        troubles += above.add(to: &sink, distance: distance + 1, frame: frame)
      } else if let part = above.openEnd {
        sink.add(elsewhere: part)
      }
      return (above.route, troubles)
    }
  }
}
