import Testing
import Trackable

@Suite struct CombiningTrackersTests {
  @Test func `Trackers are made of others as the page says`() {
    let collector = ClosureTracker { print("PayPal: \($0)") }
    let venmo = ClosureTracker { print("Venmo: \($0)") }

    let payPal =
      collector
      .addingDefaults(["src": "wallet"])
      .renaming(.keepingLast(1).followed(by: .snakeCase))
      .prohibiting(events: [Receipt.shared])
    let tracker = payPal.combined(with: venmo)

    Page(article: "CombiningTrackers").expectOutput {
      tracker.track(Receipt.opened)
      tracker.track(Receipt.shared)
      // PayPal: opened [src: wallet]
      // Venmo: MyApp.Receipt.opened []
      // Venmo: MyApp.Receipt.shared []
    }
  }

  @Test func `Every combinator is on the page`() throws {
    let text = try Repository.text("Sources/Trackable/Trackable.docc/CombiningTrackers.md")
    let reviewed = try Repository.text("Tests/PublicAPI/Reviewed/Trackable.txt")
    let block = reviewed.split(separator: "\n\n").first { $0.hasPrefix("extension AnalyticsEventTracker {") } ?? ""
    let names = Set(
      block.matches(of: #/func (\w+)[(<].*-> some AnalyticsEventTracker/#).map { String($0.1) })
    #expect(names.count > 10)
    for name in names { #expect(text.contains("/\(name)(") || text.contains("`\(name)("), "\(name)") }
  }
}

enum Receipt: String, Event { case opened, shared }
