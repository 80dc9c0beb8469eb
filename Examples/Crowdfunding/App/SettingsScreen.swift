import CrowdfundingCore

/// Where users change their minds. It was opened from the system's settings, and nobody linked it to anything.
@MainActor
final class SettingsScreen: Screen {}
