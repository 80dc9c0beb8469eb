import Testing

/// The model by itself: of each rule a day that keeps it, and one that breaks it.
@Suite struct ModelTests {
  // MARK: Properties

  @Test func `An event says what the call, the links and the objects of its chain say, nearest first`() {
    var day = Day()
    day.play(.show(.init(object: 1, kind: .screen, name: "Home", told: ["source": "push"])))
    day.play(.know(object: 1, key: "row", value: "1"))
    day.play(.show(.init(object: 2, kind: .screen, name: "Help", parent: 1, told: ["row": "2"])))
    day.play(.know(object: 2, key: "row", value: "4"))
    day.play(.show(.init(object: 3, kind: .cell, parent: 2)))
    day.track(1, on: 3, says: ["screen": "Help", "row": "2", "source": "push"])
    day.track(2, on: 3, given: ["row": "3"], says: ["screen": "Help", "row": "3", "source": "push"])
    day.flush(first: [1, 2])
    #expect(day.complaints == [])
    day.track(3, on: 3, says: ["screen": "Home", "row": "2", "source": "push"])
    #expect(day.hears("event 3 (liked) at direct: screen is Home, and should be Help"))
  }

  @Test func `Of an object that is gone, the link counts and its ancestors, but not the object`() {
    var day = Day()
    day.play(.show(.init(object: 1, kind: .screen, name: "Home")))
    day.play(.show(.init(object: 2, kind: .screen, name: "Help", parent: 1, told: ["row": "2"])))
    day.play(.show(.init(object: 3, kind: .model, parent: 2)))
    day.play(.drop(object: 2))
    day.track(1, on: 3, says: ["screen": "Home", "row": "2"])
    #expect(day.complaints == [])
    day.track(2, on: 3, says: ["screen": "Help", "row": "2"])
    #expect(day.hears("screen is Help, and should be Home"))
  }

  @Test func `Beyond an object that is gone, a project may be left out, and never mixes`() {
    var day = Day()
    day.play(.show(.init(object: 1, kind: .screen, name: "Home", told: ["project": "1", "title": "Pen"])))
    day.play(.show(.init(object: 2, kind: .screen, name: "Help", parent: 1)))
    day.play(.show(.init(object: 3, kind: .cell, parent: 2)))
    day.play(.drop(object: 2))
    day.track(1, on: 3, says: ["screen": "Home", "project": "1", "title": "Pen"])
    day.track(2, on: 3, says: ["screen": "Home"])
    #expect(day.complaints == [])
    day.track(3, on: 3, says: ["screen": "Home", "title": "Pen"])
    #expect(day.hears("event 3 (liked) at direct: project is missing, and should be 1"))
  }

  @Test func `Steps at once are one: each of them may have come first for what arrives`() {
    var day = Day()
    day.track(1)
    day.play(.atOnce([.deny, .grant]), [day.arrival(1, .first)])
    #expect(day.complaints == [])
    day.play(.pass(1), [day.arrival(1, .first)])
    #expect(day.hears("event 1 (liked) at first arrived although the user denied after it"))
    day.play(.atOnce([.track(.init(number: 2, event: "liked")), .track(.init(number: 3, event: "liked"))]))
    #expect(day.hears("event 2 (liked) has not arrived at direct"))
    #expect(day.hears("event 3 (liked) has not arrived at direct"))
  }

  @Test func `A cell that is linked again keeps its parent, and nothing else`() {
    var day = Day()
    day.play(.show(.init(object: 1, kind: .screen, name: "Home")))
    day.play(.show(.init(object: 2, kind: .cell, parent: 1, told: ["row": "1", "source": "list"])))
    day.play(.relink(.init(object: 2, kind: .cell, told: ["row": "2"])))
    day.track(1, on: 2, says: ["screen": "Home", "row": "2"])
    #expect(day.complaints == [])
    day.track(2, on: 2, says: ["screen": "Home", "row": "2", "source": "list"])
    #expect(day.hears("source is list, and should be missing"))
  }

  @Test func `A parent that closes a cycle is refused`() {
    var day = Day()
    day.play(.show(.init(object: 1, kind: .screen, name: "Home")))
    day.play(.show(.init(object: 2, kind: .screen, name: "Help", parent: 1)))
    day.play(.relink(.init(object: 1, kind: .screen, parent: 2)))
    day.track(1, on: 1, says: ["screen": "Home"])
    day.see { $0.issues = ["cycle: Help cannot be the parent of Home"] }
    #expect(day.complaints == [])
  }

  @Test func `A part has its parent's context, as that was`() {
    var day = Day()
    day.play(.show(.init(object: 1, kind: .screen, name: "Home")))
    day.play(.know(object: 1, key: "row", value: "1"))
    day.play(.show(.init(object: 2, kind: .part, parent: 1, told: ["source": "list"])))
    day.play(.know(object: 1, key: "row", value: "2"))
    day.track(1, on: 2, says: ["screen": "Home", "row": "1", "source": "list"])
    #expect(day.complaints == [])
    day.track(2, on: 2, says: ["screen": "Home", "row": "2", "source": "list"])
    #expect(day.hears("row is 2, and should be 1"))
  }

