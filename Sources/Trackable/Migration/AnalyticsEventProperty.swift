/// The earlier name of ``TrackedProperty``.
///
/// Events from before ``TrackedProperties`` existed are of the earlier form, and none of their properties is lost:
///
/// ```swift
/// struct PaymentSent: EarlierAnalyticsEvent {
///   let name = "payment_sent"
///   let entity = "payment"
///   var properties: [AnalyticsEventProperty] { [AnalyticsEventProperty(key: "amount", value: 20)] }
/// }
/// ```
@available(
  *, deprecated, renamed: "TrackedProperty",
  message:
    "An event that declares a list conforms to 'EarlierAnalyticsEvent', or it is sent without. Better declare 'var properties: TrackedProperties', and write 'Keys.amount ~>> 20'."
)
public typealias AnalyticsEventProperty = TrackedProperty

extension TrackedProperty {
  /// A property from a plain string and a value, in the earlier form.
  ///
  /// - Parameters:
  ///   - key: Its name.
  ///   - value: Its value.
  @available(*, deprecated, message: "Write 'Keys.amount ~>> 20', or '\"amount\" ~>> 20' for a plain string.")
  public init(key: String, value: some TrackedValueConvertible) {
    self.init(key, value)
  }
}
