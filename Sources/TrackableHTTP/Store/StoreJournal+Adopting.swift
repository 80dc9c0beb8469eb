// How files of processes that have ended find a new owner, and how a purge reaches everybody.

extension StoreJournal {
  /// Looks into the folder, now and then.
  mutating func sweepIfDue() throws(FileError) {
    let now = time().elapsed
    if let lastSweep, now - lastSweep < Self.sweepInterval { return }
    try sweep()
    lastSweep = now
  }

  /// Adopts what processes that have ended left behind, and tries again what could not be done to files.
  private mutating func sweep() throws(FileError) {
    endEpisode(.damage, .reading)
    for index in contents.segments.indices { contents.segments[index].isUnreadable = false }
    var theirs: [UInt64: [SegmentName]] = [:]
    for name in try files.names(in: events) {
      if let name = SegmentName(name) {
        theirs[name.owner, default: []].append(name)
      } else if name.hasSuffix(".owner"), let other = UInt64(name.dropLast(6), radix: 16) {
        theirs[other, default: []] += []
      }
    }
    // One's own, of which nothing is known: adopted earlier, and then they could not be read.
    theirs[owner]?.removeAll { name in contents.segments.contains { $0.isSameFile(as: name) } }
    var found: [StoreScan] = []
    for (other, names) in theirs.sorted(by: { $0.key < $1.key }) {
      if other != owner, try !hasEnded(other, names) { continue }
      try adopt(names, of: other, &found)
    }
    for scan in found {
      // It was this process's before, which has not noticed that another had it in between.
      if let index = contents.segments.firstIndex(where: { $0.isSameFile(as: scan.name) }) { leave(index) }
    }
    contents.adopt(found)
    for index in contents.segments.indices.reversed() { settle(index) }
    let missing = found.reduce(0) { $0 + $1.missing }
    if missing > 0 { report(.damaged(missing)) }
  }

  private mutating func adopt(
    _ names: [SegmentName], of other: UInt64, _ found: inout [StoreScan]
  ) throws(FileError) {
    if !names.isEmpty { try ensureOwnerFile() }
    var isComplete = true
    for name in names {
      do {
        if let scan = try adopt(name) { found.append(scan) }
      } catch {
        isComplete = false
        report(.cannotRead(error))
      }
    }
    // Only now: files of an owner that has no such file belong to nobody.
    if isComplete, other != owner { try? files.removeFile(at: ownerPath(other)) }
  }

  /// Makes a file this process's own and reads it through; `nil` if another was faster.
  ///
  /// In this order: what its former owner, if it lives, wrote before it could notice is read, too.
  private func adopt(_ name: SegmentName) throws(FileError) -> StoreScan? {
    var adopted = name
    adopted.owner = owner
    do { try files.move(path(name), to: path(adopted)) } catch {
      if error == .notFound { return nil }
      throw error
    }
    let file = try files.openForReading(path(adopted))
    defer { files.close(file) }
    return try StoreScan(adopted, size: try files.status(of: file).size) { offset, count throws(FileError) in
      try files.readAll(file, at: offset, count: count)
    }
  }

  /// Whether the owner of these files has ended, as far as can be known.
  private func hasEnded(_ other: UInt64, _ names: [SegmentName]) throws(FileError) -> Bool {
    let identity: ProcessIdentity?
    var latest: Int64
    do {
      let file = try files.openForReading(ownerPath(other))
      defer { files.close(file) }
      identity = ProcessIdentity(text: String(decoding: try files.readAll(file, at: 0, count: 4_096), as: UTF8.self))
      latest = try files.status(of: file).modified
    } catch {
      // It said so itself, or what it said was deleted together with the rest.
      if error == .notFound { return true }
      throw error
    }
    switch identity.map(life) ?? .unknown {
    case .running: return false
    case .ended: return true
    case .unknown:
      for name in names { latest = max(latest, (try? files.status(at: path(name)).modified) ?? latest) }
      // A sign from the future is as old as the clock was turned back.
      let age = time().wall.subtractingReportingOverflow(latest).partialValue
      return age.magnitude > UInt64(Self.lease.milliseconds)
    }
  }

  // MARK: Purging

  /// Deletes everything in the folder, whoever wrote it. Returns whether it is done; otherwise it is tried again with
  /// each call, and until then nothing is read or written.
  mutating func purge(with count: Int) -> Bool {
    contents.refuse(count)
    contents.purge(until: .max)
    forget()
    // It is of now, whenever it can be carried out.
    let now = SegmentName.digits(UInt64(max(time().wall, 0)), 16)
    pendingPurge = "purged-\(now)-\(SegmentName.digits(.random(in: 0 ... .max), 16))"
    ownPurge = pendingPurge
    do {
      try carryOutPurge()
      guard removePurged() else { return false }
      endEpisode(.purging)
      return true
    } catch {
      report(.cannotPurge(error))
      return false
    }
  }

  /// Moves everything out of everybody's reach in one step, so that a purge is either complete or has not begun. What it
  /// moved is deleted afterwards, by whoever comes first. The name it gets stays, for those who hold something in memory
  /// and were never able to look into the folder.
  mutating func carryOutPurge() throws(FileError) {
    guard let pendingPurge else { return }
    let other = "\(folder)/\(pendingPurge)"
    do throws(FileError) { try files.move(events, to: other) } catch {
      if error != .notFound { throw error }
      try makeFolders(other)
    }
    try files.synchronizeFolder(at: folder)
    self.pendingPurge = nil
    endEpisode(.purging)
  }

  /// The folders into which purges have moved what they found, with their times; the last one comes last.
  private func purges() throws(FileError) -> [(time: Int64, name: String)] {
    try files.names(in: folder).compactMap { name in
      let parts = name.split(separator: "-")
      guard parts.count == 3, parts[0] == "purged", let time = Int64(parts[1], radix: 16) else { return nil }
      return (time, name)
    }
    .sorted { $0 < $1 }
  }

  /// When another process purged last, in milliseconds since 1970; long ago if none has.
  func lastPurge() throws(FileError) -> Int64 { try purges().last { $0.name != ownPurge }?.time ?? .min }

  /// Deletes what purges have moved away, and all their folders but the last. Returns whether nothing is left of it.
  mutating func removePurged() -> Bool {
    do {
      let purges = try purges()
      for (index, purge) in purges.enumerated() {
        let path = "\(folder)/\(purge.name)"
        for file in try files.names(in: path) { try files.removeFile(at: "\(path)/\(file)") }
        if index < purges.count - 1 { try files.removeFolder(at: path) }
      }
      return true
    } catch {
      if error == .notFound { return true }
      report(.cannotPurge(error))
      return false
    }
  }

  /// Forgets everything if another process has purged since.
  mutating func noticePurge() {
    guard let identity else { return }
    do throws(FileError) {
      do { if try files.status(at: events).identity == identity { return } } catch {
        // A folder that cannot be looked at may still be there.
        if error != .notFound { throw error }
      }
      // What was accepted since, while nobody could look, was not meant.
      contents.purge(until: try lastPurge())
      forget()
    } catch {}
  }

  /// What was in files is gone.
  private mutating func forget() {
    contents.purgeFiles()
    if let current { files.close(current.file) }
    if let opened { files.close(opened) }
    current = nil
    opened = nil
    identity = nil
    hasOwnerFile = false
    isFolderUnsynced = false
    unsyncedSince = nil
    lastSweep = nil
  }
}
