extension TrackableClass {
  /// Links this object to a parent, and gives it properties that the object does not know itself.
  ///
  /// Call `link` when the object enters the chain, typically during navigation.
  ///
  /// ```swift
  /// detail.link(to: self) { Keys.previousVC ~>> "Album list" }
  /// ```
  ///
  /// The link has the parent and the properties of the latest call, so a reused cell keeps nothing of its last row. The
  /// object's trackers stay: ``deliver(to:isolation:fileID:line:)``. The link keeps no object alive. If a parent would
  /// close a cycle, the system keeps the earlier parent or context, takes the new properties, and reports an issue.
  /// Never link in a `deinit`. <doc:Lifetime> has the rules.
  ///
  /// Isolation: call this method where your code may use the object. A parent is `Sendable`: an actor, a global-actor
  /// class, or a `Sendable` class. An object that is not `Sendable` hands down its
  /// ``makeTrackingContext(isolation:fileID:line:)``. The link remembers the actor on which it is made, and the system
  /// reads the parent's computed properties only on that actor.
  ///
  /// Cost: about 200 bytes for as long as the object lives.
  ///
  /// - Parameters:
  ///   - parent: The object whose properties this object's events should carry; `nil` means no linked parent;
  ///     then ``trackableParent`` counts.
  ///   - isolation: The caller's actor, which the compiler passes; leave this argument out.
  ///   - fileID: The caller's file, for messages of issues. Leave this argument out.
  ///   - line: The caller's line, for messages of issues. Leave this argument out.
  ///   - trackedProperties: Properties for every event on this object or below it (rank 3 of <doc:Precedence>).
  public func link(
    to parent: (any TrackableClass & Sendable)?,
    isolation: isolated (any Actor)? = #isolation,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    @TrackedPropertiesBuilder _ trackedProperties: () -> TrackedProperties = { TrackedProperties() }
  ) {
    setupTrackableChain(
      trackedProperties: trackedProperties(), parent: parent, isolation: isolation, fileID: fileID, line: line)
  }

  /// Links this object to a context in place of a parent object. Events carry the context's properties like those of a
  /// parent.
  ///
  /// ```swift
  /// worker.link(to: screen.makeTrackingContext())
  /// ```
  ///
  /// - Parameters:
  ///   - context: The context that replaces a parent object.
  ///   - isolation: The caller's actor, which the compiler passes; leave this argument out.
  ///   - fileID: The caller's file, for messages of issues. Leave this argument out.
  ///   - line: The caller's line, for messages of issues. Leave this argument out.
  ///   - trackedProperties: Properties for every event on this object or below it (rank 3 of <doc:Precedence>).
  public func link(
    to context: TrackingContext,
    isolation: isolated (any Actor)? = #isolation,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    @TrackedPropertiesBuilder _ trackedProperties: () -> TrackedProperties = { TrackedProperties() }
  ) {
    let location = CodeLocation(fileID: fileID, line: line)
    change(.parent(nil, .anywhere, context: context), trackedProperties(), isolation, location)
  }

  /// Replaces the properties that the last call of `link` has set. The parent stays, if the object has one.
  ///
  /// ```swift
  /// cell.link { Keys.row ~>> index.row }
  /// ```
  ///
  /// - Parameters:
  ///   - isolation: The caller's actor, which the compiler passes; leave this argument out.
  ///   - fileID: The caller's file, for messages of issues. Leave this argument out.
  ///   - line: The caller's line, for messages of issues. Leave this argument out.
  ///   - trackedProperties: Properties for every event on this object or below it (rank 3 of <doc:Precedence>).
  public func link(
    isolation: isolated (any Actor)? = #isolation,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    @TrackedPropertiesBuilder _ trackedProperties: () -> TrackedProperties
  ) {
    change(.properties, trackedProperties(), isolation, CodeLocation(fileID: fileID, line: line))
  }

  /// Undoes `link`: afterwards this object has no linked parent and no properties of a link. Its ``trackableParent``
  /// counts again.
  ///
  /// Objects that are linked to this object stay below it. This object's trackers stay, too.
  ///
  /// - Parameters:
  ///   - isolation: The caller's actor, which the compiler passes; leave this argument out.
  ///   - fileID: The caller's file, for messages of issues. Leave this argument out.
  ///   - line: The caller's line, for messages of issues. Leave this argument out.
  public func unlink(
    isolation: isolated (any Actor)? = #isolation, fileID: StaticString = #fileID, line: UInt = #line
  ) {
    link(to: nil, isolation: isolation, fileID: fileID, line: line)
  }

  /// Delivers the events of this object, and of everything below it, to a given tracker instead of the system's
  /// tracker.
  ///
  /// ```swift
  /// player.deliver(to: Mixpanel(token: "player"))
  /// player.link(to: library)   // the tracker stays
  /// ```
  ///
  /// The latest call replaces an earlier one. The tracker stays when the object is linked again, for as long as the
  /// object exists.
  ///
  /// - Parameters:
  ///   - tracker: The tracker; `nil` means the trackers of the parent.
  ///   - isolation: The caller's actor, which the compiler passes; leave this argument out.
  ///   - fileID: The caller's file, for messages of issues. Leave this argument out.
  ///   - line: The caller's line, for messages of issues. Leave this argument out.
  public func deliver(
    to tracker: (any AnalyticsEventTracker)?, isolation: isolated (any Actor)? = #isolation,
    fileID: StaticString = #fileID, line: UInt = #line
  ) {
    change(.tracker(tracker), TrackedProperties(), isolation, CodeLocation(fileID: fileID, line: line))
  }

