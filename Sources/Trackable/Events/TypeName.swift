/// The name of an event that declares none and has no raw value.
enum TypeName {
  /// The path of a value's type, with the case for an enum, and the simple name of what encloses it.
  static func of<Value>(_ value: Value) -> (name: String, entity: String) {
    let path = NameTable.path(of: Value.self)
    guard let enumCase = enumCase(of: value) else { return (path.name, path.enclosingName) }
    return (path.name + "." + enumCase, path.simpleName)
  }

  /// The name of an enum's case, or `nil` for values that are not enums.
  private static func enumCase<Value>(of value: Value) -> String? {
    // A mirror is the only public way to the name of a case.
    let mirror = Mirror(reflecting: value)
    guard mirror.displayStyle == .enum else { return nil }
    return mirror.children.first?.label ?? String(describing: value)
  }
}
