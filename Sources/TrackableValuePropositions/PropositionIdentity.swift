import Trackable

/// The name and the attributes of a proposition. By this name and these attributes, the library finds a session that
/// the app tracks without a handle.
struct PropositionIdentity: Sendable, Equatable {
  let name: String
  let attributes: TrackedProperties

  init(of proposition: some ValueProposition, at site: CodeLocation) {
    name = proposition.name
    attributes = TrackedProperties(encodingOrReporting: proposition.attributes, at: site)
  }
}

extension TrackedProperties {
  /// The attributes of an action.
  init(ofAction action: ValuePropositionAction, at site: CodeLocation) {
    self = action.attributes.map { TrackedProperties(encodingOrReporting: $0, at: site) } ?? []
  }

  fileprivate init(encodingOrReporting attributes: some AnalyticsEventAttributes, at site: CodeLocation) {
    do {
      try self.init(encoding: attributes)
    } catch {
      TrackableSystem.issueHandler(.notEncoded(type(of: attributes), error, at: site))
      self.init()
    }
  }
}
