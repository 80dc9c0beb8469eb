import Trackable

extension TrackedProperties {
  /// What the pretended services print: `key: value`, sorted, in lines of a readable length.
  var listed: String {
    let indentation = "\n" + String(repeating: " ", count: 15)
    var lines = [String]()
    for text in flattened.map({ "\($0.key.name): \($0.value)" }).sorted() {
      if let line = lines.last, line.count + text.count < 100 {
        lines[lines.count - 1] = line + ", " + text
      } else {
        lines.append(text)
      }
    }
    return lines.map { indentation + $0 }.joined(separator: ",")
  }
}
