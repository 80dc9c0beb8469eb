/// The name of an event that declares none and has no raw value of type `String`.
enum TypeName {
  /// The path of a value's type, and the case for an enum.
  static func of<Value>(_ value: Value) -> String {
    let word = NameTable.word(.event, of: Value.self, value)
    if let known = NameTable.lookup(word) { return known._withUnsafeGuaranteedRef { $0.name } }
    let path = NameTable.path(of: Value.self).name
    guard isEnum(value) else { return path }
    let name = name(of: value, path)
    if word != 0 { NameTable.entry(word, .event, IdentifierName(name, of: Value.self)) }
    return name
  }

  /// The simple name of what encloses an event: of the enum for a case, of the enclosing type or module for others.
  static func enclosing<Value>(_ value: Value) -> String {
    NameTable.path(of: Value.self).component(fromEnd: isEnum(value) ? 0 : 1)
  }

  /// The last component of a type's path.
  static func simple(_ type: Any.Type) -> String { NameTable.path(of: type).component(fromEnd: 0) }

  private static func name<Value>(of value: Value, _ path: String) -> String {
    if let name = ofCase(value) { return path + "." + name }
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

  /// The name of the case that `value` is, as it is written in the source.
  ///
  /// It is part of the reflection metadata of the enum's module. A compiler that is told to leave this out
  /// (`-disable-reflection-metadata`, `-disable-reflection-names`, `-reflection-metadata-for-debugger-only`) leaves no
  /// name that could be found in any way.
  ///
  /// `nil` if it cannot be had; also if a case without a payload has a description of
  /// its own, which hides it.
  ///
  /// - Parameter value: A value of an enum without a mirror of its own.
  private static func ofCase<Value>(_ value: Value) -> String? {
    if let payload = Mirror(reflecting: value).children.first { return payload.label.flatMap(named) }
    if Value.self is any CustomStringConvertible.Type || Value.self is any CustomDebugStringConvertible.Type
      || Value.self is any TextOutputStreamable.Type
    {
      return nil
    }
    // Prints `Module.Type.case`, but only the type if the case has no name.
    let type = String(reflecting: Value.self) + "."
    let printed = String(reflecting: value)
    return printed.hasPrefix(type) ? named(String(printed.dropFirst(type.count))) : nil
  }

  private static func named(_ name: String) -> String? { name.isEmpty ? nil : TypePath.unquoted(name) }
}
