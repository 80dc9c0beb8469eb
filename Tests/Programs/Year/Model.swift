/// Says of one installation what must have arrived, what may be missing, and what nobody may ever have seen.
///
/// **Written from the pages alone**: README.md and the articles in Sources/*/*.docc. Its author has read no code of the library, and
/// not the player. So where it differs from the library, one of the two has misread the pages, or the pages say too little. Where
/// they leave something open, the model makes the weakest claim.
///
/// The player's author, who does know the code, has changed it after comparing, and has added what the app tells of itself, timings,
/// value propositions, sampling, clocks and the extension: from the pages, too, before comparing.
///
/// Of the app it knows Diary.swift and App.swift:
/// - Both destinations of the hub stand behind the consent; behind that, `second` waits for its configuration, anew at each
///   launch. `direct` is a tracker beside the hub, and gets everything before the call returns.
/// - At a launch the app restores the user and the decision; before the first unlock it may do so again at any time later.
/// - What the root, a link, a call and an object say has the keys of `Keys` and `ProjectKeys`; other words say nothing.
/// - `first` and `second` get a row for an event and for an `identify`, each with an anonymous ID, and for nothing else. `direct`
///   hears of a `reset`, too.
///
/// Of the player it assumes:
/// - `read` is called once for each step, `atOnce` being one, after the step has been played. `arrivals` are those of the step.
/// - The library's times, pauses and delays go by the diary's clock, which moves in `pass`. An app that waits for the library waits
///   before or after the step, which is another `pass`.
/// - A step that nobody can carry out, as linking an object that was never shown, does nothing. So shrinking needs no care.
/// - `refusing` answers with a status that asks for no change of the event: 401, 403, 429 or 5xx, and not 400, 413 or 422. A captive
///   portal redirects, and does not answer with 200. No answer asks for a pause (`Retry-After`).
/// - A ledger has the words of the hub's page, "handed over" as one or two words. Its destinations are "first" and "second". An
///   issue is described with its kind, and then a colon.
/// - Folders and files are those of the installation, the links those of its table.
struct Model {
  enum Decision { case undecided, granted, denied }

  /// How long after a bad network a flush has to deliver everything: a pause of five minutes that no flush ends, with jitter; a
  /// request that is given up after 30 seconds.
  static let pauseAfterRefusal = 600.0
  static let pauseAfterSlowness = 60.0
  /// With more than that, a flush may end by its timeout.
  static let mostInFlush = 3_000
  /// A destination sends by itself after 10 seconds. It has this time, and then the same again in one step.
  static let untilSent = 60.0
  /// Calls of this time before a kill may be lost.
  static let lastMoment = 0.11
  /// The clock on the wall may have been set meanwhile.
  static let age = 27.0 * 86_400

  // The world
  var clock = 0.0
  /// By how much the clock on the wall is ahead, and where the user is, by now and for the app that runs.
  var offset = 0.0
  var zone = Diary.Zone.utc
  var zoneOfLaunch = Diary.Zone.utc
  var step = 0
  var network = Diary.Network.good
  var diskIsFull = false
  /// Why something may be missing, or come late or again, and when that was so for the last time.
  enum Trouble { case network, slowness, refusal, full, locked, kill, denial }
  var last: [Trouble: (step: Int, time: Double)] = [:]

  // The process
  var launch = 0
  var launchedInStep = 0
  var isRunning = false
  var isLocked = false
  /// Whether nobody has unlocked the device yet.
  var isDeviceLocked = false
  var isConfigured = false
  var isInForeground = false
  var inForegroundSince = 0.0
  /// How long it was in the foreground before that.
  var inForegroundBefore = 0.0
  var timeInForeground: Double { inForegroundBefore + (isInForeground ? clock - inForegroundSince : 0) }
  var calls = 0
  var hasSettled = false
  /// IDs that arrived in this process.
  var arrivedHere: [ModelledService: Set<String>] = [:]
  /// Events that the hub must have accepted in this process.
  var acceptedHere: [ModelledService: Int] = [:]
  /// The user of whom a service has yet to hear.
  var owed: [ModelledService: String] = [:]
  /// Whether all that arrived in this step surely did so in this process, and whether a denial keeps some from being counted.
  var countsArrivals = true
  /// What arrived in this step and was not compared yet.
  var upcoming: ArraySlice<Arrival> = []
  /// Users of whom `direct` has to hear in this step; `nil`: of a `reset`.
  var news: [String?] = []

