/// The name of an enum's case, as it is written in the source.
///
/// It is part of the reflection metadata of the enum's module. A compiler that is told to leave this out
/// (`-disable-reflection-metadata`, `-disable-reflection-names`, `-reflection-metadata-for-debugger-only`) leaves no
/// name that could be found in any way.
enum CaseName {
  /// The name of the case that `value` is. `nil` if it cannot be had; also if a case without a payload has a description of
  /// its own, which hides it.
  ///
  /// - Parameter value: A value of an enum without a mirror of its own.
  static func of<Value>(_ value: Value) -> String? {
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
