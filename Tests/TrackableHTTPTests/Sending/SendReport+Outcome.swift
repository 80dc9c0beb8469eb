import Foundation
import TrackableHub

@testable import TrackableHTTP

extension SendReport {
  /// The report in a hub's words; `nil` if a part of the batch is settled and a part remains.
  var outcome: DeliveryOutcome? {
    if let reason {
      return delivered.isEmpty && rejected.isEmpty ? .retry(after: retryAfter, because: reason) : nil
    }
    guard let reason = rejected.values.min() else { return .accepted }
    return .rejected(rejected.keys.sorted { $0.uuidString < $1.uuidString }, because: reason)
  }
}

extension SendPlan {
  /// A plan of one that has sent nothing before.
  init(_ batch: [Envelope], format: any WireFormat) {
    self.init(batch, format: format, experience: Experience(limit: format.limits.bytes)) { _ in WireSample.context }
  }
}

extension HTTPSender {
  func send(_ batch: [Envelope]) async -> SendReport {
    var plan = SendPlan(batch, format: format)
    while let request = plan.next(sentAt: Date()) { await send(request, of: &plan) }
    return plan.report
  }
}
