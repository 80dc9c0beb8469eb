/// How the name of a type becomes the first part of an identifier.
enum TypePath {
  /// Module, enclosing types, and the type itself, or the path that the type pins. If the source gives the type no name,
  /// that is reported.
  ///
  /// The runtime's own name carries what must not leak into a dashboard: addresses of private contexts, generic
  /// arguments, the module of an extension. They are taken out, so the path is the same in every build and every run.
  static func components(of type: Any.Type) -> [String] {
    if let pinned = type as? any PinnedPath.Type {
      let path = pinned.pinnedPath
      let components = path.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
      if !components.contains("") { return components }
      UnavailableNames.reportPin(path, of: cleaned(String(reflecting: type)))
    }
    let runtimeName = String(reflecting: type)
    let components = components(runtimeName)
    if !areFromSource(components) {
      UnavailableNames.reportPath(components.joined(separator: "."), of: runtimeName)
    }
    return components
  }

  /// Whether all components can be written in source. Names with a leading `$` are reserved for what the compiler makes
  /// up, such as a type inside the expansion of a macro; they depend on the code around it.
  static func areFromSource(_ components: [String]) -> Bool {
    !components.isEmpty && !components.contains { $0.hasPrefix("$") }
  }

  /// A name without the backticks of a raw identifier. The compiler writes the spaces inside as no-break spaces.
  static func unquoted(_ name: String) -> String {
    guard name.utf8.first == UInt8(ascii: "`") else { return name }
    return String(name.compactMap { $0 == "`" ? nil : $0 == "\u{A0}" ? " " : $0 })
  }

  /// A runtime name without its noise. A pure function of its argument.
  ///
  /// - `App.(unknown context at $7f8a).Keys` becomes `App.Keys`
  /// - `App.Box<(Swift.Int) -> Swift.String>.Keys` becomes `App.Box.Keys`
  /// - `(extension in App):Swift.String.Keys` becomes `Swift.String.Keys`
  /// - a raw identifier loses its backticks: ``App.`my keys` `` becomes `App.my keys`
  /// - what Foundation keeps in a module of its own on some platforms is `Foundation.…` on all
  static func cleaned(_ runtimeName: String) -> String {
    components(runtimeName).joined(separator: ".")
  }

  private static func components(_ runtimeName: String) -> [String] {
    var components: [String] = []
    var component = ""
    var angles = 0
    var parentheses = 0
    var isQuoted = false
    var previous: Character = "."
    for character in runtimeName {
      defer { previous = character }
      if character == "`" {
        isQuoted.toggle()
        continue
      }
      if !isQuoted {
        switch character {
        case "<":
          angles += 1
          continue
        case ">" where angles > 0:
          if previous != "-" { angles -= 1 }
          continue
        case "(":
          parentheses += 1
          continue
        case ")" where parentheses > 0:
          parentheses -= 1
          continue
        case ":" where angles == 0 && parentheses == 0 && previous == ")":
          continue
        case "." where angles == 0 && parentheses == 0:
          if !component.isEmpty { components.append(component) }
          component = ""
          continue
        default:
          break
        }
      }
      // See ``unquoted(_:)``.
      if angles == 0 && parentheses == 0 { component.append(isQuoted && character == "\u{A0}" ? " " : character) }
    }
    if !component.isEmpty { components.append(component) }
    if components.first == "FoundationEssentials" { components[0] = "Foundation" }
    return components
  }
}
