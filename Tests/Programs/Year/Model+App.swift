// What the app tells of itself: its lifecycle, timings, offers, and the extension.

/// The offer to watch something: *TrackableValuePropositions*.
struct ModelledOffer {
  var object: Int
  /// Whether its person is surely there.
  var isSure = true
  var status = "opened"
  /// What the app has ended in the background.
  var endedInBackground = false
  var active = 0.0
  var since: Double?

  var hasEnded: Bool { status == "completed" || status == "canceled" }

  /// The table of the page: what may follow.
  static let next = [
    "opened": ["started", "canceled"], "started": ["paused", "completed", "canceled"],
    "paused": ["started", "canceled"],
  ]
}

extension Model {
  mutating func tell(_ events: [ModelledApp.Told]) {
    for told in events {
      lastTold -= 1
      track(.init(number: lastTold, object: nil, event: told.event, given: told.given), isSure: told.isSure)
    }
  }

  mutating func come(_ scene: Int?) {
    let wasHere = isInForeground
    isDeviceLocked = false
    tell(app?.come(scene, at: clock) ?? [])
    if wasHere { return }
    (isInForeground, inForegroundSince) = (true, clock)
    for (number, offer) in offers.sorted(by: { $0.key < $1.key }) where offer.endedInBackground {
      open(number, offer.object, isSure: offer.isSure)
    }
  }

  mutating func leave(_ scene: Int?) {
    let leaves = app?.leaves(scene) ?? (scene == nil)
    // Each call ends what is open: *TrackableValuePropositions*.
    guard leaves || scene == nil else { return }
    if leaves {
      if app != nil { tell([.init(event: "left")]) }
      app?.leave(at: clock)
      (inForegroundBefore, isInForeground) = (timeInForeground, false)
    }
    // What waits for the foreground is read, too.
    for offer in offers.values where offer.endedInBackground && chain.has(offer.object) {
      _ = chain.properties(of: offer.object, given: [:])
    }
    for (number, offer) in offers.sorted(by: { $0.key < $1.key }) where !offer.hasEnded {
      advance(number, offer.status == "started" ? "completed" : "canceled")
      offers[number]?.endedInBackground = true
    }
  }

  // MARK: Timings and offers

  mutating func finish(_ number: Int) {
    guard let timing = timings.removeValue(forKey: number) else { return }
    if let object = timing.event.object, !chain.has(object) { return }
    let end = timing.pauses ? timeInForeground : clock
    track(timing.event)
    events[number]?.duration = end - timing.since
  }

  mutating func open(_ number: Int, _ object: Int, isSure: Bool = true) {
    offers[number] = ModelledOffer(object: object, isSure: isSure)
    offering[number] = object
    advance(number, "opened")
  }

  mutating func watch(_ number: Int, _ step: Diary.Watching) {
    // Every step reads the chain again, also one that is not allowed.
    if let object = offering[number], chain.has(object) { _ = chain.properties(of: object, given: [:]) }
    if offers[number]?.isSure == false { hasTrouble = true }
    if offers[number]?.endedInBackground == true, step == .completed || step == .canceled {
      offers[number]?.endedInBackground = false
      return
    }
    // The error that is reported is no event, and these services know nothing else.
    guard let offer = offers[number], ModelledOffer.next[offer.status]?.contains(step.rawValue) == true else {
      return (hasTrouble, mayDrop, mayDropLater) = (true, true, true)
    }
    advance(number, step.rawValue)
  }

  private mutating func advance(_ number: Int, _ status: String) {
    guard let offer = offers[number] else { return }
    if let since = offer.since { offers[number]?.active += clock - since }
    offers[number]?.since = status == "started" ? clock : nil
    offers[number]?.status = status
    lastTold -= 1
    // A visit that begins with it is told first.
    let told = lastTold
    let isThere = chain.has(offer.object)
    let given = ["clip": "\(number)", "status": status]
    track(
      .init(number: told, object: isThere ? offer.object : nil, event: "watched", given: given), isSure: offer.isSure)
    // It has the last values of the chain.
    if !isThere { events[told]?.properties = [] }
    if offer.since != nil || offer.active > 0 { events[told]?.duration = offers[number]?.active }
  }

  // MARK: The extension

  /// It knows what is in the folder: the user and the decision of the last launch that could write.
  mutating func runExtension(_ tracked: [Diary.Tracked], _ flushes: Bool, _ exit: Diary.Exit) {
    let before = (users, decisions, isConfigured, calls, acceptedHere)
    // *Sending*, Limits.
    allowSeveralIDs()
    isExtension = true
    (users, decisions, isConfigured) = (remembered.users, remembered.decisions, false)
    if users.count > 1 || decisions.count > 1 || isDeviceLocked {
      (users, decisions) = (users.union([nil]), decisions.union([.undecided]))
    }
    if !isDeviceLocked, users.count == 1, let user = users.first, let user { news.append(user) }
    for event in tracked {
      track(event)
      for service in ModelledService.behindHub {
        change(event.number, service) { fate, model in
          if fate.state == .held { fate.state = .never("the extension ended while a gate held it") }
          if exit != .suspended || model.diskIsFull || model.isDeviceLocked { fate.isDue = false }
        }
      }
    }
    (users, decisions, isConfigured, calls, acceptedHere) = before
    isExtension = false
    if exit != .suspended { note(.kill) }
    countsArrivals = false
  }
}
