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
    caseName(of: value).map { String(cString: $0) }
  }
}

// The function with which the standard library itself prints a case; it returns null for anything but an enum. The
// public alternatives take microseconds. They also prefer the value's own description or mirror, and how an enum
// describes itself must not become its identifier.
@_silgen_name("swift_EnumCaseName")
private func caseName<Value>(of value: Value) -> UnsafePointer<CChar>?
