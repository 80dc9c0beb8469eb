import CheckoutFeature
import CrowdfundingCore
import Trackable

extension ThanksScreen {
  /// Prints the properties that the opening of the recommended project leaves out, and their project.
  func explainRecommendation() {
    let explanation = explainTracking(
      of: Events.Recommendation.tapped, trackedProperties: recommendation.trackedProperties)
    for line in explanation.description.split(separator: "\n") where line.hasPrefix("left out") { print("   \(line)") }
  }
}
