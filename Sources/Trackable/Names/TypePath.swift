/// A type whose events or keys keep the path in front of their names when the type is renamed or moved.
///
/// ```swift
/// extension Events {
///   enum Listener: String, Event, PinnedPath {                      // was Events.User until version 2.3
///     static let pinnedPath = "Beatles.Events.User"
///     case didRateAlbum
///   }
/// }
///
/// Events.Listener.didRateAlbum.name     // "Beatles.Events.User.didRateAlbum"
/// Events.Listener.didRateAlbum.entity   // "User"
/// ```
///
/// Pin a path when you rename or move a type whose events a dashboard knows. The pinned path replaces the module, the
/// enclosing types and the type itself, so a style such as ``NamingStyle/droppingModule`` changes the pinned path like
/// any other path. You can pin events, keys and user properties. To keep the name of a case, give the case a raw value:
/// `case didRateAlbum = "rated"`.
///
/// A pin applies to the type itself, not to nested types, which keep their own paths. Several types may pin one path,
/// for example when an enum is split between two modules.
///
/// Cost: nothing for each event. The library reads the path once, so the path must always be the same.
///
/// Errors: the library does not use a path that is empty or has an empty component, and reports an issue
/// (`unusablePinnedPath`) once for the type.
///
/// <doc:KeepingOldNames> says where to find the name that a dashboard knows.
public protocol PinnedPath {
  /// The pinned path: the module, the enclosing types and the type, joined by dots.
  static var pinnedPath: String { get }
}

/// Makes the path of a type, which is the first part of an identifier, from the runtime's name of the type.
package enum TypePath {
  /// The module, the enclosing types and the type itself, or the path that the type pins. Reports an issue if the
  /// runtime's name of the type has no part from the source code.
  ///
  /// The runtime's own name has parts that must not appear in a dashboard: addresses of private contexts, generic
  /// arguments, the module of an extension. The path has none of these parts, and is the same in every build and every
  /// run.
  static func name(of type: Any.Type) -> IdentifierName {
    let runtimeName = String(reflecting: type)
    let components = Self.components(runtimeName)
    let path = components.joined(separator: ".")
    if let pinned = type as? any PinnedPath.Type {
      let name = IdentifierName(path: pinned.pinnedPath)
      if !name.components.contains("") { return name }
      report(
        path,
        "The type " + path + " pins the path \"" + name.text
          + "\", which has an empty component. The library uses its own path.",
        "let 'pinnedPath' be the path that it had: module, enclosing types and the type, joined by dots.",
        kind: .unusablePinnedPath)
    }
    // A leading `$` is reserved for names that the compiler makes, such as that of a type in the expansion of a macro.
    // Such a name depends on the code around it.
    if path.isEmpty || components.contains(where: { $0.hasPrefix("$") }) {
      report(
        path,
        "The type \"" + runtimeName + "\" has no name in the source, so identifiers begin with \"" + path
          + "\", which may change with each build.",
        "declare 'name' in it, or declare it outside of the macro that it comes from.")
    }
    let dots = components.dropLast().reduce(into: []) { $0.append(($0.last ?? -1) + 1 + $1.utf8.count) }
    return IdentifierName(text: path, dots: dots)
  }

  /// A name without the backticks of a raw identifier. The compiler writes the spaces inside as no-break spaces.
  static func unquoted(_ name: String) -> String {
    guard name.utf8.first == UInt8(ascii: "`") else { return name }
    return String(name.compactMap { $0 == "`" ? nil : $0 == "\u{A0}" ? " " : $0 })
  }

  /// The components of a runtime name that belong to an identifier. The result depends on the argument only.
  ///
  /// - `App.(unknown context at $7f8a).Keys` becomes `App.Keys`
  /// - `App.Box<(Swift.Int) -> Swift.String>.Keys` becomes `App.Box.Keys`
  /// - `(extension in App):Swift.String.Keys` becomes `Swift.String.Keys`
  /// - a raw identifier loses its backticks: ``App.`my keys` `` becomes `App.my keys`
  /// - a type that some platforms have in another module of Foundation begins with `Foundation` on all platforms
  private static func components(_ runtimeName: String) -> [String] {
    var components: [String] = []
    var component = ""
    // The numbers of open angle brackets and parentheses. The function drops the text inside them.
    var (angles, parentheses) = (0, 0)
    var isQuoted = false
    var previous: Unicode.Scalar = "."
    for scalar in runtimeName.unicodeScalars {
      defer { previous = scalar }
      switch scalar {
      case "`": isQuoted.toggle()
      case "<" where !isQuoted: angles += 1
      case ">" where !isQuoted && angles > 0: if previous != "-" { angles -= 1 }
      case "(" where !isQuoted: parentheses += 1
      case ")" where !isQuoted && parentheses > 0: parentheses -= 1
      case _ where angles > 0 || parentheses > 0: break
      case ":" where !isQuoted && previous == ")": break
      case "." where !isQuoted:
        if !component.isEmpty { components.append(component) }
        component = ""
      // See ``unquoted(_:)``.
      case "\u{A0}" where isQuoted: component += " "
      default: component.unicodeScalars.append(scalar)
      }
    }
    if !component.isEmpty { components.append(component) }
    if components.first == "FoundationEssentials" { components[0] = "Foundation" }
    return components
  }
}

