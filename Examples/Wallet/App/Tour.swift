import WalletCore

/// A tour of the app. Before each step it names the point of the lines that follow.
@MainActor
struct Tour {
  private let app = WalletApp()

  func play() {
    print("Each line of the log is what the app says; below it, what each service was sent.")
    signIn()
    payPublicly()
    payPrivately()
    splitBill()
    changeSettings()
    signOut()
  }

  private func signIn() {
    say("John signs in: both services learn who he is.")
    app.signIn(userID: "john")

    say("The home screen appears. Venmo's tracker prohibits impressions, so this one goes to PayPal only ('im').")
    app.home.appear()
  }

  private func payPublicly() {
    let payment = Payment(amount: 80_00, recipient: "Paul")

    say("He pays Paul. One event, two spellings; only PayPal is sent its type, 'cl' for a click.")
    let flow = app.openPayment()
    flow.start()

    say("The balance is too low. PayPal does not get the receiver's name, although the event has it.")
    flow.pay(payment)

    say("He takes his card instead. From here on the flow says so: computed properties are always current.")
    flow.chooseCard()

    say("Now it works: the second attempt, as only the call knows. Venmo has a call of its own for purchases.")
    flow.pay(payment)

    say("The receipt is below the flow. Its own screen and link win over its ancestors'; the method is still there.")
    let receipt = flow.openReceipt()
    receipt.appear()

    say("Sharing is of no interest to PayPal: its tracker prohibits the event.")
    receipt.share()
  }

  private func payPrivately() {
    say("A private payment. The flow says so on all of its events, and Venmo's tracker filters by that property.")
    let flow = app.openPayment(isPrivate: true)
    flow.start()

    say("The root of the chain knows the balance: it is already the new one.")
    flow.pay(Payment(amount: 12_00, recipient: "George"))
  }

  private func splitBill() {
    say("A feature of Venmo's. The app linked this flow with Venmo's tracker, so PayPal hears nothing of it.")
    let flow = app.openSplitBill(amount: 36_00, people: 3)
    flow.split()
    flow.settle()
  }

  private func changeSettings() {
    say("A new address. It is not PayPal's to know, but the event that is bound to it goes to both.")
    app.home.changeEmail(to: "john@apple.records")

    say("A user property for both, each in its own spelling.")
    app.home.changeDefaultMethod(to: .card)
  }

  private func signOut() {
    say("John signs out: both services forget him.")
    app.signOut()
  }

  private func say(_ comment: String) {
    print("\n# \(comment)")
  }
}
