extension TrackingPlan.Limits {
  /// Google Analytics 4, as Firebase's SDK for Apple platforms describes it.
  public static let firebase: TrackingPlan.Limits = {
    let methods = "https://firebase.google.com/docs/reference/swift/firebaseanalytics/api/reference/Classes/Analytics"
    let collection = "https://support.google.com/analytics/answer/9267744"
    let naming = "https://support.google.com/analytics/answer/13316687"
    let prefixes: Set = ["firebase_", "google_", "ga_"]
    return TrackingPlan.Limits(
      service: "Firebase",
      rules: [
        Rule(.eventName, .characters(40), source: methods),
        Rule(.eventName, .identifier, source: methods),
        Rule(.eventName, .reservedPrefixes(prefixes), source: methods),
        Rule(.eventName, .reserved(firebaseEventNames), source: methods),
        Rule(.eventName, .count(500), source: collection),
        Rule(.key, .characters(40), source: methods),
        Rule(.key, .identifier, source: methods),
        Rule(.key, .reservedPrefixes(prefixes), source: methods),
        Rule(.key, .countPerEvent(25), source: methods),
        Rule(.key, .types([.string, .int, .double, .bool], except: ["items"]), source: methods),
        Rule(.value, .characters(100), source: methods),
        Rule(.userPropertyName, .characters(24), source: methods),
        Rule(.userPropertyName, .identifier, source: methods),
        Rule(.userPropertyName, .reservedPrefixes(prefixes), source: methods),
        Rule(
          .userPropertyName,
          .reserved([
            "first_open_time", "first_visit_time", "last_deep_link_referrer", "user_id", "first_open_after_install",
          ]), source: naming),
        Rule(.userPropertyName, .count(25), source: methods),
        Rule(.userPropertyValue, .characters(36), source: methods),
        Rule(.userID, .characters(256), source: methods),
      ])
  }()

  private static let firebaseEventNames: Set = [
    "ad_activeview", "ad_click", "ad_exposure", "ad_query", "ad_reward", "adunit_exposure", "app_clear_data",
    "app_exception", "app_remove", "app_store_refund", "app_store_subscription_cancel",
    "app_store_subscription_convert", "app_store_subscription_renew", "app_update", "app_upgrade",
    "dynamic_link_app_open", "dynamic_link_app_update", "dynamic_link_first_open", "error", "firebase_campaign",
    "first_open", "first_visit", "in_app_purchase", "notification_dismiss", "notification_foreground",
    "notification_open", "notification_receive", "os_update", "session_start", "session_start_with_rollout",
    "user_engagement",
  ]

  /// Amplitude.
  public static let amplitude: TrackingPlan.Limits = {
    let quotas = "https://amplitude.com/docs/faq/limits"
    let upload = "https://amplitude.com/docs/apis/analytics/http-v2"
    return TrackingPlan.Limits(
      service: "Amplitude",
      rules: [
        Rule(.eventName, .characters(1024), source: upload),
        Rule(.eventName, .reserved(amplitudeEventNames), source: upload),
        Rule(.eventName, .count(2000), source: quotas),
        Rule(.key, .count(2000), source: quotas),
        Rule(.value, .characters(1024), source: upload),
        Rule(.value, .depth(40), source: upload),
        Rule(.userPropertyName, .count(1000), source: quotas),
        Rule(.userPropertyValue, .characters(1024), source: upload),
        Rule(.userID, .characters(1024), source: upload),
      ])
  }()

  private static let amplitudeEventNames: Set = [
    "[Amplitude] Start Session", "[Amplitude] End Session", "[Amplitude] Revenue", "[Amplitude] Revenue (Verified)",
    "[Amplitude] Revenue (Unverified)", "[Amplitude] Merged User",
  ]

  /// Mixpanel.
  public static let mixpanel: TrackingPlan.Limits = {
    let events = "https://docs.mixpanel.com/docs/data-structure/events-and-properties"
    let types = "https://docs.mixpanel.com/docs/data-structure/property-reference/data-type"
    let upload = "https://docs.mixpanel.com/reference/import-events"
    let properties: Set = ["distinct_id", "time", "token", "mp_country_code", "mp_lib"]
    return TrackingPlan.Limits(
      service: "Mixpanel",
      rules: [
        Rule(.eventName, .characters(255), source: events),
        Rule(.eventName, .count(5000), source: events),
        Rule(.key, .characters(255), source: events),
        Rule(.key, .reserved(properties), source: events),
        Rule(.key, .reservedPrefixes(["$", "mp_"]), source: events),
        // "Fewer than 255".
        Rule(.key, .countPerEvent(254), source: upload),
        Rule(.value, .bytes(255), source: types),
        Rule(.value, .depth(3), source: upload),
        Rule(.userPropertyName, .characters(255), source: events),
        Rule(.userPropertyName, .reservedPrefixes(["$", "mp_"]), source: events),
        Rule(.userPropertyValue, .bytes(255), source: types),
      ])
  }()
}
