// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// What the article of 2016 uses of UIKit and Foundation, in the spelling that they had then.

@_exported public import Foundation
public import UIKitStandIn

public typealias UIViewController = UIKitStandIn.UIViewController
public typealias UIResponder = UIKitStandIn.UIResponder
public typealias UIButton = UIKitStandIn.UIButton
public typealias NSIndexPath = IndexPath

@MainActor public final class UIStoryboardSegue {
  public let destinationViewController: UIViewController
  public init(destinationViewController: UIViewController) {
    self.destinationViewController = destinationViewController
  }
}

@MainActor public final class UITableView {
  public var indexPathForSelectedRow: NSIndexPath?
}

open class UITableViewController: UIViewController {
  public let tableView = UITableView()
  open func tableView(tableView: UITableView, didSelectRowAtIndexPath indexPath: NSIndexPath) {}
  open func prepareForSegue(segue: UIStoryboardSegue, sender: AnyObject?) {}
}

@MainActor public final class UIApplication {
  public init() {}
}

@MainActor public final class UIWindow {}

@MainActor public protocol UIApplicationDelegate: AnyObject {}

extension NSDate {
  public func timeIntervalSinceDate(_ date: NSDate) -> Double { timeIntervalSince(date as Date) }
}
