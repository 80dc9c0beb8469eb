// The limits of services, from their own documentation: for each page, its rules, and the day on which the page was
// read.
//
// To update a page, read it, change the rules that differ, and write the day. A test compares the table on the page
// *Writing a destination* with these rules.

extension TrackingPlan.Limits {
  /// Google Analytics 4, as Firebase's SDK for Apple platforms describes it.
  public static let firebase = Self(
    service: "Firebase", takesTraitsAsUserProperties: true,
    rules: page(
      "https://firebase.google.com/docs/reference/swift/firebaseanalytics/api/reference/Classes/Analytics",
      "2026-11-22",
      (.eventName, [.characters(40), .identifier, .reserved(firebaseEventNames, prefixes: firebasePrefixes)]),
      (.key, [.characters(40), .identifier, .reserved([], prefixes: firebasePrefixes), .countPerEvent(25)]),
      (.key, [.types(["string", "int", "double", "bool"], except: ["items"])]),
      (.value, [.characters(100)]),
      (.userPropertyName, [.characters(24), .identifier, .reserved([], prefixes: firebasePrefixes), .count(25)]),
      (.userPropertyValue, [.characters(36)]),
      (.userID, [.characters(256)]))
      + page("https://support.google.com/analytics/answer/9267744", "2026-11-22", (.eventName, [.count(500)]))
      + page(
        "https://support.google.com/analytics/answer/13316687", "2026-11-22",
        (.userPropertyName, [.reserved(firebaseUserProperties)])))

  /// Amplitude.
  public static let amplitude = Self(
    service: "Amplitude",
    rules: page(
      "https://amplitude.com/docs/apis/analytics/http-v2", "2026-11-22",
      (.eventName, [.characters(1024), .reserved(amplitudeEventNames)]),
      (.value, [.characters(1024), .depth(40)]),
      (.userPropertyValue, [.characters(1024)]),
      (.userID, [.characters(1024)]))
      + page(
        "https://amplitude.com/docs/faq/limits", "2026-11-22",
        (.eventName, [.count(2000)]), (.key, [.count(2000)]), (.userPropertyName, [.count(1000)])))

  /// Mixpanel.
  public static let mixpanel = Self(
    service: "Mixpanel",
    rules: page(
      "https://docs.mixpanel.com/docs/data-structure/events-and-properties", "2026-11-22",
      (.eventName, [.characters(255), .count(5000)]),
      (.key, [.characters(255), .reserved(mixpanelKeys, prefixes: ["$", "mp_"])]),
      (.userPropertyName, [.characters(255), .reserved([], prefixes: ["$", "mp_"])]))
      + page(
        "https://docs.mixpanel.com/docs/data-structure/property-reference/data-type", "2026-11-22",
        (.value, [.bytes(255)]), (.userPropertyValue, [.bytes(255)]))
      // "Fewer than 255" keys.
      + page(
        "https://docs.mixpanel.com/reference/import-events", "2026-11-22",
        (.key, [.countPerEvent(254)]), (.value, [.depth(3)])))

  private static func page(_ source: String, _ date: String, _ bounds: (Subject, [Bound])...) -> [Rule] {
    bounds.flatMap { subject, bounds in bounds.map { Rule(subject, $0, source: source, date: date) } }
  }
}

private let firebasePrefixes: Set = ["firebase_", "google_", "ga_"]

private let firebaseEventNames: Set = [
  "ad_activeview", "ad_click", "ad_exposure", "ad_query", "ad_reward", "adunit_exposure", "app_clear_data",
  "app_exception", "app_remove", "app_store_refund", "app_store_subscription_cancel",
  "app_store_subscription_convert", "app_store_subscription_renew", "app_update", "app_upgrade",
  "dynamic_link_app_open", "dynamic_link_app_update", "dynamic_link_first_open", "error", "firebase_campaign",
  "first_open", "first_visit", "in_app_purchase", "notification_dismiss", "notification_foreground",
  "notification_open", "notification_receive", "os_update", "session_start", "session_start_with_rollout",
  "user_engagement",
]

private let firebaseUserProperties: Set = [
  "first_open_time", "first_visit_time", "last_deep_link_referrer", "user_id", "first_open_after_install",
]

private let amplitudeEventNames: Set = [
  "[Amplitude] Start Session", "[Amplitude] End Session", "[Amplitude] Revenue", "[Amplitude] Revenue (Verified)",
  "[Amplitude] Revenue (Unverified)", "[Amplitude] Merged User",
]

private let mixpanelKeys: Set = ["distinct_id", "time", "token", "mp_country_code", "mp_lib"]
