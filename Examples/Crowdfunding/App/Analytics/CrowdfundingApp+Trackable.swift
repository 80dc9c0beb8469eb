import CheckoutFeature
import CrowdfundingCore
import DiscoveryFeature
import ProjectFeature
import Trackable

// The links that only the app can make, since features know nothing of each other.
extension CrowdfundingApp: @MainActor TrackableClass {
  var trackedProperties: TrackedProperties {}

  func trackOpened() {
    Events.App.opened.trigger()
  }

  // Nested, so that a parameter of any name cannot pass for a property of ours.
  func linkDeepLinked(_ screen: ProjectScreen, parameters: [String: Any]) {
    screen.link(to: self) { Keys.Context.link ~>> TrackedProperties(dictionary: parameters) }
    screen.deliver(alsoTo: Analytics.creatorDashboard)
  }

  func trackLinkFollowed(on screen: ProjectScreen) {
    screen.track(Events.App.linkFollowed)
  }

  func linkDiscovery(_ screen: DiscoveryScreen) {
    screen.link(to: self)
    screen.deliver(alsoTo: Analytics.ranking)
  }

  func linkProject(_ screen: ProjectScreen, to parent: Screen?) {
    screen.link(to: parent)
    screen.deliver(alsoTo: Analytics.creatorDashboard)
  }

  func linkCheckout(_ screen: CheckoutScreen, to parent: Screen?) {
    screen.link(to: parent)
    screen.deliver(alsoTo: Analytics.paymentPartner)
  }

  // To the context and not to the screen, which is about to be released with all that are below it.
  func linkThanks(_ screen: ThanksScreen, replacing checkout: CheckoutScreen) {
    screen.link(to: checkout.makeTrackingContext())
  }

  // Without a tracker: the first project's has come along with the chain, and added once more it would get events twice.
  func linkRecommended(_ screen: ProjectScreen, to thanks: Screen?) {
    screen.link(to: thanks)
  }
}
