/// A pretend SDK: its calls print what the real one would send.
public struct PayPalClient: Sendable {
  /// Creates the client.
  public init() {}

  func log(name: String, type: String, params: [String: any Sendable]) {
    let params = params.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
    print(" > PayPal: \(type) \(name) {\(params.joined(separator: ", "))}")
  }

  func setTrait(_ name: String, _ value: any Sendable) {
    print(" > PayPal: trait \(name)=\(value)")
  }

  func setPayer(_ id: String?) {
    print(" > PayPal: payer \(id ?? "unknown")")
  }
}
