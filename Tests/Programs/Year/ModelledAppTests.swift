import Testing

/// What the model says of visits, installations, samplings and dates: of each rule a case that keeps it, and one that breaks it.
@Suite final class ModelledAppTests {
  private var app = ModelledApp()

  /// An event with the visit and the installation that it says.
  private func event(_ visit: String?, _ number: Int?, of installation: String? = "A", at time: Double) -> String? {
    _ = app.beginVisit()
    var claim = app.claim(at: time, isExtension: false)
    var said = ["appVersion": "1.\(app.release)"]
    (said["sessionId"], said["sessionNumber"], said["installationId"]) = (visit, number.map { "\($0)" }, installation)
    return app.check(said, &claim)
  }

  private func launch(at time: Double) -> [String] {
    app.launch(isLocked: false).map(\.event) + app.come(nil, at: time).map(\.event)
  }

  private func start(isLocked: Bool = false) -> [ModelledApp.Told] { app.launch(isLocked: isLocked) }
  private func come(_ scene: Int? = nil, at time: Double) -> [ModelledApp.Told] { app.come(scene, at: time) }
  private func leaves(_ scene: Int) -> Bool { app.leaves(scene) }

  @Test func `A visit goes on for half an hour of being away, also at another launch`() {
    #expect(launch(at: 0) == ["installed", "launched"])
    #expect(event("V", 1, at: 0) == nil)
    app.leave(at: 100)
    #expect(event("V", 1, at: 1_000) == nil)
    #expect(launch(at: 1_800) == ["launched"])
    #expect(event("V", 1, at: 1_800) == nil)
    app.leave(at: 2_000)
    #expect(event("V", 1, at: 5_000) == "has the visit V, which is over")
    #expect(event(nil, nil, at: 5_000) == nil)
    #expect(come(at: 6_000).map(\.event) == ["returned"])
    #expect(event("W", 3, at: 6_000) == "begins the visit 3, and it is number 2")
  }

  @Test func `A new visit is not the old one, and an old one not a new one`() {
    _ = launch(at: 0)
    #expect(event(nil, nil, at: 0) == "has no visit")
    #expect(event("V", 1, at: 0) == nil)
    #expect(event("W", 2, at: 1) == "begins the visit W")
    app.leave(at: 1)
    _ = app.come(nil, at: 4_000)
    #expect(event("V", 1, at: 4_000) == "has the visit V, which is over")
  }

  @Test(arguments: [false, true])
  func `Where the clock is set back, the first event ends the visit, also one of the extension`(isExtension: Bool) {
    _ = launch(at: 0)
    #expect(event("V", 1, at: 0) == nil)
    app.leave(at: 1_000)
    app.setClock(by: -100)
    if isExtension { _ = app.claim(at: 900, isExtension: true) }
    _ = start()
    #expect(event(nil, nil, at: 2_000) == (isExtension ? nil : "has no visit"))
  }

  @Test func `A kill leaves it open how far a visit had come`() {
    _ = launch(at: 0)
    #expect(event("V", 1, at: 0) == nil)
    app.exit(at: 1_780)
    _ = launch(at: 1_790)
    #expect(event("W", 2, at: 1_790) == nil)
    app.exit(at: 1_800)
    _ = launch(at: 1_810)
    #expect(event("X", 3, at: 1_810) == "begins the visit X")
  }

  @Test func `The ID of the installation and the visit end with the person`() {
    _ = launch(at: 0)
    #expect(event("V", 1, at: 0) == nil)
    #expect(event("V", 1, of: "B", at: 0) == "has the installation B, which is another one")
    app.endPerson(.yes)
    #expect(event("V", 1, of: "C", at: 1)?.contains("over") == true)
    app.endPerson(.yes)
    #expect(event("W", 2, of: "A", at: 1) == "has the installation A, which is another one")
    #expect(event("W", 2, of: nil, at: 1) == "has no installation")
  }

  @Test func `Before the first unlock there is no installation, and nothing is told`() {
    #expect(start(isLocked: true).isEmpty)
    #expect(event(nil, nil, at: 0) == "has the installation A, which nobody can have read")
    #expect(event(nil, nil, of: nil, at: 0) == nil)
    #expect(come(at: 1).map(\.event) == ["installed", "launched"])
  }

  @Test func `Before the first unlock there is no visit, and the earlier one goes on after that`() {
    _ = launch(at: 0)
    #expect(event("V", 1, at: 0) == nil)
    app.leave(at: 100)
    _ = start(isLocked: true)
    #expect(event("V", 1, of: nil, at: 200)?.contains("visit V") == true)
    #expect(event(nil, nil, of: nil, at: 200) == nil)
    _ = come(at: 300)
    #expect(event(nil, nil, at: 300) == "has no visit")
    #expect(event("W", 2, at: 300) == "begins the visit W")
    #expect(event("V", 1, at: 300) == nil)
  }

  @Test func `An update is told once, with the version before, and the user leaves with the last scene`() {
    _ = launch(at: 0)
    app.update()
    #expect(start().map(\.given) == [["previousVersion": "1.0"]])
    #expect(start().isEmpty)
    _ = app.come(1, at: 0)
    #expect(come(2, at: 0).isEmpty)
    #expect(!leaves(1))
    #expect(!leaves(0))
    #expect(leaves(2))
  }

  @Test func `A sampling draws by the published hash`() {
    // As on the page: 0.018 is less than 0.7.
    #expect(
      ["john", "paul", "george", "ringo"].filter { ModelledSampling.passes($0, rate: 0.7) } == ["george", "ringo"])
    #expect(ModelledSampling.passes("ringo", rate: 0.019) && !ModelledSampling.passes("ringo", rate: 0.017))
  }

  @Test func `A date is that of the place, with its summer time`() {
    let day = 86_400.0
    #expect(ModelledDates.date(of: day - 1, in: .utc) == 0)
    #expect(ModelledDates.date(of: day - 9 * 3_600, in: .tokyo) == 1)
    #expect(ModelledDates.date(of: 88 * day - 3_601, in: .berlin) == 87)
    #expect(ModelledDates.date(of: 89 * day - 7_200, in: .berlin) == 89)
    #expect(ModelledDates.date(of: 299 * day - 3_601, in: .berlin) == 298)
  }
}
