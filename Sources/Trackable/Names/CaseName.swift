#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#elseif canImport(Darwin)
  import Darwin
#endif

/// The name of an enum's case, as it is written in the source.
///
/// It is part of the reflection metadata of the enum's module. A compiler that is told to leave this out
/// (`-disable-reflection-metadata`, `-disable-reflection-names`, `-reflection-metadata-for-debugger-only`) leaves no
/// name that could be found in any way.
///
/// How an enum describes itself, in a description or a mirror of its own, is not the name of its case.
enum CaseName {
  /// The name of the case that `value` is, or `nil` if it cannot be had.
  ///
  /// - Parameter value: A value of an enum.
  static func of<Value>(_ value: Value) -> String? {
    guard let runtimeFunction else { return reflected(value) }
    return fromRuntime(value, runtimeFunction)
  }

  // MARK: - By the runtime's function

  /// The function with which the standard library prints a case: 4 to 30 times as fast as public reflection (Benchmarks:
  /// name: an event with a payload), and it disregards what an enum says of itself. It is not public, so nothing depends
  /// on its being there; in executables that link the standard library statically, it cannot be found.
  private typealias RuntimeFunction =
    @convention(c) (
      _ value: UnsafeRawPointer, _ metadata: UnsafeRawPointer
    ) -> UnsafePointer<CChar>?

  private static let runtimeFunction: RuntimeFunction? = {
    #if canImport(Darwin)
      let anyImage = UnsafeMutableRawPointer(bitPattern: -2)
    #else
      let anyImage: UnsafeMutableRawPointer? = nil
    #endif
    // Invariant: the function takes the address of a value and that of its type's metadata, neither of which it keeps,
    // and returns a C string that lives for ever or null. Passed so, Swift's convention and C's are the same.
    return dlsym(anyImage, "swift_EnumCaseName").map { unsafeBitCast($0, to: RuntimeFunction.self) }
  }()

  private static func fromRuntime<Value>(_ value: Value, _ function: RuntimeFunction) -> String? {
    // Invariant of Swift's ABI: a metatype is the address of the type's metadata.
    let metadata = unsafeBitCast(Value.self as Any.Type, to: UnsafeRawPointer.self)
    return withUnsafePointer(to: value) { function($0, metadata) }.flatMap { named(String(cString: $0)) }
  }

  // MARK: - By reflection

  /// The name of the case by public means. `nil` also if a case without a payload has a description of its own, or the
  /// enum has a mirror of its own: these hide the name.
  static func reflected<Value>(_ value: Value) -> String? {
    if Value.self is any CustomReflectable.Type { return nil }
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
