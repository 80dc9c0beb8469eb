// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public import Foundation

/// https://developer.apple.com/documentation/uikit/uiview
open class UIView: UIResponder {}

/// https://developer.apple.com/documentation/uikit/uibutton
public final class UIButton: UIView {}

/// https://developer.apple.com/documentation/uikit/uitableviewcell
open class UITableViewCell: UIView {
  public required override init() { super.init() }
}

/// A table, which makes cells and reuses none: https://developer.apple.com/documentation/uikit/uitableview
public final class UITableView: UIView {
  private var classes: [String: UITableViewCell.Type] = [:]

  public func register(_ cellClass: UITableViewCell.Type, forCellReuseIdentifier identifier: String) {
    classes[identifier] = cellClass
  }

  public func dequeueReusableCell(withIdentifier identifier: String, for indexPath: IndexPath) -> UITableViewCell {
    (classes[identifier] ?? UITableViewCell.self).init()
  }
}

/// https://developer.apple.com/documentation/uikit/uitableviewcontroller
open class UITableViewController: UIViewController {
  public let tableView = UITableView()

  open func tableView(_ tableView: UITableView, didSelectRowAt indexPath: IndexPath) {}
  open func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
    UITableViewCell()
  }
}

extension IndexPath {
  public init(row: Int, section: Int) { self.init(indexes: [section, row]) }
  public var row: Int { self[1] }
}
