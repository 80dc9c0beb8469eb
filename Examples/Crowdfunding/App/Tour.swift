import CheckoutFeature
import CrowdfundingCore
import ProjectFeature
import Trackable

/// From discovery to the thanks page. Before each step it says what could go wrong in the lines that follow.
@MainActor
struct Tour {
  let app: CrowdfundingApp

  func play() async {
    print("Each line of the log is what the app tracks; below it, what each service was sent, if anything.")
    beforeConsent()
    decide()
    let project = discover()
    let checkout = chooseReward(on: project)
    await pay(checkout)
    giveThanks()
    optOut()
  }

  private func beforeConsent() {
    say("Nobody was asked for consent. What happens must not be sent, and must not be lost: it is held.")
    app.start()

    say("Ann, who shares the phone, signs in and out. Ben's consent must not release what she does.")
    app.session.signIn(User(id: "ann", mail: "ann@home.example", backings: 5))
    app.session.signOut()

    say("Ben follows a link. Whoever wrote it called a parameter 'pid'; that must not pass for a project's ID.")
    let screen = app.follow(DeepLink(project: Catalogue.pen, parameters: ["source": "newsletter", "pid": 666]))
    say("He plays the video, still a guest, and signs in.")
    screen.playVideo()
    app.session.signIn(User(id: "ben", mail: "ben@home.example", backings: 0))
  }

  private func decide() {
    say("Ben agrees to analytics. What was held comes in order: first as a guest, nothing of Ann's, no mail address.")
    say("He does not agree to advertising, so the ad network forgets what it has; it is never told anything.")
    Analytics.consent.update([.analytics: .granted, .advertising: .denied])
  }

  private func discover() -> ProjectScreen {
    say("Discovery. From here on events go out at once. One service recognizes screens, the other gets an event.")
    let discovery = app.openDiscovery([Catalogue.pen, Catalogue.game])

    say("Only the number of results is sent. Sorting is prohibited for Insights, by value: searching is not.")
    discovery.search("pen")
    discovery.sort(by: .newest)

    say("A cell is used again for the next row. It must not keep the badge and the tags of the row before, nor lose")
    say("its parent, which knows the page and the order, although the second link does not name it.")
    discovery.scroll(to: 0)
    discovery.scroll(to: 1)
    discovery.scroll(to: 0)
    let project = app.openProject(discovery.tapCard() ?? Catalogue.pen)

    say("What the project screen knows is asked when something happens: it is saved from the second event on.")
    project.share()
    project.save()
    return project
  }

  private func chooseReward(on project: ProjectScreen) -> CheckoutScreen {
    say("The rewards know no project. It comes from the parent, and changes with the choice.")
    let rewards = project.openRewards()
    app.push(rewards)
    rewards.select(0)
    rewards.select(1)
    rewards.ship(to: "AT")

    say("Checkout is opened twice. The exposure to an experiment must be sent once; its variant is on all that follows.")
    say("The payment partner registers only now, and must still learn who the user is.")
    _ = app.openCheckout(Catalogue.pen.rewards[1])
    return app.openCheckout(Catalogue.pen.rewards[1])
  }

  private func pay(_ checkout: CheckoutScreen) async {
    say("'Pledge' was renamed in the code and was 'Backing' before: dashboards must not notice.")
    checkout.choose(.wallet)

    say("The mail address and the city are on the pledge, but only the payment partner asks for what is sensitive.")
    checkout.submit(shipTo: "Vienna", "AT")

    say("On another thread, without an object: the screen's context must be there, and the session too.")
    await checkout.writeReceipt()
  }

  private func giveThanks() {
  }

  private func optOut() {
  }

  private func say(_ comment: String) {
    print("\n# \(comment)")
  }
}
