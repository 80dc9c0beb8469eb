import CheckoutFeature
import CrowdfundingCore
import Trackable

extension ThanksScreen {
  /// Prints what is not sent when the recommended project is opened, and of which project it was said.
  func explainRecommendation() {
    let explanation = explainTracking(
      of: Events.Recommendation.tapped, trackedProperties: recommendation.trackedProperties)
    for line in explanation.description.split(separator: "\n") where line.hasPrefix("left out") { print("   \(line)") }
  }
}
