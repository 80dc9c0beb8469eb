import Foundation

// The public signatures that the adapters use, written anew, and no code of the SDKs. Each SDK has a name of its own here, because
// two of them may have types of one name. The page on adapters names the sources and versions.

/// Whether a value of JSON types only, at any depth.
func isForJSON(_ value: Any) -> Bool {
  switch value {
  case let values as [Any]: values.allSatisfy(isForJSON)
  case let values as [String: Any]: values.values.allSatisfy(isForJSON)
  default: !(value is Date)
  }
}
