import TestSupport

/// Invents what happens to one installation: all from a seed.
struct Life {
  private var random: SeededGenerator
  private var steps: [Diary.Step] = []
  private var objects: [Int: Diary.Kind] = [:]
  /// The screens on top of each other, and the objects that belong to each.
  private var stack: [(screen: Int, others: [Int])] = []
  private var lastObject = 0
  private var lastNumber = 0
  /// Those that are under way.
  private var timings: [Int: Int] = [:]
  private var offers: [Int] = []
  private var isSignedIn = false
  private var hasOnboarded = false
  private var isFull = false
  /// For how many days there is still no network, as on a journey.
  private var daysAway = 0
  private let users: [String]
  private let configures: Int

  static let screens = [
    "Home", "Search", "ProjectList", "ProjectPage", "Checkout", "Thanks", "Account", "Settings", "Help", "Sheet",
  ]
  static let events = ["liked", "shared", "played", "rated", "opened", "visited", "searched"]

  private init(seed: UInt64) {
    random = SeededGenerator(seed: seed)
    users = (0...(1 + random.below(3))).map { "user-\(seed)-\($0)" }
    configures = [0, 20, 60, 100][random.below(4)]
  }

  static func diary(seed: UInt64, days: Int) -> Diary {
    var life = Life(seed: seed)
    for _ in 0..<days { life.day() }
    return Diary(steps: life.steps)
  }

  private mutating func pick<Element>(_ elements: [Element]) -> Element { elements[random.below(elements.count)] }

  private mutating func pass(_ seconds: Int) { steps.append(.pass(Double(1 + random.below(seconds)))) }

  // MARK: Days and sessions

  private mutating func day() {
    daysAway = max(0, daysAway - 1)
    if random.chance(30) { changeNetwork(toGood: 20) }
    if random.chance(2) {
      steps.append(.network(.absent))
      daysAway = 7 + random.below(14)
    }
    if isFull || random.chance(4) {
      isFull.toggle()
      steps.append(.disk(isFull: isFull))
    }
    if random.chance(4) { steps.append(.update) }
    if random.chance(5) {
      steps.append(.travel(pick(Diary.Zone.allCases), calendar: pick(["gregorian", "buddhist", "hebrew", "islamic"])))
    }
    let count = 1 + random.below(3)
    for _ in 0..<count {
      session()
      if random.chance(4) { steps.append(.setClock(by: Double(random.below(40_000) - 20_000))) }
      if random.chance(10) { runExtension() }
      steps.append(.pass(Double(1 + random.below(2 * 86_400 / count))))
      if random.chance(20) { changeNetwork(toGood: 60) }
    }
  }

  private mutating func changeNetwork(toGood percent: Int) {
    let network = random.chance(percent) ? .good : pick(Array(Diary.Network.allCases))
    if daysAway == 0 { steps.append(.network(network)) }
  }

  private mutating func session() {
    (objects, stack, timings, offers) = ([:], [], [:], [])
    let launch: Diary.Launch = pick(
      random.chance(5)
        ? [.beforeFirstUnlock] : [.foreground, .foreground, .foreground, .background, .prewarmed, .refresh])
    // The system chooses a moment with a network.
    if launch == .refresh, daysAway == 0, random.chance(80) { steps.append(.network(.good)) }
    steps.append(.launch(launch))
    if launch == .refresh, random.chance(70) { return exit() }
    if random.chance(configures) { steps.append(.configurationArrives) }
    if launch != .foreground {
      // Work in the background, which may be all.
      for _ in 0..<random.below(3) { track() }
      if random.chance(50) { steps.append(.flush) }
      pass(20)
      if random.chance(50) { return exit() }
      steps.append(.enterForeground)
    }
    if !hasOnboarded, random.chance(50) { onboard() }
    repeat {
      for _ in 0..<(3 + random.below(15)) { act() }
      if random.chance(70) {
        steps.append(.enterBackground)
        if random.chance(60) { pass(60) }
        if random.chance(70) { return exit() }
        steps.append(.pass(Double(1 + random.below(3_600))))
        steps.append(.enterForeground)
      } else if random.chance(40) {
        return exit()
      }
    } while true
  }

  private mutating func exit() { steps.append(.exit(pick([.suspended, .suspended, .suspended, .killed, .crashed]))) }

  // MARK: What the user does

  private mutating func act() {
    switch random.below(100) {
    case ..<25: push()
    case ..<35: pop()
    case ..<45: show(pick([.model, .actor, .cell, .cell, .part]))
    case ..<50: know()
    case ..<53: relink()
    case ..<80: track()
    case ..<86: pass(pick([2, 15, 120, 2, 15, 120, 3_000]))
    case ..<88: time()
    case ..<90: watch()
    case ..<92: sign()
    case ..<93: decide()
    case ..<94: onboard()
    case ..<95: if random.chance(configures) { steps.append(.configurationArrives) }
    case ..<96: steps.append(.flush)
    case ..<97: steps.append(pick([.scene(random.below(3), comes: random.chance(50)), .scene(0, comes: true)]))
    case ..<98 where random.chance(20): runExtension()
    case ..<98: changeNetwork(toGood: 50)
    default: atOnce()
    }
  }