  // Reasons that the diary gives
  /// For calls that are dropped in this process.
  var mayDrop = false
  /// For calls that it has left in a store, and that are dropped later.
  var mayDropLater = false
  var hasTrouble = false
  var hasOverflown = false

  // The user. More than one possibility: the pages do not tell what is remembered.
  var users: Set<String?> = [nil]
  var decisions: Set<Decision> = [.undecided]
  var remembered: (users: Set<String?>, decisions: Set<Decision>) = ([nil], [.undecided])
  var person = 0
  var usersOfPerson: [Int: Set<String>] = [:]
  /// Persons who may have several anonymous IDs at a service.
  var mayHaveSeveralIDs: Set<Int> = []
  /// Users whom services may know.
  var agreed: Set<String> = []

  // What was tracked
  var chain = ModelledChain()
  var events: [Int: ModelledEvent] = [:]
  var pending: [Int] = []
  var secrets: Set<String> = []
  var datesOf: [String: Set<Int>] = [:]
  var app: ModelledApp?
  /// Events that the app tells by itself have numbers below zero.
  var lastTold = 0
  var timings: [Int: (event: Diary.Tracked, since: Double, pauses: Bool)] = [:]
  var offers: [Int: ModelledOffer] = [:]
  /// On which object each offer of this launch was opened, also where it has ended.
  var offering: [Int: Int] = [:]
  /// Tracked by the extension that runs in this step.
  var isExtension = false
  var isExtensionStep = false

  // What arrived
  var passed: [String: [(date: Int, step: Int)]] = [:]
  var newest: [String: Int] = [:]
  var ownerOfID: [String: Int] = [:]
  var idOfPerson: [String: String] = [:]
  var numberOfID: [String: Int] = [:]
  var complaints: [String] = []

  /// - Parameter app: What the app tells of itself; `nil`: nothing.
  init(app: ModelledApp? = nil) { self.app = app }

  /// Plays a step, and compares.
  mutating func read(_ step: Diary.Step, arrivals: [Arrival], sight: Sight?) -> [String] {
    self.step += 1
    if case .extensionRuns = step { isExtensionStep = true } else { isExtensionStep = false }
    (complaints, news, hasSettled) = ([], [], false)
    noteWorld()
    play(step)
    noteWorld()
    for (index, arrival) in arrivals.enumerated() {
      upcoming = arrivals[index...]
      check(arrival)
    }
    checkNews(arrivals)
    checkWhatNeedsNoTime()
    switch step {
    case .flush, .enterBackground, .launch(.refresh): checkFlush()
    default: break
    }
    if case .pass(let seconds) = step { checkTime(seconds) }
    if let sight { check(sight) }
    return complaints
  }

  mutating func complain(_ text: String) {
    complaints.append("step \(step), day \(Int(clock / 86_400) + 1): \(text)")
  }

  private mutating func noteWorld() {
    if network != .good { note(.network) }
    if network == .slow { note(.slowness) }
    if network == .refusing || network == .captivePortal { note(.refusal) }
    if diskIsFull { note(.full) }
    if isLocked { note(.locked) }
    if network != .good || diskIsFull || isLocked { hasTrouble = true }
    if diskIsFull || isLocked {
      allowSeveralIDs()
      // A denial that is only known after the first unlock leaves a `reset`.
      (mayDrop, mayDropLater) = (true, true)
    }
    if let oldest = pending.first.flatMap({ events[$0] }), clock - oldest.at > Self.age { mayDrop = true }
  }

  mutating func note(_ trouble: Trouble) { last[trouble] = (step, clock) }

  func step(of troubles: Trouble...) -> Int { troubles.compactMap { last[$0]?.step }.max() ?? -1 }