  @Test func `The properties of two projects do not mix`() {
    var day = Day()
    day.play(.show(.init(object: 1, kind: .screen, name: "Home", told: ["tags": "new"])))
    day.play(.know(object: 1, key: "project", value: "1"))
    day.play(.know(object: 1, key: "title", value: "Pen"))
    day.track(1, on: 1, says: ["screen": "Home", "project": "1", "title": "Pen", "tags": "new"])
    day.track(2, on: 1, given: ["project": "99"], says: ["screen": "Home", "project": "99"])
    #expect(day.complaints == [])
    day.track(3, on: 1, given: ["project": "99"], says: ["screen": "Home", "project": "99", "title": "Pen"])
    #expect(day.hears("title is Pen, and should be missing"))
  }

  @Test func `No service sees a secret`() {
    var day = Day()
    day.track(1, secret: "pssst")
    #expect(day.complaints == [])
    day.track(2, given: ["source": "pssst"], says: ["source": "pssst"])
    #expect(day.hears("direct has seen the secret pssst"))
    day.flush(first: [1, 2]) { if $0.properties["Keys.number"] == "1" { $0.properties["UserKeys.secret"] = "x" } }
    #expect(day.hears("first got the sensitive key UserKeys.secret"))
  }

  @Test func `Names and properties arrive in the style of their service`() {
    var day = Day()
    day.play(.configurationArrives)
    day.track(1)
    day.flush(first: [1], second: [1])
    #expect(day.complaints == [])
    day.track(2)
    day.flush(first: [2], second: [2]) { $0.name = "Events.User.shared" }
    #expect(day.hears("event 2 (liked) at first has the name Events.User.shared"))
  }

  // MARK: Arrival

  @Test func `A flush on a good network leaves nothing behind`() {
    var day = Day()
    day.track(1)
    day.play(.network(.absent))
    day.flush()
    day.play(.network(.good))
    #expect(day.complaints == [])
    day.flush()
    #expect(day.hears("event 1 (liked), tracked at 0.0, has not arrived at first after a flush"))
  }

  @Test(arguments: ModelledService.behindHub)
  func `A launch that flushes at once sends to each service what earlier ones have left`(service: ModelledService) {
    var day = Day()
    for number in 1...2 {
      day.play(.network(.absent))
      day.play(.configurationArrives)
      day.track(number)
      day.play(.exit(.suspended))
      day.play(.network(.good))
      let reached = ModelledService.behindHub.filter { number == 1 || $0 != service }
      day.play(.launch(.refresh), reached.map { day.arrival(number, $0) })
      #expect(day.complaints.isEmpty == (number == 1))
    }
    #expect(day.complaints.count == 1)
    #expect(day.hears("event 2 (liked), tracked at 0.0, has not arrived at \(service) after a flush"))
  }

  @Test func `A refusal pauses for minutes, and no flush ends that`() {
    var day = Day()
    day.track(1)
    day.play(.network(.refusing))
    day.play(.pass(10))
    day.play(.network(.good))
    day.flush()
    #expect(day.complaints == [])
    day.play(.pass(700))
    day.flush()
    #expect(day.hears("has not arrived at first after a flush"))
  }

  @Test(arguments: [Diary.Exit.killed, .crashed])
  func `A kill or a crash loses the last moment, and a suspended app nothing`(exit: Diary.Exit) {
    var day = Day()
    day.track(1)
    day.play(.exit(exit))
    day.launch()
    day.flush()
    #expect(day.complaints == [])
    day.track(2)
    day.play(.exit(.suspended))
    day.launch()
    day.flush()
    #expect(day.hears("event 2 (liked), tracked at 0.0, has not arrived at first"))
    day.track(3)
    day.play(.pass(1))
    day.play(.exit(exit))
    day.launch()
    day.flush()
    #expect(day.hears("event 3 (liked), tracked at 0.0, has not arrived at first"))
  }

  @Test func `A slow flush and a kill lose nothing`() {
    var day = Day()
    day.play(.network(.slow))
    day.track(3)
    day.play(.pass(1))
    day.flush()
    day.track(1)
    day.play(.pass(29))
    day.play(.exit(.killed))
    day.play(.network(.good))
    day.launch()
    day.play(.pass(100))
    day.flush()
    #expect(day.hears("event 3 (liked), tracked at 0.0, has not arrived at first"))
    #expect(day.hears("event 1 (liked), tracked at 1.0, has not arrived at first"))
    day.track(2)
    day.play(.pass(100))
    day.play(.exit(.killed))
    day.launch()
    day.flush()
    #expect(day.hears("event 2 (liked), tracked at 130.0, has not arrived at first"))
  }

  @Test func `A full disk may lose what it could not take, at the end of the process`() {
    var day = Day()
    day.play(.disk(isFull: true))
    day.track(1)
    day.play(.exit(.suspended))
    day.play(.disk(isFull: false))
    day.launch()
    day.flush()
    #expect(day.complaints == [])
    day.play(.disk(isFull: true))
    day.track(2)
    day.play(.disk(isFull: false))
    day.flush()
    #expect(day.hears("event 2 (liked), tracked at 0.0, has not arrived at first"))
  }

