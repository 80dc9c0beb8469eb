enum Help {
  static let usage = "usage: Wallet [--help | --report FILE]"

  static let text = """
    Wallet - one app, two analytics services, each with its own rules and names

    \(usage)

    --report FILE  write a page that shows each event, its properties, and where it was tracked

    A walk through the app. What it tracks is printed first as the app says it:
      -[Wallet]: EVENT TRIGGERED - 'WalletCore.PaymentEvent.sent'
    and below it what each service was sent, if anything:
       > PayPal: TYPE NAME {KEY=VALUE, ...}              sorted by key
       > Venmo:  NAME (CATEGORY) {KEY: VALUE, ...}       in order of precedence

    Both SDKs are pretend: nothing leaves the process.
    """
}
