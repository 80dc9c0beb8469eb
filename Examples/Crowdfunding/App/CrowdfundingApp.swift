import CheckoutFeature
import CrowdfundingCore
import DiscoveryFeature
import ProjectFeature

/// The app: who navigates where. The link to the next screen is made where the screen is.
@MainActor
final class CrowdfundingApp {
  let session: Session
  /// The screens, the visible one last.
  private(set) var stack: [Screen] = []

  var checkout: CheckoutScreen? { stack.last as? CheckoutScreen }
  private var rewards: RewardsScreen? { stack.last as? RewardsScreen }

  init(session: Session) {
    self.session = session
  }

  func start() {
    trackOpened()
  }

  func follow(_ link: DeepLink) -> ProjectScreen {
    let screen = ProjectScreen(link.project)
    linkDeepLinked(screen, parameters: link.parameters)
    trackLinkFollowed(on: screen)
    stack = [screen]
    screen.appear()
    return screen
  }

  func openDiscovery(_ projects: [Project]) -> DiscoveryScreen {
    let screen = DiscoveryScreen(projects)
    linkDiscovery(screen)
    stack = [screen]
    screen.appear()
    return screen
  }

  func openProject(_ project: Project) -> ProjectScreen {
    let screen = ProjectScreen(project)
    linkProject(screen, to: stack.last)
    push(screen)
    return screen
  }

  func push(_ screen: Screen) {
    stack.append(screen)
    screen.appear()
  }

  func goBack() {
    stack.removeLast()
  }

  func chooseReward(_ index: Int) {
    rewards?.select(index)
  }

  func ship(to country: String) {
    rewards?.ship(to: country)
  }

  func openCheckout() {
    guard let reward = rewards?.selected, let user = session.user else { return }
    let screen = CheckoutScreen(reward, mail: user.mail)
    linkCheckout(screen, to: stack.last)
    session.show("onePage", of: "checkoutLayout")
    push(screen)
  }

  /// No user should get back to the checkout, so the whole stack is replaced, and all its screens are released.
  func finishCheckout(recommending project: Project) -> ThanksScreen {
    let screen = ThanksScreen(recommending: project)
    if let checkout {
      checkout.succeed()
      linkThanks(screen, replacing: checkout)
    }
    stack = [screen]
    screen.appear()
    return screen
  }

  func openRecommended(_ project: Project) -> ProjectScreen {
    let screen = ProjectScreen(project)
    linkRecommended(screen, to: stack.last)
    push(screen)
    return screen
  }
}