  @Test func `Direct gets an event before the call returns, and everything once`() {
    var day = Day()
    day.track(1)
    #expect(day.complaints == [])
    day.play(.pass(1), [day.arrival(1, .direct)])
    #expect(day.hears("event 1 (liked) at direct arrived although it had arrived before"))
    day.play(.track(.init(number: 2, event: "liked")))
    #expect(day.hears("event 2 (liked) has not arrived at direct"))
  }

  @Test func `Nobody invents an event`() {
    var day = Day()
    day.play(.flush, [Arrival(service: "direct", name: "Events.User.liked", properties: [:], tracked: 0, arrived: 0)])
    #expect(day.hears("direct got Events.User.liked [:], which nobody has tracked"))
  }

  @Test func `An event has one ID, and comes again only if a request has failed`() {
    var day = Day()
    day.track(1)
    day.play(.pass(10), [day.arrival(1, .first)])
    day.play(.network(.slow))
    day.play(.pass(40), [day.arrival(1, .first)])
    #expect(day.complaints == [])
    day.play(.pass(1), [day.arrival(1, .first) { $0.id = "another" }])
    #expect(day.hears("event 1 (liked) at first came again under another ID"))
    day.play(.network(.good))
    day.track(2)
    day.play(.pass(10), [day.arrival(2, .first) { $0.id = day.arrival(1, .first).id }])
    #expect(day.hears("event 2 (liked) at first has the ID of event 1"))
    day.track(3)
    day.play(.pass(10), [day.arrival(3, .first)])
    day.play(.pass(10), [day.arrival(3, .first)])
    #expect(day.hears("event 3 (liked) at first came again, although no request of it has failed"))
  }

  @Test func `The next launch does not send what has arrived`() {
    var day = Day()
    day.track(1)
    day.flush(first: [1])
    day.play(.exit(.killed))
    day.launch()
    #expect(day.complaints == [])
    day.flush(first: [1])
    #expect(day.hears("event 1 (liked) at first arrived although it had arrived before"))
  }

  @Test func `Events arrive in the order of the calls`() {
    var day = Day()
    day.track(1)
    day.track(2)
    day.flush(first: [1, 2])
    #expect(day.complaints == [])
    day.track(3)
    day.track(4)
    day.flush(first: [4, 3])
    #expect(day.hears("event 3 (liked) at first arrived after a later one"))
  }

  @Test func `An event that has failed may come behind others`() {
    var day = Day()
    day.play(.network(.refusing))
    day.track(1)
    day.play(.network(.good))
    day.track(2)
    day.flush(first: [2, 1])
    #expect(day.complaints == [])
  }

  @Test func `An event says when it was tracked, and whose it is`() {
    var day = Day()
    day.identify("john")
    day.track(1)
    day.play(.pass(60))
    day.signOut()
    day.flush(first: [1])
    #expect(day.complaints == [])
    day.track(2)
    day.flush(first: [2]) { ($0.tracked, $0.user) = (0, "john") }
    #expect(day.hears("event 2 (liked) at first says that it was tracked at 0.0, and it was at 60.0"))
    #expect(day.hears("event 2 (liked) at first is of john, and should be of nobody"))
  }

  @Test func `Direct hears at once who is there`() {
    var day = Day()
    day.identify("john")
    day.signOut()
    day.identify("mary")
    day.play(.exit(.suspended))
    day.launch()
    #expect(day.complaints == [])
    day.play(.identify("paul"))
    #expect(day.hears("direct has not heard of paul"))
    day.play(.signOut)
    #expect(day.hears("direct has not heard that the user has signed out"))
    day.play(.exit(.suspended))
    day.play(.launch(.foreground), [day.identify(of: "paul", .direct)])
    #expect(day.complaints.count == 2)
  }

  @Test func `A destination sends by itself while the app is open`() {
    var day = Day()
    day.track(1)
    day.play(.pass(70))
    #expect(day.complaints == [])
    day.play(.pass(70))
    #expect(day.hears("event 1 (liked) has not arrived at first by itself"))
    day.track(2)
    day.play(.network(.absent))
    day.play(.pass(1_000))
    day.play(.network(.good))
    day.play(.pass(700))
    day.play(.enterBackground, [day.arrival(2, .first)])
    day.track(3)
    day.play(.pass(500))
    #expect(day.complaints.count == 1)
    day.play(.enterForeground)
    day.play(.pass(500))
    #expect(day.complaints.count == 1)
    day.play(.pass(500))
    #expect(day.hears("event 3 (liked) has not arrived at first by itself"))
  }

  @Test func `Services hear who signs in`() {
    var day = Day()
    day.identify("john")
    day.flush()
    #expect(day.complaints == [])
    day.signOut()
    day.identify("mary")
    day.unheard = ["john"]
    day.flush()
    #expect(day.hears("first has not heard of mary after a flush"))
    day.play(.configurationArrives)
    day.flush()
    #expect(day.hears("second has not heard of mary after a flush"))
  }

