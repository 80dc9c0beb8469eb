/// A pretend SDK: its calls print what the real one would send. It knows nothing about types of events.
public struct VenmoClient: Sendable {
  /// Creates the client.
  public init() {}

  func logEvent(_ name: String, category: String, attributes: [(name: String, value: String)]) {
    let attributes = attributes.map { "\($0.name): \($0.value)" }
    print(" > Venmo:  \(name) (\(category)) {\(attributes.joined(separator: ", "))}")
  }

  func logPurchase(cents: Int, currency: String) {
    print(" > Venmo:  purchase of \(cents) cents, \(currency)")
  }

  func setAttribute(_ name: String, _ value: String) {
    print(" > Venmo:  user attribute \(name): \(value)")
  }

  func login(_ userID: String) {
    print(" > Venmo:  login \(userID)")
  }

  func logout() {
    print(" > Venmo:  logout")
  }
}
