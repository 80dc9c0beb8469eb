/// A diary that is written by hand, with what its services got. Each step makes another day.
struct Day: CustomStringConvertible {
  private(set) var complaints: [String] = []
  private var user: String?
  /// The anonymous ID of the person, and of each user.
  private var person = "A"
  private var persons: [String: String] = [:]
  /// Users of whom `first` has yet to hear.
  private var unheard: [String] = []
  private var isAgreed = false
  private var model = Model()
  private var clock = 0.0
  private var tracked: [Int: (arrival: Arrival, says: [String: String])] = [:]

  init(isAgreed: Bool = true) {
    self = launch()
    if isAgreed { self = grant() }
  }

  var description: String { complaints.joined(separator: "\n") }

  /// Whether these are the complaints, and no others.
  func hears(_ texts: String...) -> Bool { hears(texts) }

  func hears(_ texts: [String]) -> Bool {
    complaints.count == texts.count && zip(complaints, texts).allSatisfy { $0.contains($1) }
  }

  func hears(last text: String) -> Bool { complaints.last?.contains(text) == true }

  private func changed(_ change: (inout Day) -> Void) -> Day {
    var day = self
    change(&day)
    return day
  }

  func play(_ step: Diary.Step, _ arrivals: [Arrival] = [], sight: Sight? = nil) -> Day {
    changed { day in
      if case .pass(let seconds) = step { day.clock += seconds }
      day.complaints += day.model.read(step, arrivals: arrivals, sight: sight)
    }
  }

  func pass(_ seconds: Double) -> Day { play(.pass(seconds)) }

  func launch(after exit: Diary.Exit? = nil) -> Day {
    (exit.map { play(.exit($0)) } ?? self).play(.launch(.foreground), user.map { [identify(of: $0, .direct)] } ?? [])
  }

  func show(
    _ object: Int, _ kind: Diary.Kind, _ name: String = "", on parent: Int? = nil, told: [String: String] = [:]
  ) -> Day { play(.show(.init(object: object, kind: kind, name: name, parent: parent, told: told))) }

  func show(_ object: Int, _ name: String, on parent: Int? = nil, told: [String: String] = [:]) -> Day {
    show(object, .screen, name, on: parent, told: told)
  }

  /// - Parameter isHeard: Whether `first` is not told.
  func identify(_ user: String, isHeard: Bool = false) -> Day {
    let day = changed { day in
      day.unheard = isHeard ? [] : day.unheard + [user]
      (day.user, day.persons[user]) = (user, day.person)
    }
    return day.play(.identify(user), [identify(of: user, .direct)])
  }

  func grant() -> Day {
    let day = changed { day in
      day.isAgreed = true
      if let user { (day.unheard, day.persons[user]) = ([user], person) }
    }
    return day.play(.grant, user.map { [identify(of: $0, .direct)] } ?? [])
  }

  func signOut() -> Day {
    let day = changed { day in
      (day.user, day.person) = (nil, "B")
      if !isAgreed { day.unheard = [] }
    }
    let reset = Arrival(service: "direct", name: "reset", properties: [:], tracked: clock, arrived: clock)
    return day.play(.signOut, [reset])
  }

  /// From here on, the person has this anonymous ID.
  func `as`(_ person: String) -> Day { changed { $0.person = person } }

  /// The person ends.
  func ends(by ending: Diary.Step) -> Day {
    switch ending {
    case .signOut: signOut()
    case .identify(let user): self.as("B").identify(user)
    default: self.as("B").play(ending)
    }
  }

  func track(
    _ number: Int, on object: Int? = nil, secret: String? = nil, given: [String: String] = [:],
    says: [String: String] = [:]
  ) -> Day {
    let day = changed { day in
      let arrival = Arrival(
        service: "", name: "liked", properties: [:], user: user, anonymousID: person, tracked: clock, arrived: 0)
      day.tracked[number] = (arrival, says.merging(["number": "\(number)", "app": "year"]) { said, _ in said })
    }
    let tracked = Diary.Tracked(number: number, object: object, event: "liked", given: given, secret: secret)
    return day.play(.track(tracked), [day.arrival(number, .direct)])
  }

  func comes(_ number: Int, to service: ModelledService, _ change: (inout Arrival) -> Void = { _ in }) -> Day {
    play(.pass(0), [arrival(number, service, change)])
  }

  /// - Parameter ledger: Of `first`, after the flush.
  func flush(
    first: [Int] = [], second: [Int] = [], seeing ledger: [String: Int]? = nil,
    _ change: (inout Arrival) -> Void = { _ in }
  ) -> Day {
    let users = unheard.map { user in identify(of: user, .first) { $0.anonymousID = persons[user] } }
    let arrivals = users + first.map { arrival($0, .first, change) } + second.map { arrival($0, .second, change) }
    let sight = ledger.map { ledger in Self.sight { $0.ledger = ["first": ledger] } }
    return changed { $0.unheard = [] }.play(.flush, arrivals, sight: sight)
  }

  func see(_ change: (inout Sight) -> Void) -> Day { play(.pass(0), sight: Self.sight(change)) }

  private static func sight(_ change: (inout Sight) -> Void) -> Sight {
    var sight = Sight(ledger: [:], folders: 1, files: 1, openToOthers: [], links: 1, issues: [])
    change(&sight)
    return sight
  }

  /// An event, as it should arrive.
  func arrival(_ number: Int, _ service: ModelledService, _ change: (inout Arrival) -> Void = { _ in }) -> Arrival {
    guard let known = tracked[number] else { preconditionFailure() }
    var arrival = known.arrival
    (arrival.service, arrival.arrived) = ("\(service)", clock)
    arrival.id = service == .direct ? nil : "\(service)-\(number)"
    if service == .direct { arrival.anonymousID = nil }
    let (path, keys) = service == .second ? ("events_user_", "keys_") : ("Events.User.", "Keys.")
    arrival.name = path + arrival.name
    arrival.properties = Dictionary(uniqueKeysWithValues: known.says.map { (keys + $0.key, $0.value) })
    change(&arrival)
    return arrival
  }

  func identify(of user: String, _ service: ModelledService, _ change: (inout Arrival) -> Void = { _ in }) -> Arrival {
    var arrival = Arrival(
      service: "\(service)", id: service == .direct ? nil : "identify-\(user)", name: "identify", properties: [:],
      user: user, anonymousID: service == .direct ? nil : person, tracked: clock, arrived: clock)
    change(&arrival)
    return arrival
  }
}
