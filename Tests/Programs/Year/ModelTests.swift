import Testing

/// The model by itself: days that break the rules, and what the model says to each. That it says nothing where nothing is wrong, and
/// wants exactly what comes, the year shows: properties, names, dates. So these are the rules that allow more than one thing.
@Suite struct ModelTests {
  @Test func `Of an object that is gone, the link counts and its ancestors, but not the object; projects never mix`() {
    let shown = Day().show(1, "Home", told: ["project": "1", "title": "Pen"]).show(2, "Help", on: 1, told: ["row": "2"])
      .show(3, .model, on: 2)
    let day = shown.track(1, on: 3, given: ["project": "9"], says: ["screen": "Help", "row": "2", "title": "Pen"])
      .play(.drop(object: 2))
      .track(2, on: 3, says: ["screen": "Home", "row": "2", "project": "1", "title": "Pen"])
      .track(3, on: 3, says: ["screen": "Home", "row": "2"])
      .track(4, on: 3, says: ["screen": "Home", "row": "2", "title": "Pen"])
      .track(5, on: 3, says: ["screen": "Help", "row": "2"])
    #expect(
      day.hears(
        "event 1 (liked) at direct: project is missing, and should be 9; title is Pen, and should be missing",
        "event 4 (liked) at direct: project is missing, and should be 1", "screen is Help, and should be Home"))
  }

  @Test func `Direct gets an event before the call returns, once, also of steps at once; and nobody invents one`() {
    let invented = Arrival(service: "direct", name: "Events.User.liked", properties: [:], tracked: 0, arrived: 0)
    let day = Day().track(1).comes(1, to: .direct).play(.track(.init(number: 2, event: "liked")))
      .play(.atOnce([.track(.init(number: 3, event: "liked"))])).play(.pass(0), [invented])
    #expect(
      day.hears(
        "event 1 (liked) at direct arrived although it had arrived before",
        "event 1 (liked) at direct came again, although no request of it has failed",
        "event 2 (liked) has not arrived at direct", "event 3 (liked) has not arrived at direct",
        "direct got Events.User.liked [:], which nobody has tracked"))
  }

  @Test func `A flush on a good network leaves nothing behind; a refusal pauses for minutes, and no flush ends that`() {
    let day = Day().track(1).play(.network(.absent)).flush().play(.network(.good)).flush()
      .track(2).play(.network(.refusing)).pass(10).play(.network(.good)).flush()
    #expect(day.hears("event 1 (liked), tracked at 0.0, has not arrived at first after a flush"))
    #expect(day.pass(700).flush().hears(last: "event 2 (liked), tracked at 0.0, has not arrived at first after"))
  }

  @Test(arguments: ModelledService.behindHub)
  func `A launch that flushes at once sends to each service what earlier ones have left`(service: ModelledService) {
    let left = Day().play(.network(.absent)).play(.configurationArrives).track(1).play(.exit(.suspended))
      .play(.network(.good))
    for number in 0...1 {
      let reached = ModelledService.behindHub.filter { number == 0 || $0 != service }
      let day = left.play(.launch(.refresh), reached.map { left.arrival(1, $0) })
      let missing = "event 1 (liked), tracked at 0.0, has not arrived at \(service)"
      #expect(day.hears(Array(repeating: missing, count: number)))
    }
  }

  @Test(arguments: [Diary.Exit.killed, .crashed, .suspended])
  func `A kill or a crash may lose the last moment, and a full disk more, a suspended app nothing`(exit: Diary.Exit) {
    let lost = "has not arrived at first"
    let day = Day().track(1).launch(after: exit).flush().track(2).pass(1).launch(after: exit).flush()
    #expect(day.hears(exit == .suspended ? ["event 1 (liked)", "event 2 (liked)"] : ["event 2 (liked)"]))
    let full = Day().play(.disk(isFull: true)).track(1)
    #expect(full.play(.disk(isFull: false)).flush().hears(lost))
    #expect(full.launch(after: exit).play(.disk(isFull: false)).flush().hears())
  }

  @Test func `A slow flush and a kill lose nothing`() {
    let day = Day().play(.network(.slow)).track(3).pass(1).flush().track(1).pass(29).play(.exit(.killed))
      .play(.network(.good)).launch().pass(100).flush().track(2).pass(100).launch(after: .killed).flush()
    #expect(day.hears("event 3 (liked), tracked at 0.0,", "event 1 (liked), tracked at 1.0,", "at 130.0, has not"))
  }

  @Test func `An event has one ID, and comes again only if a request has failed, and not in the next launch`() {
    let failed = Day().track(1).comes(1, to: .first).play(.network(.slow)).pass(40).comes(1, to: .first)
    #expect(failed.hears())
    let day = failed.comes(1, to: .first) { $0.id = "another" }.play(.network(.good))
      .track(2).comes(2, to: .first) { $0.id = "first-1" }
      .track(3).comes(3, to: .first).comes(3, to: .first)
      .pass(70).launch(after: .suspended).flush().flush(first: [3])
    #expect(
      day.hears(
        "event 1 (liked) at first came again under another ID", "event 2 (liked) at first has the ID of event 1",
        "event 3 (liked) at first came again, although no request of it has failed",
        "event 3 (liked) at first arrived although it had arrived before",
        "event 3 (liked) at first came again, although no request of it has failed"))
  }

  @Test func `Events arrive in the order of the calls, and say when they were tracked, and whose they are`() {
    let day = Day().track(1).track(2).flush(first: [2, 1]).identify("john").track(3).pass(60).signOut()
      .flush(first: [3]).track(4).flush(first: [4]) { ($0.tracked, $0.user) = (0, "john") }
    #expect(
      day.hears(
        "event 1 (liked) at first arrived after a later one", "event 4 (liked) at first is of john, and should be of",
        "event 4 (liked) at first says that it was tracked at 0.0, and it was at 60.0"))
  }

  @Test func `Direct hears at once who is there, and services after a flush`() {
    let day = Day().identify("john").flush().play(.identify("paul")).play(.signOut).identify("mary", isHeard: true)
      .flush().play(.configurationArrives).flush().play(.exit(.suspended)).play(.launch(.foreground))
    #expect(
      day.hears(
        "direct has not heard of paul", "direct has not heard that the user has signed out",
        "first has not heard of mary after a flush", "second has not heard of mary after a flush",
        "direct has not heard of mary"))
  }

  @Test func `A destination sends by itself while the app is open`() {
    let day = Day().track(1).pass(70)
    #expect(day.hears())
    let again = day.pass(70).track(2).play(.network(.absent)).pass(1_000).play(.network(.good)).pass(700)
    let left = again.play(.enterBackground, [again.arrival(2, .first)]).track(3).pass(500)
    let back = left.play(.enterForeground).pass(500)
    #expect(back.hears("event 1 (liked) has not arrived at first by itself"))
    #expect(back.pass(500).hears(last: "event 3 (liked) has not arrived at first by itself"))
  }

  // MARK: Persons

  @Test func `One person never has another's anonymous ID, and one in a launch`() {
    let day = Day().track(1).identify("john").track(2).flush(first: [1, 2]).signOut().track(3).flush(first: [3])
      .track(4).flush(first: [4]) { $0.anonymousID = "A" }.track(5).flush(first: [5]) { $0.anonymousID = "C" }
    let wrong = day.identify(of: "john", .first) { $0.anonymousID = "C" }
    #expect(
      day.play(.flush, [wrong]).hears(
        "event 4 (liked) at first has the anonymous ID of another person, A",
        "event 4 (liked) at first has the anonymous ID A, and its person had B before",
        "event 5 (liked) at first has the anonymous ID C, and its person had A before",
        "first got an identify of john with the anonymous ID of another person, C"))
  }

  @Test func `A visit that begins is its user's, also where the pages leave open whether it begins`() {
    var model = Model(app: ModelledApp())
    func arrival(_ name: String, _ user: String? = nil, _ visit: Int? = nil, _ number: Int? = nil) -> Arrival {
      var properties = ["Keys.app": "year", "appVersion": "1.0", "installationId": "installation \(visit ?? 1)"]
      (properties["sessionId"], properties["sessionNumber"]) = (visit.map { "visit \($0)" }, visit.map { "\($0)" })
      properties["Keys.number"] = number.map { "\($0)" }
      return Arrival(service: "direct", name: name, properties: properties, user: user, tracked: 0, arrived: 0)
    }
    func read(_ step: Diary.Step, _ all: Arrival...) -> [String] { model.read(step, arrivals: all, sight: nil) }
    func track(_ number: Int) -> Diary.Step { .track(.init(number: number, event: "liked")) }
    let start = read(.launch(.foreground), arrival("installed"), arrival("began", nil, 1), arrival("launched", nil, 1))
    #expect(start + read(.identify("john"), arrival("identify", "john")) == [])
    // Nobody had agreed: the denial may end the visit, or not. Then the user signs out.
    let complaints = read(
      .atOnce([.deny, track(1), .signOut, track(2)]), arrival("liked", "john", 1, 1), arrival("reset"),
      arrival("began", "john", 3), arrival("liked", nil, 3, 2))
    #expect(complaints.contains { $0.contains("(began) has not arrived at direct") })
  }

  @Test func `An offer ends with its person, and a step of one that is open reads the chain`() {
    func watched(_ status: String, _ user: String) -> Arrival {
      let properties = ["Keys.app": "year", "Keys.screen": "Home", "clip": "2", "status": status]
      return Arrival(service: "direct", name: "watched", properties: properties, user: user, tracked: 0, arrived: 0)
    }
    let gone = "ancestorGone: Home is gone"
    let day = Day(isAgreed: false).identify("john").show(1, "Home")
      .play(.offer(number: 2, object: 1), [watched("opened", "john")]).see { $0.issues = ["sessionDropped: John goes"] }
    #expect(day.hears("nothing explains the issue: sessionDropped"))
    let mary = day.identify("mary").see { $0.issues = ["sessionDropped: John goes"] }
    #expect(mary.play(.enterBackground, [watched("canceled", "mary")]).hears(last: "direct got watched"))
    let below = Day().show(1, "Home").show(2, "Help", on: 1).play(.offer(number: 3, object: 2)).play(.drop(object: 1))
    #expect(below.play(.watch(number: 4, .paused)).see { $0.issues = [gone] }.hears(last: gone))
    #expect(!below.play(.watch(number: 3, .paused)).see { $0.issues = [gone] }.hears(last: gone))
  }

  @Test func `Services know the end of a person after a kill, also in the last moment, and if a gate holds it`() {
    for ending in [Diary.Step.signOut, .identify("mary"), .deny] {
      for (exit, seconds) in [(Diary.Exit.killed, 0.0), (.killed, 1), (.suspended, 0)] {
        for service in ModelledService.behindHub {
          let day = Day().play(.configurationArrives).identify("john").track(1).flush(first: [1], second: [1])
            .launch(after: .suspended).ends(by: ending).pass(seconds).launch(after: exit).grant()
            .play(.configurationArrives).track(2)
            .flush(first: [2], second: [2]) { if $0.service == "\(service)" { $0.anonymousID = "A" } }
          let complaint = "event 2 (liked) at \(service) has the anonymous ID of another person"
          #expect(day.complaints.contains { $0.contains(complaint) })
        }
      }
    }
  }

  @Test func `Before the first unlock nobody can tell who is there`() {
    let day = Day().identify("john").play(.exit(.suspended)).play(.launch(.beforeFirstUnlock)).play(.enterForeground)
      .track(1).flush(first: [1]) { $0.user = "mary" }
    #expect(day.hears("first knows of mary, who never", "(liked) at first is of mary, and should be of john or"))
  }

  // MARK: Consent

  @Test func `A gate holds a thousand calls until the user agrees, and then nothing is missing`() {
    let day = Day(isAgreed: false).track(1)
    #expect(day.flush(first: [1]).hears("event 1 (liked) at first arrived while a gate has to hold it"))
    #expect(day.grant().flush().hears("event 1 (liked), tracked at 0.0, has not arrived at first"))
    let many = (1...1_100).reduce(Day(isAgreed: false)) { $0.track($1) }
    // Those of the hundred that are missing of the newest thousand, less ten for what the hub adds.
    let missing = Array(repeating: "has not arrived at first", count: 90)
    #expect(many.grant().flush(first: Array(201...1_100)).hears(missing))
  }

  @Test func `No service sees who was there before the one who agrees, and nothing from before or during a denial`() {
    let day = Day(isAgreed: false).identify("john").track(1).signOut().grant().flush(first: [1])
      .track(2).play(.deny).as("C").track(3).grant().flush(first: [2, 3])
    #expect(
      day.hears(
        "first knows of john, who never agreed while signed in",
        "event 1 (liked) at first arrived although the person who did it had left before the user agreed",
        "event 2 (liked) at first arrived although the user denied after it",
        "event 3 (liked) at first arrived although it was tracked while the user had denied"))
  }

  @Test func `A request that runs during a denial may arrive, and no other`() {
    let day = Day().track(1)
    let denied = day.play(.atOnce([.deny, .grant]), [day.arrival(1, .first)]).play(.network(.slow)).as("B")
      .track(2).play(.deny).pass(20).comes(2, to: .first)
    #expect(denied.hears())
    #expect(denied.pass(20).comes(2, to: .first).hears("event 2 (liked) at first arrived although the user denied"))
  }

  @Test(arguments: [false, true]) func `The next launch knows a denial, also from a full disk`(isFull: Bool) {
    let day = Day().play(.disk(isFull: isFull)).play(.deny).play(.exit(.killed)).play(.disk(isFull: false))
    #expect(day.launch().track(1).flush(first: [1]).hears(last: "event 1 (liked) at first arrived"))
  }

  @Test func `Second gets nothing before its configuration, and what it holds ends with the app`() {
    let day = Day().identify("john").track(1).signOut().flush(first: [1]).launch(after: .suspended)
      .play(.configurationArrives).flush()
    #expect(day.hears())
    let held = day.flush(second: [1]).launch(after: .suspended).track(3).flush(first: [3], second: [3])
    #expect(
      held.track(4).signOut().play(.configurationArrives).flush(first: [4]).hears(
        "event 1 (liked) at second arrived although the app ended while a gate held it",
        "event 3 (liked) at second arrived while a gate has to hold it",
        "event 4 (liked), tracked at 0.0, has not arrived at second"))
  }

  // MARK: What is seen

  @Test func `The account adds up, has every event that the hub got, and says after a flush what has arrived`() {
    let right = ["accepted": 1, "waiting": 1, "events": 1, "suppressed": 7]
    let cases: [([String: Int], String)] = [
      (["accepted": 2, "delivered": 1], "the ledger of first does not add up: 2 are not 1"),
      (["accepted": 1, "dropped": 1], "first has dropped calls for no reason"),
      (["accepted": 0], "first has accepted 0 calls, and got 1 events in this launch"),
      (["accepted": 1_003, "held": 1_003], "the gate in front of first holds more than 1,000 calls"),
      (["accepted": 1, "held": -1, "stored": 2], "the ledger of first counts below zero"),
    ]
    let day = Day().track(1).see { $0.ledger = ["first": right] }
    for (columns, complaint) in cases { #expect(day.see { $0.ledger = ["first": columns] }.hears(complaint)) }
    let stored = day.flush(first: [1], seeing: ["accepted": 2, "delivered": 1, "stored": 1])
    #expect(stored.hears("after a flush, 1 calls of first are stored"))
    let more = day.flush(first: [1], seeing: ["accepted": 2, "delivered": 2])
    #expect(more.hears("first counts 2 as delivered in this launch, and 1 have arrived"))
  }

  /// The format of the services has no `reset`, and the ledger counts it when its turn comes.
  @Test(arguments: [false, true]) func `A reset that a gate has kept is dropped by a later launch`(isKept: Bool) {
    let day = isKept ? Day() : Day().play(.configurationArrives)
    let denied = day.signOut().play(.deny).flush()
    let later = (isKept ? denied.play(.configurationArrives) : denied).grant().launch(after: .killed)
      .see { $0.ledger = ["second": ["adopted": 1, "dropped": 1]] }
    #expect(later.hears(isKept ? [] : ["second has dropped calls for no reason"]))
  }
  // MARK: Secrets and bounds, which no event shows

  @Test func `No service sees a secret`() {
    let day = Day().track(1, secret: "pssst").track(2, given: ["source": "pssst"], says: ["source": "pssst"])
      .flush(first: [1, 2]) { if $0.properties["Keys.number"] == "1" { $0.properties["UserKeys.secret"] = "x" } }
    #expect(day.description.contains("direct has seen the secret pssst"))
    #expect(day.description.contains("first got the sensitive key UserKeys.secret"))
  }

  @Test(arguments: [(false, 71), (true, 318)])
  func `Links are bounded by what was there at once, and a dead screen counts as long as a descendant is there`(
    isOnTheLast: Bool, most: Int
  ) {
    let day = (1...100).reduce(Day()) { day, object in
      let dropped = isOnTheLast ? object - 1 : object
      let shown = day.show(object, "Home", on: isOnTheLast && object > 1 ? object - 1 : nil)
      return dropped > 0 ? shown.play(.drop(object: dropped)) : shown
    }
    #expect(day.see { $0.links = most }.hears())
    #expect(day.see { $0.links = most + 1 }.hears("there are \(most + 1) links, and may be \(most)"))
  }

  @Test func `Folders and files are bounded, and nobody else reads them; an issue has a reason`() {
    #expect(Day().see { ($0.folders, $0.files) = (17, 24) }.hears())
    let day = Day().see { ($0.folders, $0.files, $0.openToOthers) = (18, 25, ["user.json"]) }
    let texts = ["there are 18 folders", "there are 25 files for 0 calls", "others may read [\"user.json\"]"]
    for text in texts { #expect(day.description.contains(text)) }
    let absent = Day().play(.network(.absent)).see { $0.issues = ["deliveryFailed: no network"] }
    #expect(absent.hears())
    let full = absent.see { $0.issues = ["storeUnavailable: the disk is full"] }
    #expect(full.hears("nothing explains the issue: storeUnavailable"))
  }
}
