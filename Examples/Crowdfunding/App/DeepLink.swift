import CrowdfundingCore

/// A link from outside. Its author may have written any parameters into it.
struct DeepLink {
  let project: Project
  let parameters: [String: Any]
}
