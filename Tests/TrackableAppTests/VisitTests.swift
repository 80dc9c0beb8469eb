import Foundation
import TestSupport
import Testing
import Trackable
import TrackableApp
import TrackableTesting

/// Which visit an event belongs to.
@Suite struct VisitTests {
  private let launches = Launches()
  private var file: URL { launches.url.appending(path: "user.json") }

  private func tap() { TrackableSystem.track(App.tapped) }

  /// A launch in which the user comes, and perhaps leaves again. Returns the visit.
  @discardableResult private func visit(leaves: Bool = false) -> TrackedValue? {
    launches.launch { app, _ in
      come()
      defer { if leaves { leave(app) } }
      return app.visitID
    }
  }

  @Test func `An app that chose nothing says nothing, and tracks nothing`() {
    let app = TrackableApp()
    withRecordedTracking(root: app) { recorder in
      app.start()
      come()
      tap()
      leave(app)
      #expect(recorder.names == ["tapped"])
      #expect(recorder.events.map(\.properties) == [[]])
      #expect(app.installationID == nil && app.visitID == nil)
    }
  }

  // MARK: Persons

  @Test func `Who refuses a purpose that was never granted keeps the installation and the visit, no other one does`() {
    launches.installation = .untilReset()
    launches.launch { app, _ in
      come()
      let (installation, visit) = (app.installationID, app.visitID)
      app.consent.update([.analytics: .granted, .advertising: .denied])
      #expect(installation != nil && app.installationID == installation)
      #expect(visit != nil && app.visitID == visit)
      app.consent.deny(.analytics)
      #expect(app.installationID != installation && app.visitID != visit)
    }
  }

  @Test func `An event of a person who has left gets no visit of the next person`() {
    let signsOut = Shared<(@Sendable () -> Void)?>(nil)
    launches.visits = VisitPolicy { _ in
      signsOut.withLock { $0.take() }?()
      return VisitPolicy.random(Date())
    }
    launches.launch { app, _ in
      let next = Shared<TrackedValue?>(nil)
      // The user signs out while another thread makes an ID; here, on the same thread.
      let signOut: @Sendable () -> Void = {
        TrackableSystem.reset()
        next.set(app.visitID)
      }
      signsOut.set(signOut)
      come()
      #expect(next.value != nil && app.visitID == next.value)
      launches.wait(61)
      signsOut.set(signOut)
      TrackableSystem.reset()
      #expect(app.visitID == nil)
      #expect(next.value != nil && app.visitID == next.value)
    }
  }

  @Test func `An event of a person who has left ends no visit of the next person`() {
    launches.launch { app, recorder in
      come()
      let next = Shared<TrackedValue?>(nil)
      // The user signs out while another thread finds out which visit it is; here, on the same thread.
      launches.whenAsked.set {
        TrackableSystem.reset()
        next.set(app.visitID)
      }
      _ = app.visitID
      #expect(next.value != nil && app.visitID == next.value)
      #expect(recorder.names.count { $0 == "visitBegan" } == 2)
    }
  }

  @Test func `A visit whose person goes while it begins is not continued by the next launch`() {
    let isFirst = Shared(true)
    launches.visits = VisitPolicy(
      away: .seconds(60),
      id: { _ in
        if !isFirst.exchange(false) { return "second" }
        TrackableSystem.reset()
        return "first"
      })
    launches.tells = false
    launches.launch { _, _ in come() }
    #expect(!isFirst.value)
    #expect(visit() == "second")
  }

  @Test func `Of several threads that track when a visit has to begin, one begins it, and no number is left out`() {
    launches.launch { _, recorder in
      come()
      let system = launches.system
      for _ in 0..<50 {
        TrackableSystem.reset()
        _ = onThreads(4) { _ in system?.run { TrackableSystem.track(App.tapped) } }
      }
      let visits = Set(zip(recorder.texts("sessionNumber"), recorder.texts("sessionId")).map { [$0, $1] })
      // One for the first person, one for each after that, and none before the user came.
      #expect(Set(visits.map { $0[0] }) == Set((1...51).map(String.init) + ["-"]))
      #expect(visits.count == 52)
      #expect(recorder.names.count { $0 == "visitBegan" } == 51)
    }
  }

