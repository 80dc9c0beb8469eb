/// Stands in for the library of an analytics service. It prints what it would send.
enum Tally {
  static func start(key: String) async throws { print("Tally: started") }

  static func count(_ name: String, _ attributes: [String: any Sendable]) {
    let attributes = attributes.sorted { $0.key < $1.key }.map { "\n  \($0.key)=\($0.value)" }
    print("Tally: \(name)\(attributes.joined())")
  }

  static func setUser(_ id: String?) { print("Tally: user \(id ?? "unknown")") }
}
