/// The name of an event that declares none and has no raw value of type `String`.
enum TypeName {
  /// The path of a value's type, and the case for an enum.
  static func of<Value>(_ value: Value) -> String {
    guard isEnum(Value.self) else { return NameTable.path(of: Value.self).name }
    return NameTable.entry(of: value, name: pathAndCase)?.name ?? pathAndCase(of: value)
  }

  /// The simple name of what encloses an event: of the enum for a case, of the enclosing type or module for others.
  static func enclosing<Value>(_: Value) -> String {
    let path = NameTable.path(of: Value.self)
    return isEnum(Value.self) ? path.simpleName : path.enclosingName
  }

  private static func pathAndCase<Value>(of value: Value) -> String {
    let path = NameTable.path(of: Value.self).name
    if let name = CaseName.of(value) { return path + "." + name }
    UnavailableNames.reportCases(of: path)
    return path
  }

  /// Whether a type is an enum. `Mirror` would tell, too, unless the type has a mirror of its own, but takes longer than
  /// everything else about a name.
  private static func isEnum(_ type: Any.Type) -> Bool {
    // Invariant of Swift's ABI: a metatype is the address of the type's metadata, which begins with a word for the kind
    // of type, and is never freed. Apple's classes have a pointer there instead.
    let kindOfEnums: UInt = 0x201
    return unsafeBitCast(type, to: UnsafePointer<UInt>.self).pointee == kindOfEnums
  }
}
