import Trackable

/// How a plan names what is inside an array: `App.Keys.items[].App.Keys.sku`.
///
/// A destination finds the keys of the elements under their own names, so these are not composed with that of the array, as
/// those of nested properties are, which it may find flattened.
enum ArrayPath {
  private static let mark = "[]"

  /// The path of the elements of an array.
  static func elements(of array: String) -> String { array + mark }

  /// The path of a key in an element.
  static func key(_ key: String, in element: String) -> String { element + "." + key }

  /// The array at which a path begins; `nil` if the path is that of a key that is in no array.
  static func array(of path: String) -> String? { path.firstRange(of: mark).map { String(path[..<$0.lowerBound]) } }

  /// Whether a path leads to the elements of an array.
  static func leadsToElements(_ path: String) -> Bool { path.hasSuffix(mark) }

  /// What a path is called where keys are called otherwise; `nil` if that is no other name.
  static func renamed(_ path: String, _ names: [String: String]) -> String? {
    leadsToElements(path) ? renamed(String(path.dropLast(mark.count)), names).map(elements) : names[path]
  }

  /// The keys along a path. That of elements is empty.
  static func keys(along path: String) -> [String] { parts(of: path).map(\.key) }

  /// The key that a path leads to.
  static func lastKey(of path: String) -> String { keys(along: path).last ?? path }

  /// A path of which each key is spelled in a style.
  static func spelled(_ path: String, _ style: NamingStyle) -> String {
    parts(of: path).map { $0.separator + ($0.key.isEmpty ? "" : style($0.key)) }.joined(separator: mark)
  }

  /// What is between the marks: a key, and before it the dot that parts it from an element.
  private static func parts(of path: String) -> [(separator: String, key: String)] {
    path.split(separator: mark, omittingEmptySubsequences: false).enumerated().map { index, part in
      index > 0 && part.hasPrefix(".") ? (".", String(part.dropFirst())) : ("", String(part))
    }
  }
}

extension TrackingPlan.Property {
  /// What is inside the elements of an array, each path once, with every type that it has in any of them. Nothing in there is
  /// required, because an array may be empty.
  ///
  /// - Parameters:
  ///   - path: That of the array.
  ///   - isSensitive: Whether `values` are what an array has that is sensitive. Then null stands for what is not.
  static func inside(_ values: TrackedValue.Elements, at path: String, isSensitive: Bool) -> [Self] {
    var types: [String: Set<TrackingPlan.ValueType>] = [:]
    func add(_ values: TrackedValue.Elements, at path: String) {
      for value in values where !(isSensitive && value == .null) { add(value, at: ArrayPath.elements(of: path)) }
    }
    func add(_ value: TrackedValue, at path: String) {
      // Properties are known by their keys, as where they are nested in other properties.
      if case .properties(let properties) = value, !properties.isEmpty {
        for property in properties.flattened { add(property.value, at: ArrayPath.key(property.key.name, in: path)) }
        return
      }
      types[path, default: []].insert(.init(of: value))
      if case .array(let values) = value { add(values, at: path) }
    }
    add(values, at: path)
    return types.map { Self(key: $0.key, types: $0.value, isRequired: false, isSensitive: isSensitive) }
  }
}