  // MARK: Persons

  @Test func `One person never has another's anonymous ID, and one in a launch`() {
    var day = Day()
    day.track(1)
    day.identify("john")
    day.track(2)
    day.flush(first: [1, 2])
    day.signOut()
    day.track(3)
    day.flush(first: [3])
    #expect(day.complaints == [])
    day.track(4)
    day.flush(first: [4]) { $0.anonymousID = "A" }
    #expect(day.hears("event 4 (liked) at first has the anonymous ID of another person, A"))
    day.track(5)
    day.flush(first: [5]) { $0.anonymousID = "C" }
    #expect(day.hears("event 5 (liked) at first has the anonymous ID C, and its person had A before"))
    day.flush { _ in }
    day.play(.flush, [day.identify(of: "john", .first) { $0.anonymousID = "C" }])
    #expect(day.hears("first got an identify of john with the anonymous ID of another person, C"))
  }

  @Test func `A person ends with another user and with a denial, and not with a launch`() {
    var day = Day()
    day.identify("john")
    day.track(1)
    day.flush(first: [1])
    day.play(.exit(.suspended))
    day.launch()
    day.track(2)
    day.flush(first: [2])
    day.person = "B"
    day.identify("mary")
    day.track(3)
    day.flush(first: [3])
    day.play(.deny)
    day.person = "C"
    day.grant()
    day.track(4)
    day.flush(first: [4])
    #expect(day.complaints == [])
    day.person = "D"
    day.identify("john")
    day.track(5)
    day.flush(first: [5]) { $0.anonymousID = "A" }
    #expect(day.hears("event 5 (liked) at first has the anonymous ID of another person, A"))
  }

  /// An event of an app that tells of itself, as `direct` gets it. The installation ends with the person, as the visit does.
  private func arrival(
    _ name: String, _ user: String?, _ visit: Int?, _ number: Int? = nil, says: [String: String] = [:]
  ) -> Arrival {
    var properties = says.merging(["Keys.app": "year", "appVersion": "1.0"]) { said, _ in said }
    properties["installationId"] = "installation \(visit ?? 1)"
    (properties["sessionId"], properties["sessionNumber"]) = (visit.map { "visit \($0)" }, visit.map { "\($0)" })
    properties["Keys.number"] = number.map { "\($0)" }
    return Arrival(
      service: "direct", id: nil, name: name, properties: properties, user: user, anonymousID: nil, tracked: 0,
      arrived: 0)
  }

  @Test func `A visit that an offer begins has no duration, and the offer has one`() {
    var model = Model(app: ModelledApp())
    func watched(_ status: String, _ visit: Int, _ seconds: String? = nil) -> Arrival {
      var says = ["screen": "Home", "clip": "2", "status": status]
      says["secondsActive"] = seconds
      return arrival("watched", nil, visit, says: says)
    }
    func read(_ step: Diary.Step, _ arrivals: [Arrival]) -> [String] {
      model.read(step, arrivals: arrivals, sight: nil)
    }
    var complaints = read(
      .launch(.foreground), [arrival("installed", nil, nil), arrival("began", nil, 1), arrival("launched", nil, 1)])
    complaints += read(.show(.init(object: 1, kind: .screen, name: "Home")), [])
    complaints += read(.offer(number: 2, object: 1), [watched("opened", 1)])
    complaints += read(.watch(number: 2, .started), [watched("started", 1)])
    complaints += read(.deny, [])
    complaints += read(.watch(number: 2, .completed), [arrival("began", nil, 2), watched("completed", 2, "0")])
    #expect(complaints == [])
  }

  @Test func `An offer that is opened in the background ends when the app says once more that it is there`() {
    var model = Model(app: ModelledApp())
    func read(_ step: Diary.Step, _ arrivals: Arrival...) -> [String] {
      model.read(step, arrivals: arrivals, sight: nil)
    }
    func watched(_ status: String) -> Arrival {
      arrival("watched", nil, 1, says: ["screen": "Home", "clip": "2", "status": status])
    }
    var complaints = read(
      .launch(.foreground), arrival("installed", nil, nil), arrival("began", nil, 1), arrival("launched", nil, 1))
    complaints += read(.show(.init(object: 1, kind: .screen, name: "Home")))
    complaints += read(.enterBackground, arrival("left", nil, 1))
    complaints += read(.offer(number: 2, object: 1), watched("opened"))
    #expect(complaints == [])
    let before = model
    #expect(read(.enterBackground, watched("canceled")) == [])
    model = before
    #expect(read(.enterBackground).contains { $0.hasSuffix("(watched) has not arrived at direct") })
  }

