import CrowdfundingCore

/// From discovery to the thanks page. Before each step it says what could go wrong in the lines that follow.
@MainActor
struct Tour {
  let app: CrowdfundingApp

  func play() async {
    print("Each line of the log is what the app tracks; below it, what each service was sent, if anything.")
    beforeConsent()
    decideOnConsent()
    discover()
    chooseReward()
    await pay()
    giveThanks()
    optOut()
  }

  private func beforeConsent() {
    say("The user was not asked for consent yet. No event may be sent, and none may be lost: the gate holds them.")
    app.start()

    say("Ann, who shares the phone, signs in and out. Ben's consent must not release what happened before.")
    app.session.signIn(User(id: "ann", mail: "ann@home.example", backings: 5))
    app.session.signOut()

    say("Ben follows a link. Its author wrote a 'pid' into it, which must not pass for the ID of a project.")
    let project = app.follow(DeepLink(project: Catalogue.pen, parameters: ["source": "newsletter", "pid": 666]))

    say("He plays the video, still a guest, and then signs in.")
    project.playVideo()
    app.session.signIn(User(id: "ben", mail: "ben@home.example", backings: 0))
  }

  private func decideOnConsent() {
    say(
      "Ben agrees to analytics, and not to advertising. What was held must come in order and as it was: nothing of",
      "Ann's, the video as a guest's, and no mail address among what is known of Ben. The ad network must be told",
      "nothing but to forget what it has.")
    Analytics.consent.update([.analytics: .granted, .advertising: .denied])
  }

  private func discover() {
    say(
      "From here on everything goes out at once. Insights must recognize a screen; for the warehouse it is an event.",
      "Only the base class of screens is trackable, in an extension; what a subclass says must be heard all the same.")
    let discovery = app.openDiscovery([Catalogue.game, Catalogue.pen])

    say("Sorting must not get to Insights, which prohibits that one event and no other of its type.")
    discovery.search("pen")
    discovery.sort(by: .newest)

    say(
      "A cell is used again for the next row. It must not keep the badge of the row before, nor lose its parent,",
      "which knows page and order, although the second link does not name it.")
    discovery.scroll(to: 0)
    discovery.scroll(to: 1)
    let project = app.openProject(discovery.tapCard() ?? Catalogue.pen)

    say("What a screen computes must not be out of date: the project is saved from the second event on.")
    project.share()
    project.save()
    app.push(project.openRewards())
  }

  private func chooseReward() {
    say("The rewards know no project. It must come from the parent; and the second choice replaces the first.")
    app.chooseReward(0)
    app.chooseReward(1)
    app.ship(to: "AT")
  }

  private func pay() async {
    say(
      "Checkout is opened twice. The exposure to its experiment must be sent once, and the variant with all that",
      "follows. The partner's tracker is made only now, and must still learn who the user is, once.")
    app.openCheckout()
    app.goBack()
    app.openCheckout()

    say("'Pledge' was called 'Backing' until version 2. Dashboards, which know that name, must not notice.")
    app.checkout?.choose(.wallet)

    say("Mail address and city are there, but only a tracker that asks for them may get them, as the partner does.")
    app.checkout?.submit(shipTo: "Vienna", "AT")

    say("On another thread, in a value that has no link: neither the screens nor the session must be missing.")
    await app.checkout?.writeReceipt()
  }

  private func giveThanks() {
    say(
      "The thanks page replaces all screens, which are released. What they knew must not be missing, or else",
      "Insights would say 'incomplete'.")
    weak let checkout = app.checkout
    let thanks = app.finishCheckout(recommending: Catalogue.lamp)
    print("   (The checkout is \(checkout == nil ? "gone" : "still there"). Screens left: \(app.stack.count).)")
    thanks.share()

    say(
      "The page recommends a lamp, which has no tags. It must not be sent with the tags of the pen, nor with its",
      "reward, nor as backed. The library says what it left out, and why.")
    thanks.explainRecommendation()
    let lamp = app.openRecommended(thanks.openRecommendation())

    say("The same below the thanks page. The tracker of the projects' feature must not get this twice.")
    lamp.playVideo()
  }

  private func optOut() {
    say("The settings are linked to nothing. The session must be there all the same.")
    let settings = SettingsScreen()
    settings.appear()

    say("Ben changes his mind: every tracker must forget its waiting calls, and send nothing from here on.")
    Analytics.consent.deny(.analytics)
    settings.appear()
    app.session.signOut()
  }

  private func say(_ lines: String...) {
    print("\n" + lines.map { "# \($0)" }.joined(separator: "\n"))
  }
}
