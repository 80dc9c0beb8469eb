// What Apple's Foundation has, and Linux's has not. Compiled as a file of the module that needs it.

import Foundation

extension ProcessInfo {
  func performExpiringActivity(withReason reason: String, using block: @escaping @Sendable (Bool) -> Void) {}
}
