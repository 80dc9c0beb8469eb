/// What services are told of the library that sends.
enum WireLibrary {
  static let name = "trackable-swift"
}
