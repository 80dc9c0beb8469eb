// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// What the library uses of WatchKit, declared as there.

import Foundation

@MainActor open class WKApplication {
  public class var didBecomeActiveNotification: NSNotification.Name { fatalError() }
  public class var didEnterBackgroundNotification: NSNotification.Name { fatalError() }
}

@MainActor open class WKInterfaceDevice {
  open class func current() -> WKInterfaceDevice { fatalError() }
  open var screenBounds: CGRect { fatalError() }
  open var screenScale: CGFloat { fatalError() }
}