  @Test(arguments: [false, true]) func `An offer ends with its person, and perhaps where nobody knows who that was`(
    _ isLocked: Bool
  ) {
    var day = Day(isAgreed: false)
    func watched(_ status: String, _ user: String) -> Arrival {
      Arrival(
        service: "direct", name: "watched",
        properties: ["Keys.app": "year", "Keys.screen": "Home", "clip": "2", "status": status], user: user,
        tracked: 0, arrived: 0)
    }
    day.identify("john")
    if isLocked {
      day.play(.exit(.suspended))
      day.play(.launch(.beforeFirstUnlock))
    }
    day.play(.enterForeground)
    day.play(.show(.init(object: 1, kind: .screen, name: "Home")))
    day.play(.offer(number: 2, object: 1), [watched("opened", "john")])
    var other = day
    other.see { $0.issues = ["sessionDropped: Another user takes over"] }
    #expect(other.hears("nothing explains the issue: sessionDropped") != isLocked)
    day.identify("mary")
    day.see { $0.issues = ["sessionDropped: Another user takes over"] }
    other = day
    other.play(.enterBackground)
    #expect(other.complaints == [])
    day.play(.enterBackground, [watched("canceled", "mary")])
    #expect(day.complaints == [] ? isLocked : day.hears("got watched"))
    #expect(day.complaints.isEmpty == isLocked)
  }

  @Test func `A visit that begins is its user's, also where the pages leave open whether it begins`() {
    var model = Model(app: ModelledApp())
    func track(_ number: Int) -> Diary.Step { .track(.init(number: number, object: nil, event: "liked")) }
    let launch = [arrival("installed", nil, nil), arrival("began", nil, 1), arrival("launched", nil, 1)]
    #expect(model.read(.launch(.foreground), arrivals: launch, sight: nil) == [])
    #expect(model.read(.identify("john"), arrivals: [arrival("identify", "john", nil)], sight: nil) == [])
    // Nobody had agreed: the denial may end the visit, or not.
    let steps = Diary.Step.atOnce([.deny, track(1), .signOut, track(2)])
    let (johns, nobodys) = (
      [arrival("began", "john", 2), arrival("liked", "john", 2, 1)],
      [arrival("reset", nil, nil), arrival("began", nil, 3), arrival("liked", nil, 3, 2)]
    )
    var other = model
    #expect(model.read(steps, arrivals: johns + nobodys, sight: nil) == [])
    let wrong = [arrival("began", "john", 3)] + nobodys.suffix(1)
    let complaints = other.read(
      steps, arrivals: [arrival("liked", "john", 1, 1)] + nobodys.prefix(1) + wrong, sight: nil)
    #expect(complaints.contains { $0.contains("(began) has not arrived at direct") })
  }

  @Test func `Services know the end of a person after a kill, also in the last moment`() {
    for ending in Ending.allCases {
      for isSoon in [true, false] {
        var day = Day()
        day.identify("john")
        day.track(1)
        day.flush(first: [1])
        day.end(by: ending)
        if !isSoon { day.play(.pass(1)) }
        day.play(.exit(.killed))
        day.launch()
        day.grant()
        day.track(2)
        day.unheard = []
        day.flush(first: [2]) { $0.anonymousID = "A" }
        #expect(day.hears("event 2 (liked) at first has the anonymous ID of another person"))
      }
    }
  }

  @Test func `Services know the end of a person that a gate holds when the app ends`() {
    for ending in Ending.allCases {
      for service in ModelledService.behindHub {
        var day = Day()
        day.play(.configurationArrives)
        day.identify("john")
        day.track(1)
        day.flush(first: [1], second: [1])
        day.play(.exit(.suspended))
        day.launch()
        day.end(by: ending)
        day.play(.exit(.suspended))
        day.launch()
        day.grant()
        day.play(.configurationArrives)
        day.track(2)
        day.unheard = []
        day.flush(first: [2], second: [2]) { if $0.service == "\(service)" { $0.anonymousID = "A" } }
        #expect(day.hears("event 2 (liked) at \(service) has the anonymous ID of another person"))
      }
    }
  }

  // MARK: Consent

  @Test func `A gate holds until the user agrees, and then nothing is missing`() {
    var day = Day(isAgreed: false)
    day.track(1)
    day.flush()
    day.identify("john")
    day.grant()
    day.flush(first: [1])
    #expect(day.complaints == [])

    var early = Day(isAgreed: false)
    early.track(1)
    early.flush(first: [1])
    #expect(early.hears("event 1 (liked) at first arrived while a gate has to hold it"))

    var missing = Day(isAgreed: false)
    missing.track(1)
    missing.grant()
    missing.flush()
    #expect(missing.hears("event 1 (liked), tracked at 0.0, has not arrived at first"))
  }

  @Test func `What may have had consent arrives, also when its person has left before the user agrees again`() {
    var day = Day(isAgreed: false)
    // The next launch may not know the decision.
    day.play(.launch(.beforeFirstUnlock))
    day.grant()
    day.play(.exit(.suspended))
    day.launch()
    day.track(1)
    day.signOut()
    day.grant()
    day.play(.configurationArrives)
    day.flush(second: [1])
    #expect(day.complaints == [])
  }

