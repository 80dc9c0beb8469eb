import Trackable

extension DeliveryResult {
  mutating func add(_ count: Int, _ fate: TrackerLedger.Fate) {
    if fate == .delivered { delivered += count } else { failed += count }
  }
}
