import Trackable

extension TrackedProperties {
  /// `{key: value, key: value}`, sorted by key, as the pretended services print it.
  var listed: String {
    let lines = flattened.map { "\($0.key.name): \($0.value)" }.sorted()
    return "{\(lines.joined(separator: ", "))}"
  }
}
