/// What stands for a vendor's library: it prints what it is called with.
enum SDK {
  static func initialize(token: String) async throws { print("initialize \(token)") }
  static func track(_ name: String, _ properties: [String: any Sendable] = [:]) { print("\(name) \(properties)") }
  static func trackCharge(_ amount: Int) { print("charge \(amount)") }
  static func trackView(_ name: String, for time: Duration) { print("view \(name) \(time)") }
  static func screen(_ name: String, _ properties: [String: any Sendable]) { print("screen \(name) \(properties)") }
  static func identify(_ id: String, _ traits: [String: any Sendable]) { print("identify \(id) \(traits)") }
  static func reset() { print("reset") }
}
