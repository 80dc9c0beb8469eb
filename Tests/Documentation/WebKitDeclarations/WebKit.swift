// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// What the inspector's view uses of WebKit: https://developer.apple.com/documentation/webkit/wkwebview

import Foundation

@MainActor open class WKNavigation {}

@MainActor open class WKWebView {
  public init() {}
  open var pageZoom: CGFloat = 1
  @discardableResult open func loadFileURL(_ URL: URL, allowingReadAccessTo readAccessURL: URL) -> WKNavigation? { nil }
  @discardableResult open func loadHTMLString(_ string: String, baseURL: URL?) -> WKNavigation? { nil }
}
