import CrowdfundingCore
import Trackable

extension SettingsScreen: ScreenContext {
  var screen: Screens { .settings }
  var screenProperties: TrackedProperties {}
}
