/// An app as the system sees it: https://developer.apple.com/documentation/uikit/uiapplication
@MainActor public final class UIApplication {
  /// The app of the process.
  public static let shared = UIApplication()

  private var running: Set<UIBackgroundTaskIdentifier> = []
  private var tasks = 0
  private var waiting: [CheckedContinuation<Void, Never>] = []

  /// An app without tasks in the background.
  public init() {}

  /// Asks for time in the background.
  ///
  /// - Parameter handler: Called when there is no time left, which never happens here.
  public func beginBackgroundTask(
    expirationHandler handler: (@MainActor @Sendable () -> Void)? = nil
  ) -> UIBackgroundTaskIdentifier {
    tasks += 1
    let task = UIBackgroundTaskIdentifier(rawValue: tasks)
    running.insert(task)
    return task
  }

  /// Gives back the time that is left.
  public func endBackgroundTask(_ identifier: UIBackgroundTaskIdentifier) {
    guard running.remove(identifier) != nil, running.isEmpty else { return }
    for waiter in waiting { waiter.resume() }
    waiting = []
  }

  /// Not UIKit's, but for tests: returns when no task runs in the background.
  public func allTasksEnded() async {
    if running.isEmpty { return }
    await withCheckedContinuation { waiting.append($0) }
  }
}

/// One of the app's windows: https://developer.apple.com/documentation/uikit/uiscene
@MainActor public final class UIScene {
  /// A scene without content.
  public init() {}
}

/// A task in the background: https://developer.apple.com/documentation/uikit/uibackgroundtaskidentifier
public struct UIBackgroundTaskIdentifier: RawRepresentable, Hashable, Sendable {
  /// The number of the task.
  public let rawValue: Int
  /// The task of this number.
  public init(rawValue: Int) { self.rawValue = rawValue }
}