// The name of an event whose type declares no `name` and has no raw value of type `String`.
extension TypePath {
  /// The path of a type.
  package static func text(of type: Any.Type) -> String { NameTable.path(of: type).name }

  /// The path of the value's type. If the type is an enum, the name of the case follows.
  package static func name<Value>(ofEvent value: Value) -> String {
    let word = NameTable.word(.event, of: Value.self, value)
    if let known = NameTable.lookup(word) { return known._withUnsafeGuaranteedRef { $0.name } }
    let path = NameTable.path(of: Value.self).name
    guard isEnum(value) else { return path }
    let name = name(of: value, Value.self, path)
    if word != 0 { NameTable.record(word, IdentifierName(name, of: Value.self)) }
    return name
  }

  /// The simple name of an event's container: of the enum for a case, and otherwise of the enclosing type or the
  /// module.
  static func enclosing<Value>(_ value: Value) -> String {
    let path = NameTable.path(of: Value.self)
    return isEnum(value) ? path.simple : path.enclosing
  }

  private static func name(of value: Any, _ type: Any.Type, _ path: String) -> String {
    if let name = ofCase(value, type) { return path + "." + name }
    report(
      path,
      "The cases of " + path + " have no names in this build, so its events go out as \"" + path + "\".",
      "declare 'name' in " + path + " with a switch over its cases, or give them raw values of type String. (Names are "
        + "missing where the enum has a description of its own, and where the compiler leaves out reflection "
        + "metadata, by -disable-reflection-metadata, -disable-reflection-names or "
        + "-reflection-metadata-for-debugger-only.)")
    return path
  }

  /// Whether the type of a value is an enum. If the adopter wrote a mirror for the type, the library cannot rely on the
  /// mirror. It then reports an issue.
  private static func isEnum<Value>(_ value: Value) -> Bool {
    let type: Any.Type = Value.self
    return NameTable.isEnum(type) {
      if type is any CustomReflectable.Type {
        let path = NameTable.path(of: type).name
        report(
          path,
          "The type " + path + " has a mirror of its own, which hides whether it is an enum and of which case, so its "
            + "events go out as \"" + path + "\".",
          "declare 'name' and 'entity' in it.")
        return false
      }
      return Mirror(reflecting: value).displayStyle == .enum
    }
  }

  /// The name of the value's case in the source code.
  ///
  /// The name is part of the reflection metadata of the enum's module. A module that is built without this metadata
  /// (`-disable-reflection-metadata`, `-disable-reflection-names`, `-reflection-metadata-for-debugger-only`) has no
  /// such names.
  ///
  /// `nil` if the name is missing, or if the type's own description hides the name of a case without a payload.
  ///
  /// - Parameter value: A value of an enum for which the adopter wrote no mirror.
  private static func ofCase(_ value: Any, _ type: Any.Type) -> String? {
    if let payload = Mirror(reflecting: value).children.first { return payload.label.flatMap(named) }
    if type is any CustomStringConvertible.Type || type is any CustomDebugStringConvertible.Type
      || type is any TextOutputStreamable.Type
    {
      return nil
    }
    // The runtime prints `Module.Type.case`, but only the type if the case has no name.
    let path = String(reflecting: type) + "."
    let printed = String(reflecting: value)
    return printed.hasPrefix(path) ? named(String(printed.dropFirst(path.count))) : nil
  }

  /// Reports once that a type's name in the library differs from its name in the source.
  private static func report(
    _ path: String, _ message: String, _ remedy: String, kind: TrackableIssue.Kind = .nameUnavailable
  ) {
    // The issue has no location, because many trackers read a name, so no single call causes the issue.
    IssueReporter.current.reportOnce(
      TrackableIssue(kind: kind, message: message, remedy: remedy, location: .unknown, subject: path))
  }

  private static func named(_ name: String) -> String? { name.isEmpty ? nil : TypePath.unquoted(name) }
}
