/// What a user does. It is the same in each state of the app.
@MainActor enum Tour {
  static func play() {
    let home = HomeScreen(campaign: "spring")
    home.appear()
    home.search("imagine", results: 12)
    let album = home.open(.imagine)
    album.appear()
    album.preview(seconds: 30)
    album.favorite()
    album.addToCart(1)
    let account = AccountScreen()
    account.appear()
    account.signIn("u-1042", name: "Ann")
    account.upgrade()
    account.join(club: "cavern")
    account.subscribe(true)
    let cart = home.showCart(with: [.imagine, .ram])
    cart.appear()
    cart.remove(.ram)
    cart.apply(coupon: "MAY", discount: nil)
    cart.apply(coupon: "LOVE", discount: 2.5)
    let checkout = cart.checkOut()
    checkout.appear()
    checkout.start()
    checkout.enterPayment(method: "card")
    checkout.fail(reason: "declined")
    checkout.complete(order: "o-77")
    account.signOut()
    home.appear()
  }

  /// A short launch: the user signs in and joins a club, signs out, or does neither, and looks at the home screen.
  static func play(_ launch: String) {
    let account = AccountScreen()
    switch launch {
    case "sign-out": account.signOut()
    case "look": break
    default:
      account.signIn(launch, name: "Ann")
      account.join(club: "cavern")
    }
    HomeScreen(campaign: "spring").appear()
  }
}
