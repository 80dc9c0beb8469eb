#if canImport(Darwin)
  import Dispatch
  import Foundation
  import Trackable

  #if canImport(UIKit) && !os(watchOS)
    import UIKit
  #elseif canImport(AppKit)
    import AppKit
  #elseif canImport(WatchKit)
    import WatchKit
  #endif

  extension TrackableApp {
    /// Follows the operating system's notifications, which come on the main thread.
    func followSystem() {
      if Thread.isMainThread {
        MainActor.assumeIsolated { SystemNotifications.shared.follow(self) }
      } else {
        Task { @MainActor in SystemNotifications.shared.follow(self) }
      }
    }
  }

  /// Passes the operating system's notifications about the foreground on to the library. The process has one such
  /// object, for any number of ``TrackableApp`` objects.
  @MainActor private final class SystemNotifications {
    static let shared = SystemNotifications()
    private var scenes = ForegroundScenes()
    private var isFollowing = false

    func follow(_ app: TrackableApp) {
      if let screen = Self.screen { app.show(screen: screen) }
      if isFollowing { return }
      isFollowing = true
      for (name, notification) in Self.notifications {
        _ = NotificationCenter.default.addObserver(forName: name, object: nil, queue: nil) { posted in
          let meaning = notification((posted.object as AnyObject?).map(ObjectIdentifier.init))
          // The operating system posts these notifications on the main thread, but an app might post one on another
          // thread.
          if Thread.isMainThread {
            MainActor.assumeIsolated { Self.shared.receive(meaning) }
          } else {
            Task { @MainActor in Self.shared.receive(meaning) }
          }
        }
      }
    }

    private func receive(_ notification: SystemNotification) {
      switch scenes.follow(notification) {
      case true?: TrackableSystem.applicationWillEnterForeground()
      case false?: leave(endsProcess: notification == .appEnds)
      case nil: break
      }
    }

    /// Keeps the process running until everything is sent, or until the operating system ends it.
    ///
    /// - Parameter endsProcess: Whether the process may end as soon as this method returns, as that of a Mac app does.
    private func leave(endsProcess: Bool) {
      TrackableSystem.endForeground(isolation: MainActor.shared, at: CodeLocation(fileID: #fileID, line: #line))
      let isOver = DispatchSemaphore(value: 0)
      #if !os(macOS)
        ProcessInfo.processInfo.performExpiringActivity(withReason: "Sending what was tracked") { isExpired in
          if isExpired { isOver.signal() } else { isOver.wait() }
        }
      #endif
      // A request may take as long.
      let timeout = Duration.seconds(endsProcess ? 1 : 30)
      Task.detached {
        await TrackableSystem.flush(timeout: timeout)
        isOver.signal()
      }
      // What a store has by then, the next launch sends.
      if endsProcess { _ = isOver.wait(timeout: .now() + 1) }
    }

    private typealias Meaning = @Sendable (_ sender: ObjectIdentifier?) -> SystemNotification

    private static var notifications: [(Notification.Name, Meaning)] {
      #if canImport(UIKit) && !os(watchOS)
        [
          (UIApplication.didBecomeActiveNotification, { _ in .appComes }),
          (UIApplication.didEnterBackgroundNotification, { _ in .appLeaves }),
          // If the user closes a scene in the app switcher, the scene enters the foreground once more, without becoming
          // active.
          (UIScene.didActivateNotification, { $0.map { .sceneComes($0) } ?? .appComes }),
          (UIScene.didEnterBackgroundNotification, { $0.map { .sceneLeaves($0) } ?? .appLeaves }),
          (UIScene.didDisconnectNotification, { $0.map { .sceneLeaves($0) } ?? .appLeaves }),
        ]
      #elseif canImport(AppKit)
        [
          (NSApplication.didBecomeActiveNotification, { _ in .appComes }),
          (NSApplication.didResignActiveNotification, { _ in .appLeaves }),
          (NSApplication.willTerminateNotification, { _ in .appEnds }),
        ]
      #elseif canImport(WatchKit)
        [
          (WKApplication.didBecomeActiveNotification, { _ in .appComes }),
          (WKApplication.didEnterBackgroundNotification, { _ in .appLeaves }),
        ]
      #else
        []
      #endif
    }

    /// The size of the screen in pixels.
    private static var screen: (width: Int, height: Int)? {
      #if canImport(UIKit) && !os(watchOS) && !os(visionOS)
        let size = UIScreen.main.nativeBounds.size
        return (Int(size.width), Int(size.height))
      #elseif canImport(AppKit)
        guard let screen = NSScreen.main else { return nil }
        let (size, scale) = (screen.frame.size, screen.backingScaleFactor)
        return (Int(size.width * scale), Int(size.height * scale))
      #elseif canImport(WatchKit)
        let device = WKInterfaceDevice.current()
        let (size, scale) = (device.screenBounds.size, device.screenScale)
        return (Int(size.width * scale), Int(size.height * scale))
      #else
        return nil
      #endif
    }
  }
#else
  extension TrackableApp {
    /// Does nothing. Systems other than Apple's have no such notifications, so the app calls
    /// `TrackableSystem.applicationWillEnterForeground()` and `applicationDidEnterBackground()` there.
    func followSystem() {}
  }
#endif