  func time(of troubles: Trouble...) -> Double { troubles.compactMap { last[$0]?.time }.max() ?? -.infinity }

  // MARK: Steps

  private mutating func play(_ step: Diary.Step) {
    if case .atOnce(let steps) = step {
      for step in steps {
        play(step)
        noteWorld()
        if case .launch = step { countsArrivals = false }
      }
      return
    }
    switch step {
    case .launch(let launch): start(launch)
    case .pass(let seconds): clock += seconds
    case .network(let network): self.network = network
    case .update: app?.update()
    case .travel(let zone, _): self.zone = zone
    case .setClock(let seconds):
      offset += seconds
      app?.setClock(by: seconds)
    case .extensionRuns(let tracked, let flushes, let exit): runExtension(tracked, flushes, exit)
    case .disk(let isFull):
      diskIsFull = isFull
      owed = [:]
    case _ where !isRunning: return
    case .exit(let exit): end(exit)
    case .enterBackground: leave(nil)
    case .scene(let scene, comes: false): leave(scene)
    case .enterForeground: come(nil)
    case .scene(let scene, comes: true): come(scene)
    case .begin(let tracked, let pauses):
      if let object = tracked.object, chain.has(object) {
        // It takes the chain along.
        _ = chain.properties(of: object, given: [:])
        timings[tracked.number] = (tracked, pauses ? timeInForeground : clock, pauses)
      }
    case .finish(let number): finish(number)
    case .offer(let number, let object):
      if chain.has(object), offers[number] == nil { open(number, object) }
    case .watch(let number, let watching): watch(number, watching)
    case .atOnce, .flush: break
    case .show(let shown): chain.show(shown)
    case .relink(let shown): chain.relink(shown)
    case .know(let object, let key, let value): chain.know(object, key, value)
    case .drop(let object): chain.drop(object)
    case .track(let tracked): track(tracked)
    case .identify(let user): identify(user)
    case .signOut: signOut()
    case .grant: grant()
    case .deny: deny()
    case .configurationArrives:
      if isConfigured { break }
      isConfigured = true
      release()
      oweUser(to: .second)
    }
    // Services may hear of whom is there while they may.
    if isRunning, decisions.contains(.granted) { agreed.formUnion(users.compactMap { $0 }) }
    usersOfPerson[person, default: []].formUnion(users.compactMap { $0 })
  }

  private mutating func start(_ launch: Diary.Launch) {
    if isRunning { end(.killed) }
    self.launch += 1
    launchedInStep = step
    (isInForeground, inForegroundBefore, zoneOfLaunch) = (false, 0, zone)
    (isRunning, isConfigured, isLocked) = (true, false, launch == .beforeFirstUnlock)
    (users, decisions) = remembered
    isDeviceLocked = isLocked
    if isLocked {
      users.insert(nil)
      decisions.insert(.undecided)
    }
    if users.count > 1 { allowSeveralIDs() }
    (calls, arrivedHere, acceptedHere) = (0, [:], [:])
    // A denied destination is purged when the hub starts, and the ledger counts that.
    countsArrivals = decisions == [.granted] || decisions == [.undecided]
    mayDrop = mayDropLater || decisions.contains(.denied) || decisions.count > 1 || users.count > 1
    if !isLocked, users.count == 1, let user = users.first, let user { news.append(user) }
    tell(app?.launch(isLocked: isLocked) ?? [])
    if launch == .foreground { come(nil) }
  }

  private mutating func end(_ exit: Diary.Exit) {
    if exit != .suspended { note(.kill) }
    changePending { event, _, fate, model in
      if event.launch != model.launch { return }
      let isLastMoment = exit != .suspended && model.clock - fate.leftAt <= Self.lastMoment
      if fate.state == .held {
        fate.state = .never("the app ended while a gate held it")
      } else if model.step(of: .full) >= fate.leftInStep || isLastMoment {
        fate.isDue = false
      }
    }
    // A gate that is released counts what it held, be it an `identify`.
    if !isConfigured || decisions != [.granted] { (hasOverflown, hasTrouble) = (true, true) }
    (isRunning, isLocked) = (false, false)
    if exit != .suspended || diskIsFull { owed = [:] }
    chain.endProcess()
    app?.exit(at: clock)
    (timings, offers, offering) = ([:], [:], [:])
  }

