/// A global actor that is not the main one.
@globalActor package actor Backstage {
  package static let shared = Backstage()
}