  @Test func `No service sees who was there before the one who agrees`() {
    var day = Day(isAgreed: false)
    day.identify("john")
    day.track(1)
    day.signOut()
    day.grant()
    day.flush()
    #expect(day.complaints == [])
    day.flush(first: [1])
    #expect(
      day.hears("event 1 (liked) at first arrived although the person who did it had left before the user agreed"))
    #expect(day.hears("first knows of john, who never agreed while signed in"))
  }

  @Test func `Nothing from before or during a denial arrives`() {
    var day = Day()
    day.track(1)
    day.play(.deny)
    day.track(2)
    day.grant()
    day.person = "B"
    day.flush()
    #expect(day.complaints == [])
    day.flush(first: [1])
    #expect(day.hears("event 1 (liked) at first arrived although the user denied after it"))
    day.flush(first: [2])
    #expect(day.hears("event 2 (liked) at first arrived although it was tracked while the user had denied"))
  }

  @Test func `A request that runs during a denial may arrive`() {
    var day = Day()
    day.track(1)
    day.play(.deny, [day.arrival(1, .first)])
    day.grant()
    day.play(.network(.slow))
    day.person = "B"
    day.track(2)
    day.play(.deny)
    day.play(.pass(20))
    day.play(.pass(0), [day.arrival(2, .first)])
    #expect(day.complaints == [])
    day.play(.pass(20))
    day.play(.pass(0), [day.arrival(2, .first)])
    #expect(day.hears("event 2 (liked) at first arrived although the user denied after it"))
  }

  @Test func `The next launch knows a denial, also from a full disk`() {
    for isFull in [false, true] {
      var day = Day()
      day.play(.disk(isFull: isFull))
      day.play(.deny)
      day.play(.exit(.killed))
      day.play(.disk(isFull: false))
      day.launch()
      day.track(1)
      day.flush()
      #expect(day.complaints == [])
      day.flush(first: [1])
      #expect(day.hears("event 1 (liked) at first arrived"))
    }
  }

  @Test func `A thousand calls wait for the user, and the oldest may be missing`() {
    var day = Day(isAgreed: false)
    for number in 1...1_100 { day.track(number) }
    day.grant()
    day.flush(first: Array(101...1_100))
    #expect(day.complaints == [])

    var missing = Day(isAgreed: false)
    for number in 1...1_100 { missing.track(number) }
    missing.grant()
    missing.flush(first: Array(201...1_100))
    #expect(missing.hears("has not arrived at first"))
  }

  @Test func `Second gets nothing before its configuration, and what it holds ends with the app`() {
    var day = Day()
    day.track(1)
    day.flush(first: [1])
    day.play(.configurationArrives)
    day.flush(second: [1])
    day.play(.exit(.suspended))
    day.launch()
    day.track(2)
    day.flush(first: [2])
    day.play(.exit(.suspended))
    day.launch()
    day.play(.configurationArrives)
    day.flush()
    #expect(day.complaints == [])
    day.flush(second: [2])
    #expect(day.hears("event 2 (liked) at second arrived although the app ended while a gate held it"))
    day.play(.exit(.suspended))
    day.launch()
    day.track(3)
    day.flush(first: [3], second: [3])
    #expect(day.hears("event 3 (liked) at second arrived while a gate has to hold it"))
    day.play(.configurationArrives)
    day.track(4)
    day.flush(first: [4])
    #expect(day.hears("event 4 (liked), tracked at 0.0, has not arrived at second"))
  }

  @Test func `What had consent passes the configuration's gate, also when its person has left`() {
    var day = Day()
    day.identify("john")
    day.track(1)
    day.signOut()
    day.flush(first: [1])
    #expect(day.complaints == [])
    day.play(.configurationArrives)
    day.flush()
    #expect(day.hears("event 1 (liked), tracked at 0.0, has not arrived at second"))
  }

  @Test func `Before the first unlock nobody can tell who is there, and nothing has to arrive`() {
    var day = Day()
    day.identify("john")
    day.play(.exit(.suspended))
    day.play(.launch(.beforeFirstUnlock))
    day.user = nil
    day.track(1)
    day.play(.enterForeground)
    day.user = "john"
    day.track(2)
    day.flush(first: [2])
    #expect(day.complaints == [])
    day.track(3)
    day.flush(first: [3]) { $0.user = "mary" }
    #expect(day.hears("event 3 (liked) at first is of mary, and should be of john or nobody"))
  }

  // MARK: Once a day

  @Test func `An event counts once a day`() {
    var day = Day()
    day.play(.enterBackground)
    day.play(.pass(40_000))
    day.track(1, "visited", isOncePerDay: true)
    day.play(.pass(3_600))
    day.track(2, "visited", isOncePerDay: true)
    day.flush(first: [1])
    day.play(.pass(86_400))
    day.track(3, "visited", isOncePerDay: true)
    day.flush(first: [3])
    #expect(day.complaints == [])
    day.play(.pass(86_400))
    day.track(4, "visited", isOncePerDay: true)
    day.flush()
    #expect(day.hears("event 4 (visited), tracked at 216400.0, has not arrived at first"))
    day.track(5, "visited", isOncePerDay: true)
    day.flush(first: [4, 5])
    #expect(day.hears("event 5 (visited) at first is the second one of its day"))
  }

  // MARK: What is seen

  @Test func `The account adds up, and says after a flush what has arrived`() {
    var day = Day()
    day.track(1)
    day.see { $0.ledger = ["first": ["accepted": 1, "waiting": 1, "events": 1, "suppressed": 7]] }
    day.flush(first: [1]) { _ in
    } sight: {
      $0.ledger = ["first": ["accepted": 1, "delivered": 1]]
    }
    #expect(day.complaints == [])
    day.see { $0.ledger = ["first": ["accepted": 2, "delivered": 1]] }
    #expect(day.hears("the ledger of first does not add up: 2 are not 1"))
    day.see { $0.ledger = ["first": ["accepted": 1, "dropped": 1]] }
    #expect(day.hears("first has dropped calls for no reason"))
    day.flush { _ in
    } sight: {
      $0.ledger = ["first": ["accepted": 2, "delivered": 1, "stored": 1]]
    }
    #expect(day.hears("after a flush, 1 calls of first are stored"))
    day.flush { _ in
    } sight: {
      $0.ledger = ["first": ["accepted": 2, "delivered": 2]]
    }
    #expect(day.hears("first counts 2 as delivered in this launch, and 1 have arrived"))
  }

  @Test func `The account has every event that the hub got, and a gate holds a thousand calls`() {
    var day = Day()
    day.track(1)
    day.see { $0.ledger = ["first": ["accepted": 1, "waiting": 1, "held": 0]] }
    #expect(day.complaints == [])
    day.see { $0.ledger = ["first": ["accepted": 0]] }
    #expect(day.hears("first has accepted 0 calls, and got 1 events in this launch"))
    day.see { $0.ledger = ["first": ["accepted": 1_003, "held": 1_003]] }
    #expect(day.hears("the gate in front of first holds more than 1,000 calls"))
    day.see { $0.ledger = ["first": ["accepted": 0, "held": -1, "stored": 1]] }
    #expect(day.hears("the ledger of first counts below zero"))
  }

  @Test func `Links are bounded by what was there at once`() {
    var day = Day()
    for object in 1...100 {
      day.play(.show(.init(object: object, kind: .screen, name: "Home")))
      day.play(.drop(object: object))
    }
    day.see { $0.links = 71 }
    #expect(day.complaints == [])
    day.see { $0.links = 72 }
    #expect(day.hears("there are 72 links, and may be 71"))
  }

  @Test func `A dead screen counts as long as a descendant is there`() {
    var day = Day()
    for object in 1...100 {
      day.play(.show(.init(object: object, kind: .screen, name: "Home", parent: object == 1 ? nil : object - 1)))
      if object > 1 { day.play(.drop(object: object - 1)) }
    }
    day.see { $0.links = 318 }
    #expect(day.complaints == [])
    day.see { $0.links = 319 }
    #expect(day.hears("there are 319 links, and may be 318"))
  }

  @Test func `Folders and files are bounded, and nobody else reads them`() {
    var day = Day()
    day.see { ($0.folders, $0.files) = (17, 24) }
    #expect(day.complaints == [])
    day.see { ($0.folders, $0.files, $0.openToOthers) = (18, 25, ["user.json"]) }
    #expect(day.hears("there are 18 folders"))
    #expect(day.hears("there are 25 files for 0 calls"))
    #expect(day.hears("others may read [\"user.json\"]"))
  }

  /// The format of the services has no `reset`, and the ledger counts it when its turn comes.
  @Test(arguments: [false, true]) func `A reset that a gate has kept is dropped by a later launch`(isKept: Bool) {
    var day = Day()
    if !isKept { day.play(.configurationArrives) }
    day.signOut()
    day.play(.deny)
    day.flush()
    if isKept { day.play(.configurationArrives) }
    day.grant()
    day.play(.exit(.killed))
    day.launch()
    day.see { $0.ledger = ["second": ["adopted": 1, "dropped": 1]] }
    #expect(day.hears("second has dropped calls for no reason") != isKept)
  }

  @Test(arguments: [false, true]) func `A step that an offer does not allow reads the chain, too`(signsOut: Bool) {
    var day = Day()
    day.play(.enterForeground)
    day.play(.show(.init(object: 1, kind: .screen, name: "Home")))
    day.play(.show(.init(object: 2, kind: .screen, name: "Help", parent: 1)))
    day.play(.offer(number: 3, object: 2))
    if signsOut { day.play(.signOut) }
    day.play(.drop(object: 1))
    var (read, ofNobody) = (day, day)
    read.play(.watch(number: 3, .paused))
    read.see { $0.issues = ["ancestorGone: Home is gone"] }
    #expect(!read.hears("nothing explains the issue"))
    ofNobody.play(.watch(number: 4, .paused))
    ofNobody.see { $0.issues = ["ancestorGone: Home is gone"] }
    #expect(ofNobody.hears("nothing explains the issue: ancestorGone: Home is gone"))
  }

  @Test func `An issue has a reason in the diary`() {
    var day = Day()
    day.see { $0.issues = ["ancestorGone: Help is gone"] }
    #expect(day.hears("nothing explains the issue: ancestorGone: Help is gone"))
    var absent = Day()
    absent.play(.network(.absent))
    absent.see { $0.issues = ["deliveryFailed: no network"] }
    #expect(absent.complaints == [])
    absent.see { $0.issues = ["storeUnavailable: the disk is full"] }
    #expect(absent.hears("nothing explains the issue: storeUnavailable"))
  }
}

