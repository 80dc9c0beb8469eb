import CrowdfundingCore

/// A link from outside. Its parameters are whatever somebody wrote into it.
struct DeepLink {
  let project: Project
  let parameters: [String: Any]
}
