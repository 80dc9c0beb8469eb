// What arrived: whether it may, what it says, whose it is, and in which order.
extension Model {
  mutating func check(_ arrival: Arrival) {
    guard let service = ModelledService(rawValue: arrival.service) else {
      return complain("there is no service \(arrival.service)")
    }
    checkSecrets(arrival)
    if service != .direct {
      if let user = arrival.user, !agreed.contains(user) {
        complain("\(service) knows of \(user), who never agreed while signed in")
      }
      if arrival.id == nil || arrival.anonymousID == nil {
        complain("\(arrival.name) arrived at \(service) without an ID of its own or of its person")
      }
    }
    if let id = arrival.id, !isExtensionStep { arrivedHere[service, default: []].insert(id) }
    var (properties, said) = ([String: String](), [String: String]())
    for (path, value) in arrival.properties {
      // These have no path.
      let name = path.filter { $0 != "_" }.lowercased()
      if let key = Self.ofApp[name] {
        said[key] = value
      } else {
        properties[Self.word(path)] = value
      }
    }
    if let previous = said.removeValue(forKey: "previousVersion") { properties["previousVersion"] = previous }
    guard let text = properties["number"] else { return checkOther(arrival, properties, said, service) }
    guard let number = Int(text), let event = events[number] else {
      return complain("\(service) got event \(text), which nobody has tracked")
    }
    check(arrival, event, properties, said, service)
  }

  private static let ofApp = Dictionary(
    uniqueKeysWithValues: ["appVersion", "installationId", "sessionId", "sessionNumber", "previousVersion"].map {
      ($0.lowercased(), $0)
    })

  /// The last word of a path, in the style of the core and in snake case.
  private static func word(_ path: String) -> String {
    String(path.split { $0 == "." || $0 == "_" }.last ?? "")
  }

  private mutating func checkSecrets(_ arrival: Arrival) {
    let texts = arrival.properties.values + [arrival.name, arrival.user ?? "", arrival.anonymousID ?? ""]
    for text in texts where secrets.contains(text) { complain("\(arrival.service) has seen the secret \(text)") }
    for key in arrival.properties.keys where Self.word(key) == "secret" {
      complain("\(arrival.service) got the sensitive key \(key)")
    }
  }

  /// An `identify` or a `reset`.
  private mutating func checkOther(
    _ arrival: Arrival, _ properties: [String: String], _ said: [String: String], _ service: ModelledService
  ) {
    switch arrival.name {
    case "identify":
      guard let user = arrival.user else { return complain("\(service) got an identify without a user") }
      if owed[service] == user { owed[service] = nil }
      if !usersOfPerson.values.contains(where: { $0.contains(user) }) {
        complain("\(service) got an identify of \(user), who never signed in")
      }
      if let id = arrival.anonymousID, let owner = ownerOfID[id] {
        if usersOfPerson[owner]?.contains(user) != true {
          complain("\(service) got an identify of \(user) with the anonymous ID of another person, \(id)")
        }
      }
    case "reset" where service == .direct: break
    default:
      guard let event = told(arrival, properties, said, service) else {
        return complain("\(service) got \(arrival.name) \(properties), which nobody has tracked")
      }
      var properties = properties
      if event.name == "watched" {
        let duration = properties["secondsActive"] ?? properties["active"]
        properties = properties.filter {
          ModelledChain.keys.contains($0.key) || ["clip", "status", "origin"].contains($0.key)
        }
        properties["duration"] = event.duration == nil ? nil : duration
      }
      check(arrival, event, properties, said, service)
    }
  }

  /// The event that the app has told by itself.
  private func told(
    _ arrival: Arrival, _ properties: [String: String], _ said: [String: String], _ service: ModelledService
  ) -> ModelledEvent? {
    let name = Self.word(arrival.name)
    let mine = pending.filter { $0 < 0 }.sorted(by: >).compactMap { events[$0] }.filter { event in
      event.name == name && event.tracked.given.allSatisfy { properties[$0.key] == $0.value }
        && abs(event.wall - arrival.tracked) < 0.02
        && (service == .direct || event.claim == nil || event.claim?.said == said)
    }
    func has(_ event: ModelledEvent) -> Bool { event.fates[service]?.hasArrived == true }
    if let before = mine.first(where: { $0.fates[service]?.id == arrival.id && has($0) }) { return before }
    // They arrive in their order. If there are fewer, one is missing that may not have been told.
    let missing = mine.filter { !has($0) }
    let possible = missing.filter { why($0.fates[service], isLateFor: arrival) == nil }
    let left = possible.isEmpty ? missing : possible
    let hers = left.filter { $0.users.contains(arrival.user) }
    let count = upcoming.count {
      $0.service == arrival.service && $0.user == arrival.user && Self.word($0.name) == name
    }
    let told = hers.count > count ? hers.first { $0.fates[.direct]?.isDue == true } : nil
    return told ?? hers.first ?? left.first
  }

