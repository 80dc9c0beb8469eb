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

  func openCheckout(_ reward: Reward) -> CheckoutScreen {
    let screen = CheckoutScreen(reward, mail: session.user?.mail ?? "")
    linkCheckout(screen, to: stack.last)
    session.show("one page", of: "checkout layout")
    push(screen)
    return screen
  }

  /// Nobody should get back to the checkout, so the whole stack is replaced: the screens in it are released.
  func finishCheckout(_ checkout: CheckoutScreen, recommending project: Project) -> ThanksScreen {
    checkout.succeed()
    let screen = ThanksScreen(recommending: project)
    linkThanks(screen, replacing: checkout)
    stack = [screen]
    screen.appear()
    return screen
  }
}
