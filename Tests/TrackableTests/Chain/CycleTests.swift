import Testing
import Trackable

@Suite struct CycleTests {
  @Test(arguments: 1...5)
  func `A cycle of any length is refused, and reported at the caller's place`(length: Int) throws {
    let old = Station("old")
    let stations = (0..<length).map { Station("\($0)") }
    let issues = RecordingTracker.plain()
    var line: UInt = 0
    withSystem(NoOpTracker(), issues: issues) {
      stations[0].linkNamed(parent: old)
      for index in 1..<max(1, length) { stations[index].linkNamed(parent: stations[index - 1]) }
      line = #line + 1
      stations[0].setupTrackableChain(trackedProperties: ["new" ~>> true], parent: stations[length - 1])
    }
    let issue = try #require(issues.issues.first)
    expect(issues.issues.count, is: 1)
    expect(issue.kind, is: .cycle)
    expect(
      issue.description,
      is: """
        TrackableTests/CycleTests.swift:\(line): Station cannot have Station as its parent: that would close a cycle. \
        The old parent stays. To fix this, link in one direction only, from where the user came to where the user goes.
        """)
    expect(stations[0].trackedNames(), is: ["new", "computed 0", "computed old"])
  }
}