  mutating func track(_ tracked: Diary.Tracked, isSure: Bool = true) {
    guard tracked.object.map(chain.has) ?? true, events[tracked.number] == nil else { return }
    if !isExtension, tracked.event != "began", let begins = app?.beginVisit(isSure: isSure), begins != .no {
      tell([.init(event: "began", isSure: begins == .yes)])
    }
    calls += 1
    tracked.secret.map { _ = secrets.insert($0) }
    var given = tracked.given
    if tracked.number > 0, tracked.event != "watched" { given["number"] = "\(tracked.number)" }
    var fates: [ModelledService: ModelledEvent.Fate] = [.direct: .init(state: .onItsWay, isDue: isSure)]
    let isFirstOfItsDay = noteDay(tracked)
    let claim = app?.claim(at: clock, isExtension: isExtension)
    for service in ModelledService.behindHub {
      var fate = ModelledEvent.Fate(
        state: .held, isDue: isSure && !isLocked && isFirstOfItsDay && decisions.count == 1,
        isAgreed: decisions == [.granted], mayBeAgreed: decisions.contains(.granted),
        leftAt: clock, leftInStep: step)
      if decisions == [.denied] {
        fate.state = .never("it was tracked while the user had denied")
      } else if decisions.contains(.granted), service == .first || isConfigured {
        fate.state = .onItsWay
      }
      fates[service] = fate
      // What a gate drops for want of consent leaves the account.
      if fate.isDue, fate.state == .onItsWay { acceptedHere[service, default: 0] += 1 }
    }
    let isNewer = app.map { !$0.release.isMultiple(of: 2) } ?? false
    let properties = chain.properties(of: tracked.object, given: given).map { said in
      isNewer ? Dictionary(uniqueKeysWithValues: said.map { ($0 == "source" ? "origin" : $0, $1) }) : said
    }
    events[tracked.number] = ModelledEvent(
      tracked: tracked, name: isNewer && tracked.event == "rated" ? "scored" : tracked.event, call: calls, at: clock,
      wall: clock + offset, zone: isExtension ? zone : zoneOfLaunch, step: step, launch: isExtension ? -step : launch,
      users: users,
      person: users.count == 1 ? person : nil, properties: properties, claim: claim, fates: fates)
    pending.append(tracked.number)
  }

  /// Whether the event is surely the first of its name on its date.
  private mutating func noteDay(_ tracked: Diary.Tracked) -> Bool {
    guard tracked.isOncePerDay else { return true }
    let (time, zone) = (clock + offset, isExtension ? self.zone : zoneOfLaunch)
    let dates = Set([time, time + ModelledApp.doubt].map { ModelledDates.date(of: $0, in: zone) })
    let known = datesOf[tracked.event, default: []]
    datesOf[tracked.event] = known.union(dates)
    return dates.count == 1 && known.isDisjoint(with: dates)
  }

  // MARK: Users and decisions

  private mutating func identify(_ user: String) {
    calls += 1
    if users == [user] { return }
    news.append(user)
    let isAnother = users.contains { $0 != nil && $0 != user }
    if isAnother {
      if users.count > 1 { changePending { _, _, fate, _ in if fate.state == .held { fate.isDue = false } } }
      // It ends a person if it replaces a known ID: *Users*.
      let ends = users.allSatisfy { $0 != nil && $0 != user }
      beginPerson(ends ? .yes : .perhaps)
      // Open offers end without an event, with their person, and an issue names them.
      if !offers.isEmpty { hasTrouble = true }
      if ends { offers = [:] }
      for number in offers.keys { offers[number]?.isSure = false }
    }
    users = [user]
    if isAnother, diskIsFull { decisions.insert(.undecided) }
    remember()
    oweUser()
    if isAnother { (mayDrop, mayDropLater) = (true, true) }
  }

