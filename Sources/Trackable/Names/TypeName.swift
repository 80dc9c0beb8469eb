/// The name of an event that declares none and has no raw value of type `String`.
enum TypeName {
  /// The path of a value's type, and the case for an enum.
  static func of<Value>(_ value: Value) -> String {
    if let known = NameTable.knownEntry(of: value, as: .event) { return known._withUnsafeGuaranteedRef { $0.name } }
    let path = NameTable.path(of: Value.self).name
    guard isEnum(value) else { return path }
    let entry = NameTable.entry(of: value, as: .event) { (IdentifierName(name(of: $0, path), of: Value.self), .init()) }
    return entry?.name ?? name(of: value, path)
  }

  /// The simple name of what encloses an event: of the enum for a case, of the enclosing type or module for others.
  static func enclosing<Value>(_ value: Value) -> String {
    NameTable.path(of: Value.self).component(fromEnd: isEnum(value) ? 0 : 1)
  }

  /// The last component of a type's path.
  static func simple(_ type: Any.Type) -> String { NameTable.path(of: type).component(fromEnd: 0) }

  private static func name<Value>(of value: Value, _ path: String) -> String {
    if let name = CaseName.of(value) { return path + "." + name }
    UnavailableNames.reportCases(of: path)
    return path
  }

  /// Whether the type of a value is an enum. A mirror of its own may say anything, so then nobody knows.
  private static func isEnum<Value>(_ value: Value) -> Bool {
    NameTable.isEnum(Value.self) {
      if Value.self is any CustomReflectable.Type {
        UnavailableNames.reportKind(of: NameTable.path(of: Value.self).name)
        return false
      }
      return Mirror(reflecting: value).displayStyle == .enum
    }
  }
}