/// What ends a person.
private enum Ending: CaseIterable { case signOut, anotherUser, denial }

/// A diary that is written by hand, with what its services got.
private struct Day: CustomStringConvertible {
  var user: String?
  /// The anonymous ID of the person.
  var person = "A"
  /// Users of whom `first` has yet to hear, and their anonymous IDs.
  var unheard: [String] = []
  private var isAgreed = false
  private var persons: [String: String] = [:]
  private(set) var complaints: [String] = []
  private var model = Model()
  var clock = 0.0
  private var tracked: [Int: (arrival: Arrival, says: [String: String])] = [:]

  init(isAgreed: Bool = true) {
    launch()
    if isAgreed { grant() }
  }

  var description: String { "\(complaints)" }

  func hears(_ text: String) -> Bool { complaints.contains { $0.contains(text) } }

  mutating func play(_ step: Diary.Step, _ arrivals: [Arrival] = [], sight: Sight? = nil) {
    if case .pass(let seconds) = step { clock += seconds }
    complaints += model.read(step, arrivals: arrivals, sight: sight)
  }

  mutating func launch() { play(.launch(.foreground), user.map { [identify(of: $0, .direct)] } ?? []) }

  mutating func identify(_ user: String) {
    self.user = user
    unheard.append(user)
    persons[user] = person
    play(.identify(user), [identify(of: user, .direct)])
  }