  // MARK: Policies

  @Test func `A launch begins a visit of its own where the app wants that`() {
    launches.visits = VisitPolicy(away: .seconds(60), survivesLaunch: false)
    let ids = [visit(), visit()]
    #expect(ids[0] != ids[1] && !ids.contains(nil))
  }

  @Test func `A visit ends without an event for a while, or after its maximum, if the app wants that`() {
    launches.visits = VisitPolicy(away: .seconds(60), inactivity: .seconds(20), maximum: .seconds(100))
    launches.launch { _, recorder in
      come()
      for seconds in [19.0, 19, 19, 20, 19, 19, 19, 19, 19, 19] {
        launches.wait(seconds)
        tap()
      }
      let taps = zip(recorder.names, recorder.texts("sessionNumber")).filter { $0.0 == "tapped" }
      #expect(taps.map(\.1) == ["1", "1", "1", "2", "2", "2", "2", "2", "2", "3"])
    }
  }

  @Test func `The ID has the form that the app wants, also at the next launch`() {
    launches.visits = VisitPolicy(away: .seconds(60), id: VisitPolicy.startInMilliseconds)
    for _ in 1...2 { #expect(visit() == .int(1_000_000_000)) }
  }

  // MARK: Before the first unlock

  @Test func `After a launch before the first unlock, the user is known as soon as the user comes`() throws {
    launches.launch { app, _ in
      TrackableSystem.identify("john")
      app.consent.grant(.analytics)
    }
    let unlock = try lock(file)
    try launches.launch { app, recorder in
      tap()
      try unlock()
      come()
      #expect(app.consent.status(of: .analytics) == .granted)
      #expect(recorder.events.map(\.userID) == [nil, "john", "john"])
    }
  }

  @Test(arguments: [nil, 59, 60] as [Double?])
  func `A visit goes on in a launch before the first unlock, whose events before that have none`(away: Double?) throws {
    let first = visit(leaves: true)
    let unlock = try lock(file)
    try launches.launch { app, recorder in
      tap()
      #expect(app.visitID == nil)
      try unlock()
      if let away {
        launches.wait(away)
        come()
        #expect((app.visitID == first) == (away < 60))
        #expect(recorder.names.contains("visitBegan") == (away >= 60))
      } else {
        // The app is still in the background.
        tap()
        #expect(app.visitID == first)
      }
      _ = recorder.issues
    }
  }

  @Test func `An app whose file cannot be read has a visit when the user comes`() throws {
    visit()
    _ = try lock(file)
    launches.launch { app, recorder in
      come()
      let id = app.visitID
      tap()
      #expect(id != nil && app.visitID == id)
      #expect(recorder.names.count { $0 == "visitBegan" } == 1)
      _ = recorder.issues
    }
  }

  // MARK: Clocks, and the next launch

  @Test func `A launch at the moment of a kill continues the visit, whatever the fraction of the second`() {
    launches.wait(1_700_000_000)
    for number in 1...60 {
      launches.wait(3_600)
      launches.offset.set(1 / Double(number))
      #expect(visit() == visit(), "with a fraction of 1/\(number)")
    }
  }

  @Test func `A clock that is set back or forth does not change a visit in a process`() {
    launches.launch { app, recorder in
      come()
      for shift in [-86_400.0, 86_400, 0] {
        launches.offset.set(shift)
        leave(app)
        launches.wait(30)
        come()
      }
      #expect(Set(recorder.texts("sessionId").dropFirst()).count == 1)
    }
  }

  @Test(arguments: [60, -10] as [Double])
  func `A visit that was over for a launch in the background is over for the next launch, whatever the clock says`(
    ahead: Double
  ) {
    let first = visit(leaves: true)
    launches.offset.set(ahead)
    launches.launch { app, recorder in
      tap()
      #expect(recorder.texts("sessionId") == ["-"])
    }
    launches.offset.set(30)
    let next = visit()
    #expect(next != nil && next != first)
  }

  @Test(arguments: [false, true])
  func `A visit that ended without an event before the user left is not continued by the next launch`(
    anotherProcessWrites: Bool
  ) throws {
    launches.visits = VisitPolicy(away: .seconds(60), inactivity: .seconds(20))
    launches.tells = false
    // As seconds since 1970, in the file, this time loses its last bit.
    launches.offset.set(1_073_000_000 + 0x1p-23)
    let first = try launches.launch { app, _ in
      come()
      let id = app.visitID
      if anotherProcessWrites {
        let lines = try JSONDecoder().decode([[String]].self, from: Data(contentsOf: file))
        try JSONEncoder().encode(lines + [["group", "team", "red"]]).write(to: file)
      }
      launches.wait(20)
      leave(app)
      return id
    }
    let next = visit()
    #expect(next != nil && next != first)
  }

  @Test func `A process for which a visit is over does not end it for another one that has continued it`() {
    let first = visit(leaves: true)
    launches.wait(30)
    launches.launch { other, _ in
      #expect(other.visitID == first)
      visit(leaves: true)
      launches.wait(30)
      #expect(other.visitID == nil)
    }
    #expect(visit() == first)
  }

  @Test(arguments: 0..<SearchScale.times(60, long: 2_000))
  func `Random days have the visits that a naive model says`(_ seed: Int) {
    var random = SeededGenerator(seed: UInt64(seed))
    let inactivity: Double? = random.chance(50) ? 45 : nil
    launches.visits = VisitPolicy(away: .seconds(60), inactivity: inactivity.map { .seconds($0) })
    // The model: the time of the last sign, whether the user is here, and a number for the visit.
    var (now, seen, written, isHere, visit, count) = (0.0, 0.0, 0.0, false, Int?.none, 0)
    var numbers: [String: Int] = [:]
    var user: String?
    func settle() {
      let limit: Double? = isHere ? inactivity : 60
      if let limit, now - seen >= limit { visit = nil }
      if isHere, visit == nil {
        count += 1
        (visit, seen, written) = (count, now, now)
      }
    }
    for _ in 0..<4 {
      launches.launch { app, recorder in
        // A launch knows what was written.
        (isHere, seen) = (false, written)
        for _ in 0..<random.below(25) {
          switch random.below(9) {
          case 0, 1:
            if !isHere {
              if now - seen >= 60 { visit = nil }
              (isHere, seen) = (true, now)
              settle()
              // Coming is an event.
              if now - written >= 60 { written = now }
            }
            come()
          case 2:
            if isHere {
              settle()
              (seen, written, isHere) = (now, now, false)
            }
            leave(app)
          case 3:
            TrackableSystem.reset()
            (visit, user) = (nil, nil)
          case 8:
            let name = "user \(random.below(2))"
            TrackableSystem.identify(name)
            // Who signs up stays.
            if user != nil, user != name { visit = nil }
            user = name
          case 4, 5:
            let seconds = [1.0, 20, 44, 45, 59, 60, 200][random.below(7)]
            launches.wait(seconds)
            now += seconds
          default:
            settle()
            if isHere {
              seen = now
              if now - written >= 60 { written = now }
            }
            tap()
            let id = recorder.texts("sessionId").last ?? "-"
            if let visit {
              #expect(numbers[id] == nil || numbers[id] == visit)
              #expect(id != "-" && !numbers.contains { $0.value == visit && $0.key != id })
              numbers[id] = visit
              #expect(recorder.texts("sessionNumber").last == "\(visit)")
            } else {
              #expect(id == "-")
            }
          }
        }
      }
      if now - written >= 60 { visit = nil }
    }
  }
}
