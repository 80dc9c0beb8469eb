import Testing

/// What the model says of visits and installations: cases that break the rules. That it says nothing where nothing
/// is wrong, the year shows.
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

  private func launch(at time: Double, isLocked: Bool = false) {
    _ = app.launch(isLocked: isLocked)
    if !isLocked { _ = app.come(nil, at: time) }
  }

  @Test func `A visit goes on for half an hour of being away, also at another launch, and no new one is an old one`() {
    launch(at: 0)
    #expect(event(nil, nil, at: 0) == "has no visit")
    #expect(event("V", 1, at: 0) == nil)
    #expect(event("W", 2, at: 1) == "begins the visit W")
    app.leave(at: 100)
    launch(at: 1_800)
    #expect(event("W", 2, at: 1_800) == "begins the visit W")
    app.leave(at: 2_000)
    #expect(event("V", 1, at: 5_000) == "has the visit V, which is over")
    _ = app.come(nil, at: 6_000)
    #expect(event("W", 3, at: 6_000) == "begins the visit 3, and it is number 2")
    app.leave(at: 6_000)
    _ = app.come(nil, at: 9_000)
    #expect(event("V", 1, at: 9_000) == "has the visit V, which is over")
  }

  @Test(arguments: [false, true])
  func `Where the clock is set back, the first event ends the visit, also one of the extension`(isExtension: Bool) {
    launch(at: 0)
    #expect(event("V", 1, at: 0) == nil)
    app.leave(at: 1_000)
    app.setClock(by: -100)
    if isExtension { _ = app.claim(at: 900, isExtension: true) }
    _ = app.launch(isLocked: false)
    #expect(event(nil, nil, at: 2_000) == (isExtension ? nil : "has no visit"))
  }

  @Test func `A kill leaves it open how far a visit had come`() {
    launch(at: 0)
    #expect(event("V", 1, at: 0) == nil)
    app.exit(at: 1_780)
    launch(at: 1_790)
    #expect(event("W", 2, at: 1_790) == nil)
    app.exit(at: 1_800)
    launch(at: 1_810)
    #expect(event("X", 3, at: 1_810) == "begins the visit X")
  }

  @Test func `The ID of the installation and the visit end with the person`() {
    launch(at: 0)
    #expect(event("V", 1, at: 0) == nil)
    #expect(event("V", 1, of: "B", at: 0) == "has the installation B, which is another one")
    app.endPerson(.yes)
    #expect(event("V", 1, of: "C", at: 1)?.contains("over") == true)
    app.endPerson(.yes)
    #expect(event("W", 2, of: "A", at: 1) == "has the installation A, which is another one")
    #expect(event("W", 2, of: nil, at: 1) == "has no installation")
  }

  @Test func `Before the first unlock there is neither installation nor visit, and the earlier ones go on after that`()
  {
    launch(at: 0)
    #expect(event("V", 1, at: 0) == nil)
    app.leave(at: 100)
    launch(at: 200, isLocked: true)
    #expect(event(nil, nil, at: 200) == "has the installation A, which nobody can have read")
    #expect(event("V", 1, of: nil, at: 200)?.contains("visit V") == true)
    _ = app.come(nil, at: 300)
    #expect(event(nil, nil, at: 300) == "has no visit")
    #expect(event("W", 2, at: 300) == "begins the visit W")
    #expect(event("V", 1, at: 300) == nil)
  }
}