  mutating func grant() {
    isAgreed = true
    if let user { unheard = [user] }
    if let user { persons[user] = person }
    play(.grant, user.map { [identify(of: $0, .direct)] } ?? [])
  }

  /// Ends the person.
  mutating func end(by ending: Ending) {
    person = "B"
    switch ending {
    case .signOut: signOut()
    case .anotherUser: identify("mary")
    case .denial: play(.deny)
    }
  }

  mutating func signOut() {
    (user, person) = (nil, "B")
    if !isAgreed { unheard = [] }
    play(.signOut, [Arrival(service: "direct", name: "reset", properties: [:], tracked: clock, arrived: clock)])
  }

  mutating func track(
    _ number: Int, _ event: String = "liked", on object: Int? = nil, given: [String: String] = [:],
    says: [String: String] = [:], secret: String? = nil, isOncePerDay: Bool = false
  ) {
    let arrival = Arrival(
      service: "", name: event, properties: [:], user: user, anonymousID: person, tracked: clock, arrived: 0)
    tracked[number] = (arrival, says.merging(["number": "\(number)", "app": "year"]) { said, _ in said })
    let step = Diary.Tracked(
      number: number, object: object, event: event, given: given, secret: secret, isOncePerDay: isOncePerDay)
    play(.track(step), [self.arrival(number, .direct)])
  }

  mutating func flush(
    first: [Int] = [], second: [Int] = [], _ change: (inout Arrival) -> Void = { _ in },
    sight: ((inout Sight) -> Void)? = nil
  ) {
    let users = unheard.map { user in identify(of: user, .first) { $0.anonymousID = persons[user] } }
    unheard = []
    let arrivals = users + first.map { arrival($0, .first, change) } + second.map { arrival($0, .second, change) }
    play(.flush, arrivals, sight: sight.map(Self.sight))
  }

  mutating func see(_ change: (inout Sight) -> Void) { play(.pass(0), sight: Self.sight(change)) }

  private static func sight(_ change: (inout Sight) -> Void) -> Sight {
    var sight = Sight(ledger: [:], folders: 1, files: 1, openToOthers: [], links: 1, issues: [])
    change(&sight)
    return sight
  }

  /// An event, as it should arrive.
  func arrival(_ number: Int, _ service: ModelledService, _ change: (inout Arrival) -> Void = { _ in }) -> Arrival {
    guard var arrival = tracked[number]?.arrival, let says = tracked[number]?.says else { preconditionFailure() }
    arrival.service = "\(service)"
    arrival.arrived = clock
    arrival.id = service == .direct ? nil : "\(service)-\(number)"
    if service == .direct { arrival.anonymousID = nil }
    let (path, keys) = service == .second ? ("events_user_", "keys_") : ("Events.User.", "Keys.")
    arrival.name = path + arrival.name
    arrival.properties = Dictionary(uniqueKeysWithValues: says.map { (keys + $0.key, $0.value) })
    change(&arrival)
    return arrival
  }

  func identify(
    of user: String, _ service: ModelledService, _ change: (inout Arrival) -> Void = { _ in }
  ) -> Arrival {
    var arrival = Arrival(
      service: "\(service)", id: service == .direct ? nil : "identify-\(user)", name: "identify", properties: [:],
      user: user, anonymousID: service == .direct ? nil : person, tracked: clock, arrived: clock)
    change(&arrival)
    return arrival
  }
}
