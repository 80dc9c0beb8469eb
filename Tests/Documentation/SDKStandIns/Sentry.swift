// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
import Foundation
import VendorStandIns

/// What the adapter uses of https://github.com/getsentry/sentry-cocoa.
public enum Sentry {
  public final class SentrySDK {
    @discardableResult
    public static func capture(error: any Error, block: @escaping (Scope) -> Void) -> SentryId {
      let scope = Scope()
      block(scope)
      ServiceLog.call("Sentry capture", "\(error)", scope.tags)
      return SentryId()
    }

    public static func addBreadcrumb(_ crumb: Breadcrumb) {
      guard isForJSON(crumb.data ?? [:]) else { return }
      ServiceLog.call("Sentry \(crumb.category)", crumb.message ?? "", crumb.data, at: crumb.timestamp, as: .event)
    }

    public static func setUser(_ user: User?) {
      ServiceLog.call("Sentry setUser", user?.userId, user?.data, as: user == nil ? .reset : .user)
    }

    public static func configureScope(_ callback: @escaping (Scope) -> Void) { callback(Scope(isGlobal: true)) }
  }

  public struct SentryId {}

  public enum SentryLevel { case info }

  public final class Breadcrumb {
    public var category: String
    public var type: String?
    public var timestamp: Date?
    public var message: String?
    public var data: [String: Any]?

    public init(level: SentryLevel, category: String) { self.category = category }
  }

  public final class User {
    public var userId: String?
    public var data: [String: Any]?

    public init(userId: String) { self.userId = userId }
  }

  public final class Scope {
    private(set) var tags: [String: String] = [:]
    private let isGlobal: Bool

    init(isGlobal: Bool = false) { self.isGlobal = isGlobal }

    public func setTag(value: String, key: String) { tags[key] = value }

    public func clearBreadcrumbs() {
      if isGlobal { ServiceLog.call("Sentry clearBreadcrumbs") }
    }
  }
}
