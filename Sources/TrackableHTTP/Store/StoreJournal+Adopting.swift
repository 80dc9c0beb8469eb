// How files of processes that have ended find a new owner.

extension StoreJournal {
  /// Looks into the folder, now and then.
  mutating func sweepIfDue() throws(FileError) {
    let now = time().elapsed
    if let lastSweep, now - lastSweep < Self.sweepInterval { return }
    try sweep()
    lastSweep = now
  }

  /// Has the next look come at once, if the last one left something.
  mutating func lookAgain() {
    if leavesFiles { lastSweep = nil }
  }

  /// Adopts what processes that have ended left behind, and tries again what could not be done to files.
  private mutating func sweep() throws(FileError) {
    endEpisode(.damage, .reading)
    leavesFiles = false
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
      if other != owner, try !hasEnded(other, names) {
        if !names.isEmpty { leavesFiles = true }
        continue
      }
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
    for name in names {
      do {
        if let scan = try adopt(name) { found.append(scan) }
      } catch {
        reportUnlessGone(error)
      }
    }
    // After the files and before any is delivered: by that, an owner that was only suspended can tell what became of
    // them.
    if other != owner { try? files.removeFile(at: ownerPath(other)) }
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
}