  /// A user who signs in, or agrees, is named to the services.
  private mutating func oweUser(to one: ModelledService? = nil) {
    guard decisions == [.granted], users.count == 1, let user = users.first, !diskIsFull, !isLocked else { return }
    for service in ModelledService.behindHub where service == .first || isConfigured {
      if one ?? service == service { owed[service] = user }
    }
  }

  private mutating func signOut() {
    calls += 1
    news.append(nil)
    beginPerson(.yes)
    offers = [:]
    users = [nil]
    if diskIsFull { decisions.insert(.undecided) }
    remember()
    (mayDrop, mayDropLater, hasTrouble) = (true, true, true)
  }

  private mutating func beginPerson(_ answer: ModelledApp.Answer) {
    person += 1
    app?.endPerson(answer)
    if diskIsFull || isLocked { allowSeveralIDs() }
  }

  /// What the next launch knows. A memory that cannot replace its file writes into it, or removes it.
  private mutating func remember() {
    guard diskIsFull || isLocked else { return remembered = (users, decisions) }
    let before = decisions.contains(.granted) ? remembered.decisions : []
    remembered = (users.union([nil]), decisions.union(before).union([.undecided]))
  }

  private mutating func grant() {
    if decisions == [.granted] { return }
    decisions = [.granted]
    remember()
    changePending { event, _, fate, model in
      guard event.launch == model.launch, fate.state == .held, !fate.isAgreed else { return }
      if let person = event.person, person != model.person {
        if fate.mayBeAgreed { return }
        fate.state = .never("the person who did it had left before the user agreed")
      } else {
        let isKnown = event.person != nil && model.users.count == 1
        fate.isAgreed = true
        // The gate holds 1,000 calls, and drops the oldest ones.
        fate.isDue = fate.isDue && isKnown && model.calls - event.call < 990
      }
    }
    if calls >= 990 { (mayDrop, hasOverflown, hasTrouble) = (true, true, true) }
    release()
    oweUser()
  }

  private mutating func deny() {
    changePending { _, _, fate, model in
      guard !fate.isOver else { return }
      let wasOut = fate.state == .onItsWay
      fate.state = .never("the user denied after it")
      guard wasOut else { return }
      fate.lastStep = model.step
      if model.clock - model.time(of: .slowness) <= 31 { fate.lastTime = model.clock + 31 }
    }
    // Of what was tracked at the same time, the sampling may have dropped some.
    acceptedHere[.second] = nil
    beginPerson(decisions == [.granted] ? .yes : .perhaps)
    (decisions, owed) = ([.denied], [:])
    note(.denial)
    countsArrivals = false
    (mayDrop, mayDropLater, hasTrouble) = (true, true, true)
    remember()
  }

  /// What the gates hold leaves them, as far as they are open.
  private mutating func release() {
    guard decisions.contains(.granted) else { return }
    changePending { event, service, fate, model in
      guard event.launch == model.launch, fate.state == .held, service == .first || model.isConfigured else { return }
      fate.state = .onItsWay
      // The gate in front of `second` holds 10,000.
      fate.isDue = fate.isDue && fate.isAgreed && model.calls - event.call < 9_990
      (fate.leftAt, fate.leftInStep) = (model.clock, model.step)
      if fate.isDue { model.acceptedHere[service, default: 0] += 1 }
    }
  }

  /// Changes how it is with each event that a service behind the hub may still get.
  mutating func changePending(
    _ change: (ModelledEvent, ModelledService, inout ModelledEvent.Fate, inout Model) -> Void
  ) {
    for event in pending.compactMap({ events[$0] }) {
      for service in ModelledService.behindHub {
        self.change(event.tracked.number, service) { fate, model in change(event, service, &fate, &model) }
      }
    }
  }

  mutating func change(
    _ number: Int, _ service: ModelledService, _ change: (inout ModelledEvent.Fate, inout Model) -> Void
  ) {
    guard var fate = events[number]?.fates[service] else { return }
    change(&fate, &self)
    events[number]?.fates[service] = fate
  }

  mutating func allowSeveralIDs() { mayHaveSeveralIDs.insert(person) }
}