  /// Why an event cannot arrive any more; `nil` if it can.
  private func why(_ fate: ModelledEvent.Fate?, isLateFor arrival: Arrival) -> String? {
    guard let fate, case .never(let why) = fate.state, step > fate.lastStep,
      arrival.arrived - offset > fate.lastTime
    else { return nil }
    return why
  }

  private mutating func check(
    _ arrival: Arrival, _ event: ModelledEvent, _ properties: [String: String], _ said: [String: String],
    _ service: ModelledService
  ) {
    let number = event.tracked.number
    let what = "\(event) at \(service)"
    checkApp(said, number, service, what)
    guard let fate = event.fates[service] else { return }
    if case .held = fate.state { complain("\(what) arrived while a gate has to hold it") }
    if let why = why(fate, isLateFor: arrival) { complain("\(what) arrived although \(why)") }
    if Self.word(arrival.name) != event.name { complain("\(what) has the name \(arrival.name)") }
    var properties = properties
    if let text = properties.removeValue(forKey: "duration") {
      let wanted = event.duration ?? -1
      if abs((Double(text) ?? -1) - wanted) > 7 { complain("\(what) took \(text) seconds, and should \(wanted)") }
    } else if let duration = event.duration {
      complain("\(what) does not say that it took \(duration) seconds")
    }
    if !event.properties.isEmpty, !event.properties.contains(properties) {
      let wanted = event.properties[0]
      let keys = Set(wanted.keys).union(properties.keys).filter { wanted[$0] != properties[$0] }.sorted()
      let list = keys.map { "\($0) is \(properties[$0] ?? "missing"), and should be \(wanted[$0] ?? "missing")" }
      complain("\(what): \(list.joined(separator: "; "))")
    }
    if !event.users.contains(arrival.user) {
      let wanted = event.users.map { $0 ?? "nobody" }.sorted().joined(separator: " or ")
      complain("\(what) is of \(arrival.user ?? "nobody"), and should be of \(wanted)")
    }
    if abs(arrival.tracked - event.wall) > 0.01 {
      complain("\(what) says that it was tracked at \(arrival.tracked), and it was at \(event.wall)")
    }
    checkAnonymousID(arrival, event, service, what)
    checkRepetition(arrival, event, fate, service, what)
    guard !fate.hasArrived else { return }
    checkOrder(event, fate, service, what)
    if event.tracked.isOncePerDay, service != .direct { checkDay(arrival, event, service, what) }
    change(number, service) { fate, _ in fate.id = arrival.id ?? "\(service)" }
  }

  /// One person never has another's ID, and within one service has one.
  private mutating func checkAnonymousID(
    _ arrival: Arrival, _ event: ModelledEvent, _ service: ModelledService, _ what: String
  ) {
    guard let id = arrival.anonymousID, let person = event.person else { return }
    if let owner = ownerOfID[id], owner != person {
      complain("\(what) has the anonymous ID of another person, \(id)")
    } else {
      ownerOfID[id] = person
    }
    let known = idOfPerson.updateValue(id, forKey: "\(service) \(person)")
    if let known, known != id, !mayHaveSeveralIDs.contains(person) {
      complain("\(what) has the anonymous ID \(id), and its person had \(known) before")
    }
  }

  /// Each event has one ID, and comes again only after a request that may have failed.
  private mutating func checkRepetition(
    _ arrival: Arrival, _ event: ModelledEvent, _ fate: ModelledEvent.Fate, _ service: ModelledService, _ what: String
  ) {
    if let id = arrival.id {
      let other = numberOfID.updateValue(event.tracked.number, forKey: "\(service) \(id)")
      if let other, other != event.tracked.number { complain("\(what) has the ID of event \(other)") }
    }
    guard let id = fate.id else {
      if arrival.isRepeated { complain("\(what) came twice, the first time unseen") }
      return
    }
    if let other = arrival.id, other != id {
      complain("\(what) came again under another ID")
    } else if step(of: .network, .full, .kill) < fate.leftInStep {
      complain("\(what) came again, although no request of it has failed")
    }
  }

  private mutating func checkOrder(
    _ event: ModelledEvent, _ fate: ModelledEvent.Fate, _ service: ModelledService, _ what: String
  ) {
    guard let person = event.person else { return }
    let key = "\(service) \(event.launch) \(person)"
    let newest = newest[key] ?? 0
    self.newest[key] = max(newest, event.call)
    // An event that has failed alone goes behind others.
    if event.call < newest, step(of: .network, .full) < fate.leftInStep {
      complain("\(what) arrived after a later one")
    }
  }

