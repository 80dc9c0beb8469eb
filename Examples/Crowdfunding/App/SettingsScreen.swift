import CrowdfundingCore

/// Where users change their minds. It was opened from the system's settings, and is linked to nothing.
@MainActor
final class SettingsScreen: Screen {}