  /// Delivers the events of this object, and of everything below it, to an additional tracker. That tracker gets each
  /// event after the tracker that gets it anyway. It gets no events of an object below that has a tracker of its own,
  /// by ``deliver(to:isolation:fileID:line:)``.
  ///
  /// ```swift
  /// wallet.deliver(alsoTo: walletDashboard)
  /// ```
  ///
  /// The latest call replaces an earlier one: for several trackers, write `a.combined(with: b)`. The tracker stays when
  /// the object is linked again.
  ///
  /// - Parameters:
  ///   - tracker: The additional tracker; `nil` means none.
  ///   - isolation: The caller's actor, which the compiler passes; leave this argument out.
  ///   - fileID: The caller's file, for messages of issues. Leave this argument out.
  ///   - line: The caller's line, for messages of issues. Leave this argument out.
  public func deliver(
    alsoTo tracker: (any AnalyticsEventTracker)?, isolation: isolated (any Actor)? = #isolation,
    fileID: StaticString = #fileID, line: UInt = #line
  ) {
    change(.addedTracker(tracker), TrackedProperties(), isolation, CodeLocation(fileID: fileID, line: line))
  }
}

extension TrackableClass {
  /// Does the same as `link(to:)`, with the name and the list of properties that the library had in 2016.
  ///
  /// ```swift
  /// detail.setupTrackableChain(trackedProperties: [Keys.previousVC ~>> "Album list"], parent: self)
  /// ```
  ///
  /// - Parameters:
  ///   - trackedProperties: Properties for every event on this object or below it (rank 3 of <doc:Precedence>).
  ///   - parent: The object whose properties this object's events should carry; `nil` means no linked parent;
  ///     then ``trackableParent`` counts.
  ///   - isolation: The caller's actor, which the compiler passes; leave this argument out.
  ///   - fileID: The caller's file, for messages of issues. Leave this argument out.
  ///   - line: The caller's line, for messages of issues. Leave this argument out.
  public func setupTrackableChain(
    trackedProperties: consuming TrackedProperties = TrackedProperties(),
    parent: (any TrackableClass & Sendable)?,
    isolation: isolated (any Actor)? = #isolation,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) {
    let location = CodeLocation(fileID: fileID, line: line)
    var access = isolation == nil ? Link.ParentAccess.anywhere : .onTheActor
    if parent?.mayBeRead(in: isolation) == false {
      access = .nowhere
      if isolation == nil, let main = CurrentActor.main, parent?.mayBeRead(in: main) == true {
        return change(.parent(parent, .onTheActor), trackedProperties, main, location)
      }
    }
    change(.parent(parent, access), trackedProperties, isolation, location)
    if access == .nowhere, let parent {
      IssueReporter.current.report(
        TrackableIssue(
          kind: .parentOutOfReach,
          message: "The computed properties of \(type(of: parent)) will be missing from events: "
            + "the link was made outside the actor that it belongs to.",
          remedy: "link on that actor.",
          location: location))
    }
  }

  /// Replaces the properties of the object's link, with the method's name of 2016. The object keeps its parent.
  ///
  /// - Parameters:
  ///   - trackedProperties: Properties for every event on this object or below it (rank 3 of <doc:Precedence>). They
  ///     replace the properties of the last call.
  ///   - isolation: The caller's actor, which the compiler passes; leave this argument out.
  ///   - fileID: The caller's file, for messages of issues. Leave this argument out.
  ///   - line: The caller's line, for messages of issues. Leave this argument out.
  public func setupTrackableChain(
    trackedProperties: consuming TrackedProperties = TrackedProperties(),
    isolation: isolated (any Actor)? = #isolation,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) {
    change(.properties, trackedProperties, isolation, CodeLocation(fileID: fileID, line: line))
  }

  private func change(
    _ change: ChainTable.Change, _ properties: consuming TrackedProperties, _ isolation: (any Actor)?,
    _ location: CodeLocation
  ) {
    // In a function without isolation, the compiler knows no actor, but the function may run on the main actor.
    let isolation = isolation == nil && Self.hasIsolatedConformance ? CurrentActor.main : isolation
    if properties.hasFlaws { properties = properties.reportingFlaws(at: location) }
    let outcome = ChainTable.shared.link(
      self, change, properties: properties, isolation: isolation,
      mayCheck: !Self.hasIsolatedConformance || mayBeRead(in: isolation, .of(self)))
    if outcome.closesCycle, case .parent(let parent?, _, _) = change {
      IssueReporter.current.report(
        TrackableIssue(
          kind: .cycle,
          message: "\(type(of: self)) cannot have \(type(of: parent)) as its parent: that would close a cycle. "
            + "The old parent stays.",
          remedy: "link in one direction only, from where the user came to where the user goes.",
          location: location))
    }
    // The count covers all links of the process. So the process's reporter gets the issue, and not the scope or the
    // test in which the last link happened to be made.
    if outcome.hasManyUnattended {
      IssueReporter.process.reportOnce(.manyUnattendedLinks, of: "") {
        TrackableIssue(
          kind: .manyUnattendedLinks,
          message:
            "\(ChainTable.manyUnattended) links were made outside of actors, or on actors that are gone. The library "
            + "may not ask whether their objects are gone, so they stay until an address is used again.",
          remedy: "link objects on the actor they belong to, or use a TrackingContext where there are many of them.",
          location: location)
      }
    }
  }
}
