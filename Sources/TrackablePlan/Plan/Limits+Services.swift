/// What services take, as they say themselves: a row for each rule, with the page that says it, and the day it was read.
///
/// To bring it up to date, read each page, change the rows that differ, and write the day in all rows of the page. A test
/// compares the table on the page about writing a destination with these rows.
private let table: [Row] = {
  let firebaseMethods =
    "https://firebase.google.com/docs/reference/swift/firebaseanalytics/api/reference/Classes/Analytics"
  let firebaseCollection = "https://support.google.com/analytics/answer/9267744"
  let firebaseNaming = "https://support.google.com/analytics/answer/13316687"
  let amplitudeLimits = "https://amplitude.com/docs/faq/limits"
  let amplitudeUpload = "https://amplitude.com/docs/apis/analytics/http-v2"
  let mixpanelEvents = "https://docs.mixpanel.com/docs/data-structure/events-and-properties"
  let mixpanelTypes = "https://docs.mixpanel.com/docs/data-structure/property-reference/data-type"
  let mixpanelImport = "https://docs.mixpanel.com/reference/import-events"
  return [
    Row(.firebase, .eventName, .characters(40), firebaseMethods, "2026-11-22"),
    Row(.firebase, .eventName, .identifier, firebaseMethods, "2026-11-22"),
    Row(.firebase, .eventName, .reservedPrefixes(["firebase_", "google_", "ga_"]), firebaseMethods, "2026-11-22"),
    Row(.firebase, .eventName, .reserved(firebaseEventNames), firebaseMethods, "2026-11-22"),
    Row(.firebase, .eventName, .count(500), firebaseCollection, "2026-11-22"),
    Row(.firebase, .key, .characters(40), firebaseMethods, "2026-11-22"),
    Row(.firebase, .key, .identifier, firebaseMethods, "2026-11-22"),
    Row(.firebase, .key, .reservedPrefixes(["firebase_", "google_", "ga_"]), firebaseMethods, "2026-11-22"),
    Row(.firebase, .key, .countPerEvent(25), firebaseMethods, "2026-11-22"),
    Row(.firebase, .key, .types([.string, .int, .double, .bool], except: ["items"]), firebaseMethods, "2026-11-22"),
    Row(.firebase, .value, .characters(100), firebaseMethods, "2026-11-22"),
    Row(.firebase, .userPropertyName, .characters(24), firebaseMethods, "2026-11-22"),
    Row(.firebase, .userPropertyName, .identifier, firebaseMethods, "2026-11-22"),
    Row(
      .firebase, .userPropertyName, .reservedPrefixes(["firebase_", "google_", "ga_"]), firebaseMethods, "2026-11-22"),
    Row(
      .firebase, .userPropertyName,
      .reserved([
        "first_open_time", "first_visit_time", "last_deep_link_referrer", "user_id", "first_open_after_install",
      ]), firebaseNaming, "2026-11-22"),
    Row(.firebase, .userPropertyName, .count(25), firebaseMethods, "2026-11-22"),
    Row(.firebase, .userPropertyValue, .characters(36), firebaseMethods, "2026-11-22"),
    Row(.firebase, .userID, .characters(256), firebaseMethods, "2026-11-22"),
    Row(.amplitude, .eventName, .characters(1024), amplitudeUpload, "2026-11-22"),
    Row(.amplitude, .eventName, .reserved(amplitudeEventNames), amplitudeUpload, "2026-11-22"),
    Row(.amplitude, .eventName, .count(2000), amplitudeLimits, "2026-11-22"),
    Row(.amplitude, .key, .count(2000), amplitudeLimits, "2026-11-22"),
    Row(.amplitude, .value, .characters(1024), amplitudeUpload, "2026-11-22"),
    Row(.amplitude, .value, .depth(40), amplitudeUpload, "2026-11-22"),
    Row(.amplitude, .userPropertyName, .count(1000), amplitudeLimits, "2026-11-22"),
    Row(.amplitude, .userPropertyValue, .characters(1024), amplitudeUpload, "2026-11-22"),
    Row(.amplitude, .userID, .characters(1024), amplitudeUpload, "2026-11-22"),
    Row(.mixpanel, .eventName, .characters(255), mixpanelEvents, "2026-11-22"),
    Row(.mixpanel, .eventName, .count(5000), mixpanelEvents, "2026-11-22"),
    Row(.mixpanel, .key, .characters(255), mixpanelEvents, "2026-11-22"),
    Row(
      .mixpanel, .key, .reserved(["distinct_id", "time", "token", "mp_country_code", "mp_lib"]), mixpanelEvents,
      "2026-11-22"),
    Row(.mixpanel, .key, .reservedPrefixes(["$", "mp_"]), mixpanelEvents, "2026-11-22"),
    // "Fewer than 255".
    Row(.mixpanel, .key, .countPerEvent(254), mixpanelImport, "2026-11-22"),
    Row(.mixpanel, .value, .bytes(255), mixpanelTypes, "2026-11-22"),
    Row(.mixpanel, .value, .depth(3), mixpanelImport, "2026-11-22"),
    Row(.mixpanel, .userPropertyName, .characters(255), mixpanelEvents, "2026-11-22"),
    Row(.mixpanel, .userPropertyName, .reservedPrefixes(["$", "mp_"]), mixpanelEvents, "2026-11-22"),
    Row(.mixpanel, .userPropertyValue, .bytes(255), mixpanelTypes, "2026-11-22"),
  ]
}()

private let firebaseEventNames: Set = [
  "ad_activeview", "ad_click", "ad_exposure", "ad_query", "ad_reward", "adunit_exposure", "app_clear_data",
  "app_exception", "app_remove", "app_store_refund", "app_store_subscription_cancel",
  "app_store_subscription_convert", "app_store_subscription_renew", "app_update", "app_upgrade",
  "dynamic_link_app_open", "dynamic_link_app_update", "dynamic_link_first_open", "error", "firebase_campaign",
  "first_open", "first_visit", "in_app_purchase", "notification_dismiss", "notification_foreground",
  "notification_open", "notification_receive", "os_update", "session_start", "session_start_with_rollout",
  "user_engagement",
]

private let amplitudeEventNames: Set = [
  "[Amplitude] Start Session", "[Amplitude] End Session", "[Amplitude] Revenue", "[Amplitude] Revenue (Verified)",
  "[Amplitude] Revenue (Unverified)", "[Amplitude] Merged User",
]

private enum Service: String { case firebase = "Firebase", amplitude = "Amplitude", mixpanel = "Mixpanel" }

private struct Row: Sendable {
  let service: Service
  let rule: TrackingPlan.Limits.Rule

  init(
    _ service: Service, _ subject: TrackingPlan.Limits.Subject, _ bound: TrackingPlan.Limits.Bound, _ source: String,
    _ date: String
  ) {
    self.service = service
    rule = TrackingPlan.Limits.Rule(subject, bound, source: source, date: date)
  }
}

extension TrackingPlan.Limits {
  /// Google Analytics 4, as Firebase's SDK for Apple platforms describes it.
  public static let firebase = TrackingPlan.Limits(.firebase)
  /// Amplitude.
  public static let amplitude = TrackingPlan.Limits(.amplitude)
  /// Mixpanel.
  public static let mixpanel = TrackingPlan.Limits(.mixpanel)

  private init(_ service: Service) {
    self.init(service: service.rawValue, rules: table.filter { $0.service == service }.map(\.rule))
  }
}
