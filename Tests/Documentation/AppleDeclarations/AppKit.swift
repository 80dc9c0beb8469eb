// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// What the library uses of AppKit, declared as there.

import Foundation

@MainActor open class NSApplication {
  public class var didBecomeActiveNotification: NSNotification.Name { fatalError() }
  public class var didResignActiveNotification: NSNotification.Name { fatalError() }
  public class var willTerminateNotification: NSNotification.Name { fatalError() }
}

@MainActor open class NSScreen {
  open class var main: NSScreen? { fatalError() }
  open var frame: NSRect { fatalError() }
  open var backingScaleFactor: CGFloat { fatalError() }
}
