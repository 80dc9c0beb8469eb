// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// What the library uses of UIKit, declared as there.

import Foundation

@MainActor open class UIApplication {
  public nonisolated class var didBecomeActiveNotification: NSNotification.Name { fatalError() }
  public nonisolated class var didEnterBackgroundNotification: NSNotification.Name { fatalError() }
}

@MainActor open class UIScene {
  public nonisolated class var didActivateNotification: NSNotification.Name { fatalError() }
  public nonisolated class var didEnterBackgroundNotification: NSNotification.Name { fatalError() }
  public nonisolated class var didDisconnectNotification: NSNotification.Name { fatalError() }
}

@MainActor open class UIScreen {
  open class var main: UIScreen { fatalError() }
  open var nativeBounds: CGRect { fatalError() }
}

@MainActor open class UIFontMetrics {
  open class var `default`: UIFontMetrics { fatalError() }
  open func scaledValue(for value: CGFloat) -> CGFloat { fatalError() }
}