  /// The installation and the visit. A sampling draws by the installation.
  private mutating func checkApp(_ said: [String: String], _ number: Int, _ service: ModelledService, _ what: String) {
    guard var claim = events[number]?.claim else { return }
    if let wrong = app?.check(said, &claim) { complain("\(what) \(wrong)") }
    events[number]?.claim = claim
    guard service == .direct, events[number]?.tracked.event == "opened", let id = said["installationId"],
      !ModelledSampling.passes(id, rate: 0.5)
    else { return }
    change(number, .second) { fate, model in
      if fate.state == .onItsWay, fate.isDue { model.acceptedHere[.second, default: 0] -= 1 }
      if !fate.isOver { fate.state = .never("its installation was not drawn") }
    }
  }

  /// Two that arrived have different dates.
  private mutating func checkDay(_ arrival: Arrival, _ event: ModelledEvent, _ service: ModelledService, _ what: String)
  {
    let key = "\(service) \(event.tracked.event)"
    let date = ModelledDates.date(of: arrival.tracked, in: event.zone)
    let others = passed[key, default: []].filter { $0.date == date }
    passed[key, default: []].append((date, event.step))
    for other in others {
      // A denial forgets what has passed; a memory that cannot be written lasts as long as its process.
      let first = min(other.step, event.step)
      if step(of: .denial, .full, .locked) >= first { continue }
      complain("\(what) is the second one of its day")
    }
  }

  // MARK: What is missing

  /// `direct` hears at once of who is there.
  mutating func checkNews(_ arrivals: [Arrival]) {
    let direct = arrivals.filter { $0.service == ModelledService.direct.rawValue }
    for user in news {
      let name = user == nil ? "reset" : "identify"
      if direct.contains(where: { $0.name == name && $0.user == user }) { continue }
      complain("direct has not heard \(user.map { "of \($0)" } ?? "that the user has signed out")")
    }
  }

  /// An event that is called directly has arrived when the call has returned.
  mutating func checkWhatNeedsNoTime() {
    for number in pending.reversed() {
      guard let event = events[number], event.step == step, let fate = event.fates[.direct] else { break }
      if !fate.hasArrived, !fate.isDue {
        for service in ModelledService.allCases {
          change(number, service) { fate, _ in fate.state = .never("it was not told") }
        }
      } else if !fate.hasArrived {
        complain("\(event) has not arrived at direct")
      }
      change(number, .direct) { fate, _ in
        (fate.state, fate.isDue) = (.never(fate.hasArrived ? "it had arrived before" : "its call had returned"), false)
      }
    }
  }

  /// Whether everything for a service can have left the gates, so that a flush empties its store.
  func isOpen(_ service: ModelledService) -> Bool {
    decisions == [.denied] || decisions == [.granted] && (service == .first || isConfigured)
  }

  /// A destination sends by itself while the app is in the foreground. It looks for what an extension has left when it begins to send.
  mutating func checkTime(_ seconds: Double) {
    guard isRunning, isInForeground, seconds > Self.untilSent,
      clock - seconds - time(of: .network, .full, .locked) > Self.pauseAfterRefusal,
      pending.count <= Self.mostInFlush
    else { return }
    changePending { event, service, fate, model in
      guard fate.state == .onItsWay, fate.isDue, !fate.hasArrived, model.clock - fate.leftAt < Self.age,
        event.launch > 0 || event.step < model.launchedInStep,
        model.clock - seconds - max(fate.leftAt, model.inForegroundSince) > Self.untilSent, model.isOpen(service)
      else { return }
      model.complain("\(event) has not arrived at \(service) by itself")
      fate.isDue = false
    }
  }

  /// After a flush on a good network, everything has arrived that has left the gates, also in earlier launches, whatever this launch
  /// has done before the flush: *TrackableHub*, "Waiting for the end", and *Sending*, "When it sends".
  mutating func checkFlush() {
    guard isRunning, step(of: .network, .full) < step, !isLocked,
      clock - time(of: .refusal) > Self.pauseAfterRefusal, clock - time(of: .slowness) > Self.pauseAfterSlowness,
      pending.count <= Self.mostInFlush
    else { return }
    hasSettled = true
    for service in ModelledService.behindHub where isOpen(service) {
      if let user = owed.removeValue(forKey: service) { complain("\(service) has not heard of \(user) after a flush") }
    }
    changePending { event, service, fate, model in
      guard fate.state == .onItsWay, model.isOpen(.first) else { return }
      if fate.isDue, !fate.hasArrived, model.clock - fate.leftAt < Self.age {
        model.complain("\(event), tracked at \(event.at), has not arrived at \(service) after a flush")
      }
      fate.state = .never(fate.hasArrived ? "it had arrived before" : "a flush had sent everything")
    }
    let step = step
    for number in pending where events[number]?.fates.values.allSatisfy(\.isOver) == true {
      events[number]?.properties = []
    }
    pending = pending.filter { events[$0]?.fates.values.contains { !$0.isOver || $0.lastStep >= step } ?? false }
    newest = [:]
    // A gate that waits keeps a `reset`, whatever the user has decided.
    if isConfigured, ModelledService.behindHub.allSatisfy(isOpen) { mayDropLater = false }
  }
}
