import CrowdfundingCore

/// A card that shows one project after another.
@MainActor
final class ProjectCell {
  var project: Project?
}
