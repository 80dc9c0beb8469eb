import Testing
import Trackable

@MainActor @Suite struct IssuesTests {
  /// What an app logs with.
  private struct Logger {
    func warning(_ text: String) { print(text) }
  }

  private func page() throws -> String { try Repository.text("Sources/Trackable/Trackable.docc/Issues.md") }

  @Test func `An issue has a message, a place and a remedy`() throws {
    let (list, log) = (AlbumListVC(), Logger())
    let lines = printed {
      TrackableSystem.issueHandler = { issue in log.warning("\(issue)") }

      list.link(to: list)
    }
    let text = lines.joined().replacing(
      #/^DocumentationTests/IssuesTests.swift:\d+:/#, with: "MyApp/AlbumListVC.swift:31:")
    let page = try page().replacing("\n", with: " ")
    #expect(lines.count == 1 && page.contains("``` \(text) ```"), "\(text)")
  }

  @Test func `Every kind of issue is on the page`() throws {
    let reviewed = try Repository.text("Tests/PublicAPI/Reviewed/Trackable.txt")
    let kinds = reviewed.matches(of: #/static let (\w+): TrackableIssue.Kind/#).map { String($0.1) }
    #expect(kinds.count > 5)
    let page = try page()
    for kind in kinds { #expect(page.contains("| ``TrackableIssue/Kind/\(kind)`` |"), "\(kind)") }
  }
}
