/// The phone, which starts the app, sends it to the background, and ends it.
@MainActor
final class Phone {
  enum AppState {
    case active, inBackground, terminated
  }

  let device: Device
  private let app: AppDelegate
  private(set) var appState = AppState.active

  /// Creates a phone on which the app has just been opened.
  init() {
    let device = Device()
    self.device = device
    app = AppDelegate(analytics: Analytics(device: device))
    app.applicationDidFinishLaunching()
    app.applicationDidBecomeActive()
  }

  var navigationController: NavigationController { app.navigationController }

  func sendAppToBackground() {
    appState = .inBackground
    app.applicationDidEnterBackground()
  }

  func bringAppToFront() {
    appState = .active
    app.applicationDidBecomeActive()
  }

  func terminateApp() {
    appState = .terminated
    app.applicationWillTerminate()
  }
}