  /// Several things, before the library has come to rest after the first.
  private mutating func atOnce() {
    let outer = steps
    steps = []
    for _ in 0..<(2 + random.below(4)) {
      switch random.below(10) {
      case ..<5: track()
      case ..<7: sign()
      case ..<8: decide()
      case ..<9: know()
      default: pop()
      }
    }
    steps = outer + (steps.isEmpty ? [] : [.atOnce(steps)])
  }

  private mutating func sign() {
    if isSignedIn, random.chance(60) {
      steps.append(.signOut)
      isSignedIn = false
    } else {
      signIn()
    }
  }

  private mutating func signIn() {
    steps.append(.identify(pick(users)))
    isSignedIn = true
  }

  /// Somebody signs in, perhaps somebody else after that, also without a sign-out, and decides then.
  private mutating func onboard() {
    hasOnboarded = true
    for _ in 0..<(1 + random.below(3)) {
      if random.chance(50) { signIn() } else { sign() }
      track()
    }
    decide()
  }

  private mutating func decide() { steps.append(random.chance(65) ? .grant : .deny) }

  private mutating func track() {
    lastNumber += 1
    var tracked = Diary.Tracked(number: lastNumber, event: pick(Self.events))
    if random.chance(85) { tracked.object = objects.keys.sorted().isEmpty ? nil : pick(objects.keys.sorted()) }
    if random.chance(30) { tracked.given = told() }
    if random.chance(10) { tracked.secret = "secret-\(lastNumber)" }
    tracked.isOncePerDay = ["visited", "searched"].contains(tracked.event)
    steps.append(.track(tracked))
  }

  private mutating func time() {
    if let (number, object) = timings.min(by: { $0.key < $1.key }), random.chance(60) {
      timings[number] = nil
      if objects[object] != nil { steps.append(.finish(number)) }
    } else if let object = objects.filter({ $0.value != .part && $0.value != .actor }).keys.sorted().last {
      lastNumber += 1
      let tracked = Diary.Tracked(number: lastNumber, object: object, event: "played")
      steps.append(.begin(tracked, pausesInBackground: random.chance(50)))
      timings[lastNumber] = object
    }
  }

  private mutating func watch() {
    if !offers.isEmpty, random.chance(70) {
      steps.append(.watch(number: pick(offers), pick(Diary.Watching.allCases)))
    } else if let screen = stack.last?.screen {
      lastNumber += 1
      offers.append(lastNumber)
      steps.append(.offer(number: lastNumber, object: screen))
    }
  }

  private mutating func runExtension() {
    let tracked = (0..<(1 + random.below(3))).map { _ in
      lastNumber += 1
      let event = pick(["liked", "shared", "visited"])
      return Diary.Tracked(number: lastNumber, event: event, isOncePerDay: event == "visited")
    }
    steps.append(
      .extensionRuns(tracked, flushes: random.chance(50), pick([.suspended, .suspended, .killed, .crashed])))
  }

  private mutating func told() -> [String: String] {
    var told: [String: String] = [:]
    for key in ["source", "row", "project", "title", "tags"] where random.chance(25) {
      told[key] = "\(key)-\(random.below(4))"
    }
    return told
  }

  // MARK: Screens come and go

  private mutating func push() {
    // Back to where the user began.
    if stack.count > 6 { while stack.count > 1 { pop(stack.count - 1) } }
    let parent = random.chance(90) ? stack.last?.screen : nil
    let screen = add(.screen, parent: parent, name: pick(Self.screens))
    stack.append((screen, []))
  }

  private mutating func pop() {
    if stack.count > 1 { pop(random.chance(90) ? stack.count - 1 : random.below(stack.count)) }
  }

  private mutating func pop(_ place: Int) {
    let (screen, others) = stack.remove(at: place)
    for object in others + [screen] {
      objects[object] = nil
      steps.append(.drop(object: object))
    }
  }

  private mutating func show(_ kind: Diary.Kind) {
    guard let last = stack.last else { return }
    let actors = last.others.filter { objects[$0] == .actor }
    let object = add(kind, parent: actors.isEmpty || random.chance(70) ? last.screen : pick(actors))
    stack[stack.count - 1].others.append(object)
  }

  private mutating func add(_ kind: Diary.Kind, parent: Int?, name: String = "") -> Int {
    lastObject += 1
    objects[lastObject] = kind
    steps.append(.show(Diary.Shown(object: lastObject, kind: kind, name: name, parent: parent, told: told())))
    return lastObject
  }

  private mutating func know() {
    let knowing = objects.filter { $0.value != .cell && $0.value != .part }.keys.sorted()
    if knowing.isEmpty { return }
    let key = pick(["source", "row", "project", "title", "tags"])
    steps.append(.know(object: pick(knowing), key: key, value: random.chance(80) ? "\(key)-\(random.below(4))" : nil))
  }

  private mutating func relink() {
    let cells = objects.filter { $0.value == .cell }.keys.sorted()
    guard let screen = stack.last?.screen, !cells.isEmpty else { return }
    steps.append(
      .relink(Diary.Shown(object: pick(cells), kind: .cell, parent: random.chance(70) ? screen : nil, told: told())))
  }
}
