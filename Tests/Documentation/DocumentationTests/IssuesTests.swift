import Testing
import Trackable

@MainActor @Suite struct IssuesTests {
  /// What an app logs with.
  private struct Logger {
    let output: Output
    func warning(_ text: String) { output.write(text) }
  }

  @Test func `An issue has a message, a place and a remedy`() throws {
    let list = AlbumListVC()
    let output = Output()
    let log = Logger(output: output)
    TrackableSystem.withTracker(NoOpTracker()) {
      TrackableSystem.issueHandler = { issue in log.warning("\(issue)") }

      list.link(to: list)
    }
    let text = output.text.replacing(
      #/^DocumentationTests/IssuesTests.swift:\d+:/#, with: "MyApp/AlbumListVC.swift:31:")
    let page = try Repository.text("Sources/Trackable/Trackable.docc/Issues.md").replacing("\n", with: " ")
    #expect(output.lines.count == 1 && page.contains("``` \(text) ```"), "\(text)")
  }

  @Test func `Every kind of issue is on the page`() throws {
    let text = try Repository.text("Sources/Trackable/Trackable.docc/Issues.md")
    let reviewed = try Repository.text("Tests/PublicAPI/Reviewed/Trackable.txt")
    let kinds = reviewed.matches(of: #/static let (\w+): TrackableIssue.Kind/#).map { String($0.1) }
    #expect(kinds.count > 5)
    for kind in kinds { #expect(text.contains("| ``TrackableIssue/Kind/\(kind)`` |"), "\(kind)") }
  }
}
