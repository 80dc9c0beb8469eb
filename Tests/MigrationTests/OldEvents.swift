import Trackable

// Hundreds of events as they were before there was a type of event: every one of them compiles as it is.

@available(*, deprecated)
enum OldEvents {
  struct AccountOpened: AnalyticsEvent {
    let name = "account_opened", entity = "account", properties: [AnalyticsEventProperty] = []
  }
  struct AccountClosed: AnalyticsEvent {
    let name = "account_closed"
    let entity = "account"
    var properties: [AnalyticsEventProperty] { [AnalyticsEventProperty(key: "n", value: 1)] }
  }
  struct AccountTapped: AnalyticsEvent {
    let name = "account_tapped"
    let entity = "account"
    let n: Int
    var properties: [AnalyticsEventProperty] { [.init(key: "n", value: n), .init(key: "x", value: "account")] }
  }
  final class AccountChanged: AnalyticsEvent {
    let name = "account_changed"
    var entity: String { "account" }
    let properties = [AnalyticsEventProperty(key: "n", value: 3)]
  }
  struct AccountRemoved: AnalyticsEvent {
    let name = "account_removed", entity = "account", properties: [AnalyticsEventProperty] = []
  }
  struct AccountShared: AnalyticsEvent {
    let name = "account_shared"
    let entity = "account"
    var properties: [AnalyticsEventProperty] { [AnalyticsEventProperty(key: "n", value: 5)] }
  }
  struct AccountFailed: AnalyticsEvent {
    let name = "account_failed"
    let entity = "account"
    let n: Int
    var properties: [AnalyticsEventProperty] { [.init(key: "n", value: n), .init(key: "x", value: "account")] }
  }
  final class AddressOpened: AnalyticsEvent {
    let name = "address_opened"
    var entity: String { "address" }
    let properties = [AnalyticsEventProperty(key: "n", value: 7)]
  }
  struct AddressClosed: AnalyticsEvent {
    let name = "address_closed", entity = "address", properties: [AnalyticsEventProperty] = []
  }
  struct AddressTapped: AnalyticsEvent {
    let name = "address_tapped"
    let entity = "address"
    var properties: [AnalyticsEventProperty] { [AnalyticsEventProperty(key: "n", value: 9)] }
  }
  struct AddressChanged: AnalyticsEvent {
    let name = "address_changed"
    let entity = "address"
    let n: Int
    var properties: [AnalyticsEventProperty] { [.init(key: "n", value: n), .init(key: "x", value: "address")] }
  }
  final class AddressRemoved: AnalyticsEvent {
    let name = "address_removed"
    var entity: String { "address" }
    let properties = [AnalyticsEventProperty(key: "n", value: 11)]
  }
  struct AddressShared: AnalyticsEvent {
    let name = "address_shared", entity = "address", properties: [AnalyticsEventProperty] = []
  }
  struct AddressFailed: AnalyticsEvent {
    let name = "address_failed"
    let entity = "address"
    var properties: [AnalyticsEventProperty] { [AnalyticsEventProperty(key: "n", value: 13)] }
  }
  struct AppOpened: AnalyticsEvent {
    let name = "app_opened"
    let entity = "app"
    let n: Int
    var properties: [AnalyticsEventProperty] { [.init(key: "n", value: n), .init(key: "x", value: "app")] }
  }
  final class AppClosed: AnalyticsEvent {
    let name = "app_closed"
    var entity: String { "app" }
    let properties = [AnalyticsEventProperty(key: "n", value: 15)]
  }
  struct AppTapped: AnalyticsEvent {
    let name = "app_tapped", entity = "app", properties: [AnalyticsEventProperty] = []
  }
  struct AppChanged: AnalyticsEvent {
    let name = "app_changed"
    let entity = "app"
    var properties: [AnalyticsEventProperty] { [AnalyticsEventProperty(key: "n", value: 17)] }
  }
  struct AppRemoved: AnalyticsEvent {
    let name = "app_removed"
    let entity = "app"
    let n: Int
    var properties: [AnalyticsEventProperty] { [.init(key: "n", value: n), .init(key: "x", value: "app")] }
  }
  final class AppShared: AnalyticsEvent {
    let name = "app_shared"
    var entity: String { "app" }
    let properties = [AnalyticsEventProperty(key: "n", value: 19)]
  }
  struct AppFailed: AnalyticsEvent {
    let name = "app_failed", entity = "app", properties: [AnalyticsEventProperty] = []
  }
  struct AvatarOpened: AnalyticsEvent {
    let name = "avatar_opened"
    let entity = "avatar"
    var properties: [AnalyticsEventProperty] { [AnalyticsEventProperty(key: "n", value: 21)] }
  }
  struct AvatarClosed: AnalyticsEvent {
    let name = "avatar_closed"
    let entity = "avatar"
    let n: Int
    var properties: [AnalyticsEventProperty] { [.init(key: "n", value: n), .init(key: "x", value: "avatar")] }
  }
  final class AvatarTapped: AnalyticsEvent {
    let name = "avatar_tapped"
    var entity: String { "avatar" }
    let properties = [AnalyticsEventProperty(key: "n", value: 23)]
  }
  struct AvatarChanged: AnalyticsEvent {
    let name = "avatar_changed", entity = "avatar", properties: [AnalyticsEventProperty] = []
  }
  struct AvatarRemoved: AnalyticsEvent {
    let name = "avatar_removed"
    let entity = "avatar"
    var properties: [AnalyticsEventProperty] { [AnalyticsEventProperty(key: "n", value: 25)] }
  }
  struct AvatarShared: AnalyticsEvent {
    let name = "avatar_shared"
    let entity = "avatar"
    let n: Int
    var properties: [AnalyticsEventProperty] { [.init(key: "n", value: n), .init(key: "x", value: "avatar")] }
  }
  final class AvatarFailed: AnalyticsEvent {
    let name = "avatar_failed"
    var entity: String { "avatar" }
    let properties = [AnalyticsEventProperty(key: "n", value: 27)]
  }
  struct BadgeOpened: AnalyticsEvent {
    let name = "badge_opened", entity = "badge", properties: [AnalyticsEventProperty] = []
  }
  struct BadgeClosed: AnalyticsEvent {
    let name = "badge_closed"
    let entity = "badge"
    var properties: [AnalyticsEventProperty] { [AnalyticsEventProperty(key: "n", value: 29)] }
  }
  struct BadgeTapped: AnalyticsEvent {
    let name = "badge_tapped"
    let entity = "badge"
    let n: Int
    var properties: [AnalyticsEventProperty] { [.init(key: "n", value: n), .init(key: "x", value: "badge")] }
  }
  final class BadgeChanged: AnalyticsEvent {
    let name = "badge_changed"
    var entity: String { "badge" }
    let properties = [AnalyticsEventProperty(key: "n", value: 31)]
  }
  struct BadgeRemoved: AnalyticsEvent {
    let name = "badge_removed", entity = "badge", properties: [AnalyticsEventProperty] = []
  }
  struct BadgeShared: AnalyticsEvent {
    let name = "badge_shared"
    let entity = "badge"
    var properties: [AnalyticsEventProperty] { [AnalyticsEventProperty(key: "n", value: 33)] }
  }
  struct BadgeFailed: AnalyticsEvent {
    let name = "badge_failed"
    let entity = "badge"
    let n: Int
    var properties: [AnalyticsEventProperty] { [.init(key: "n", value: n), .init(key: "x", value: "badge")] }
  }
  final class BalanceOpened: AnalyticsEvent {
    let name = "balance_opened"
    var entity: String { "balance" }
    let properties = [AnalyticsEventProperty(key: "n", value: 35)]
  }
  struct BalanceClosed: AnalyticsEvent {
    let name = "balance_closed", entity = "balance", properties: [AnalyticsEventProperty] = []
  }
  struct BalanceTapped: AnalyticsEvent {
    let name = "balance_tapped"
    let entity = "balance"
    var properties: [AnalyticsEventProperty] { [AnalyticsEventProperty(key: "n", value: 37)] }
  }
  struct BalanceChanged: AnalyticsEvent {
    let name = "balance_changed"
    let entity = "balance"
    let n: Int
    var properties: [AnalyticsEventProperty] { [.init(key: "n", value: n), .init(key: "x", value: "balance")] }
  }
  final class BalanceRemoved: AnalyticsEvent {
    let name = "balance_removed"
    var entity: String { "balance" }
    let properties = [AnalyticsEventProperty(key: "n", value: 39)]
  }
  struct BalanceShared: AnalyticsEvent {
    let name = "balance_shared", entity = "balance", properties: [AnalyticsEventProperty] = []
  }
  struct BalanceFailed: AnalyticsEvent {
    let name = "balance_failed"
    let entity = "balance"
    var properties: [AnalyticsEventProperty] { [AnalyticsEventProperty(key: "n", value: 41)] }
  }
  struct BankOpened: AnalyticsEvent {
    let name = "bank_opened"
    let entity = "bank"
    let n: Int
    var properties: [AnalyticsEventProperty] { [.init(key: "n", value: n), .init(key: "x", value: "bank")] }
  }
  final class BankClosed: AnalyticsEvent {
    let name = "bank_closed"
    var entity: String { "bank" }
    let properties = [AnalyticsEventProperty(key: "n", value: 43)]
  }
  struct BankTapped: AnalyticsEvent {
    let name = "bank_tapped", entity = "bank", properties: [AnalyticsEventProperty] = []
  }
  struct BankChanged: AnalyticsEvent {
    let name = "bank_changed"
    let entity = "bank"
    var properties: [AnalyticsEventProperty] { [AnalyticsEventProperty(key: "n", value: 45)] }
  }
  struct BankRemoved: AnalyticsEvent {
    let name = "bank_removed"
    let entity = "bank"
    let n: Int
    var properties: [AnalyticsEventProperty] { [.init(key: "n", value: n), .init(key: "x", value: "bank")] }
  }
  final class BankShared: AnalyticsEvent {
    let name = "bank_shared"
    var entity: String { "bank" }
    let properties = [AnalyticsEventProperty(key: "n", value: 47)]
  }
  struct BankFailed: AnalyticsEvent {
    let name = "bank_failed", entity = "bank", properties: [AnalyticsEventProperty] = []
  }
  struct BannerOpened: AnalyticsEvent {
    let name = "banner_opened"
    let entity = "banner"
    var properties: [AnalyticsEventProperty] { [AnalyticsEventProperty(key: "n", value: 49)] }
  }
  struct BannerClosed: AnalyticsEvent {
    let name = "banner_closed"
    let entity = "banner"
    let n: Int
    var properties: [AnalyticsEventProperty] { [.init(key: "n", value: n), .init(key: "x", value: "banner")] }
  }
  final class BannerTapped: AnalyticsEvent {
    let name = "banner_tapped"
    var entity: String { "banner" }
    let properties = [AnalyticsEventProperty(key: "n", value: 51)]
  }
  struct BannerChanged: AnalyticsEvent {
    let name = "banner_changed", entity = "banner", properties: [AnalyticsEventProperty] = []
  }
  struct BannerRemoved: AnalyticsEvent {
    let name = "banner_removed"
    let entity = "banner"
    var properties: [AnalyticsEventProperty] { [AnalyticsEventProperty(key: "n", value: 53)] }
  }
  struct BannerShared: AnalyticsEvent {
    let name = "banner_shared"
    let entity = "banner"
    let n: Int
    var properties: [AnalyticsEventProperty] { [.init(key: "n", value: n), .init(key: "x", value: "banner")] }
  }
  final class BannerFailed: AnalyticsEvent {
    let name = "banner_failed"
    var entity: String { "banner" }
    let properties = [AnalyticsEventProperty(key: "n", value: 55)]
  }
  struct BudgetOpened: AnalyticsEvent {
    let name = "budget_opened", entity = "budget", properties: [AnalyticsEventProperty] = []
  }
  struct BudgetClosed: AnalyticsEvent {
    let name = "budget_closed"
    let entity = "budget"
    var properties: [AnalyticsEventProperty] { [AnalyticsEventProperty(key: "n", value: 57)] }
  }
  struct BudgetTapped: AnalyticsEvent {
    let name = "budget_tapped"
    let entity = "budget"
    let n: Int
    var properties: [AnalyticsEventProperty] { [.init(key: "n", value: n), .init(key: "x", value: "budget")] }
  }
  final class BudgetChanged: AnalyticsEvent {
    let name = "budget_changed"
    var entity: String { "budget" }
    let properties = [AnalyticsEventProperty(key: "n", value: 59)]
  }
  struct BudgetRemoved: AnalyticsEvent {
    let name = "budget_removed", entity = "budget", properties: [AnalyticsEventProperty] = []
  }
  struct BudgetShared: AnalyticsEvent {
    let name = "budget_shared"
    let entity = "budget"
    var properties: [AnalyticsEventProperty] { [AnalyticsEventProperty(key: "n", value: 61)] }
  }
  struct BudgetFailed: AnalyticsEvent {
    let name = "budget_failed"
    let entity = "budget"
    let n: Int
    var properties: [AnalyticsEventProperty] { [.init(key: "n", value: n), .init(key: "x", value: "budget")] }
  }
  final class CameraOpened: AnalyticsEvent {
    let name = "camera_opened"
    var entity: String { "camera" }
    let properties = [AnalyticsEventProperty(key: "n", value: 63)]
  }
  struct CameraClosed: AnalyticsEvent {
    let name = "camera_closed", entity = "camera", properties: [AnalyticsEventProperty] = []
  }
  struct CameraTapped: AnalyticsEvent {
    let name = "camera_tapped"
    let entity = "camera"
    var properties: [AnalyticsEventProperty] { [AnalyticsEventProperty(key: "n", value: 65)] }
  }
  struct CameraChanged: AnalyticsEvent {
    let name = "camera_changed"
    let entity = "camera"
    let n: Int
    var properties: [AnalyticsEventProperty] { [.init(key: "n", value: n), .init(key: "x", value: "camera")] }
  }
  final class CameraRemoved: AnalyticsEvent {
    let name = "camera_removed"
    var entity: String { "camera" }
    let properties = [AnalyticsEventProperty(key: "n", value: 67)]
  }
  struct CameraShared: AnalyticsEvent {
    let name = "camera_shared", entity = "camera", properties: [AnalyticsEventProperty] = []
  }
  struct CameraFailed: AnalyticsEvent {
    let name = "camera_failed"
    let entity = "camera"
    var properties: [AnalyticsEventProperty] { [AnalyticsEventProperty(key: "n", value: 69)] }
  }
  struct CardOpened: AnalyticsEvent {
    let name = "card_opened"
    let entity = "card"
    let n: Int
    var properties: [AnalyticsEventProperty] { [.init(key: "n", value: n), .init(key: "x", value: "card")] }
  }
  final class CardClosed: AnalyticsEvent {
    let name = "card_closed"
    var entity: String { "card" }
    let properties = [AnalyticsEventProperty(key: "n", value: 71)]
  }
  struct CardTapped: AnalyticsEvent {
    let name = "card_tapped", entity = "card", properties: [AnalyticsEventProperty] = []
  }
  struct CardChanged: AnalyticsEvent {
    let name = "card_changed"
    let entity = "card"
    var properties: [AnalyticsEventProperty] { [AnalyticsEventProperty(key: "n", value: 73)] }
  }
  struct CardRemoved: AnalyticsEvent {
    let name = "card_removed"
    let entity = "card"
    let n: Int
    var properties: [AnalyticsEventProperty] { [.init(key: "n", value: n), .init(key: "x", value: "card")] }
  }
  final class CardShared: AnalyticsEvent {
    let name = "card_shared"
    var entity: String { "card" }
    let properties = [AnalyticsEventProperty(key: "n", value: 75)]
  }
  struct CardFailed: AnalyticsEvent {
    let name = "card_failed", entity = "card", properties: [AnalyticsEventProperty] = []
  }
  struct CartOpened: AnalyticsEvent {
    let name = "cart_opened"
    let entity = "cart"
    var properties: [AnalyticsEventProperty] { [AnalyticsEventProperty(key: "n", value: 77)] }
  }
  struct CartClosed: AnalyticsEvent {
    let name = "cart_closed"
    let entity = "cart"
    let n: Int
    var properties: [AnalyticsEventProperty] { [.init(key: "n", value: n), .init(key: "x", value: "cart")] }
  }
  final class CartTapped: AnalyticsEvent {
    let name = "cart_tapped"
    var entity: String { "cart" }
    let properties = [AnalyticsEventProperty(key: "n", value: 79)]
  }
  struct CartChanged: AnalyticsEvent {
    let name = "cart_changed", entity = "cart", properties: [AnalyticsEventProperty] = []
  }
  struct CartRemoved: AnalyticsEvent {
    let name = "cart_removed"
    let entity = "cart"
    var properties: [AnalyticsEventProperty] { [AnalyticsEventProperty(key: "n", value: 81)] }
  }
  struct CartShared: AnalyticsEvent {
    let name = "cart_shared"
    let entity = "cart"
    let n: Int
    var properties: [AnalyticsEventProperty] { [.init(key: "n", value: n), .init(key: "x", value: "cart")] }
  }
  final class CartFailed: AnalyticsEvent {
    let name = "cart_failed"
    var entity: String { "cart" }
    let properties = [AnalyticsEventProperty(key: "n", value: 83)]
  }
  struct CashbackOpened: AnalyticsEvent {
    let name = "cashback_opened", entity = "cashback", properties: [AnalyticsEventProperty] = []
  }
  struct CashbackClosed: AnalyticsEvent {
    let name = "cashback_closed"
    let entity = "cashback"
    var properties: [AnalyticsEventProperty] { [AnalyticsEventProperty(key: "n", value: 85)] }
  }
  struct CashbackTapped: AnalyticsEvent {
    let name = "cashback_tapped"
    let entity = "cashback"
    let n: Int
    var properties: [AnalyticsEventProperty] { [.init(key: "n", value: n), .init(key: "x", value: "cashback")] }
  }
  final class CashbackChanged: AnalyticsEvent {
    let name = "cashback_changed"
    var entity: String { "cashback" }
    let properties = [AnalyticsEventProperty(key: "n", value: 87)]
  }
  struct CashbackRemoved: AnalyticsEvent {
    let name = "cashback_removed", entity = "cashback", properties: [AnalyticsEventProperty] = []
  }
  struct CashbackShared: AnalyticsEvent {
    let name = "cashback_shared"
    let entity = "cashback"
    var properties: [AnalyticsEventProperty] { [AnalyticsEventProperty(key: "n", value: 89)] }
  }
  struct CashbackFailed: AnalyticsEvent {
    let name = "cashback_failed"
    let entity = "cashback"
    let n: Int
    var properties: [AnalyticsEventProperty] { [.init(key: "n", value: n), .init(key: "x", value: "cashback")] }
  }
  final class ChartOpened: AnalyticsEvent {
    let name = "chart_opened"
    var entity: String { "chart" }
    let properties = [AnalyticsEventProperty(key: "n", value: 91)]
  }
  struct ChartClosed: AnalyticsEvent {
    let name = "chart_closed", entity = "chart", properties: [AnalyticsEventProperty] = []
  }
  struct ChartTapped: AnalyticsEvent {
    let name = "chart_tapped"
    let entity = "chart"
    var properties: [AnalyticsEventProperty] { [AnalyticsEventProperty(key: "n", value: 93)] }
  }
  struct ChartChanged: AnalyticsEvent {
    let name = "chart_changed"
    let entity = "chart"
    let n: Int
    var properties: [AnalyticsEventProperty] { [.init(key: "n", value: n), .init(key: "x", value: "chart")] }
  }
  final class ChartRemoved: AnalyticsEvent {
    let name = "chart_removed"
    var entity: String { "chart" }
    let properties = [AnalyticsEventProperty(key: "n", value: 95)]
  }
  struct ChartShared: AnalyticsEvent {
    let name = "chart_shared", entity = "chart", properties: [AnalyticsEventProperty] = []
  }
  struct ChartFailed: AnalyticsEvent {
    let name = "chart_failed"
    let entity = "chart"
    var properties: [AnalyticsEventProperty] { [AnalyticsEventProperty(key: "n", value: 97)] }
  }
  struct ChatOpened: AnalyticsEvent {
    let name = "chat_opened"
    let entity = "chat"
    let n: Int
    var properties: [AnalyticsEventProperty] { [.init(key: "n", value: n), .init(key: "x", value: "chat")] }
  }
  final class ChatClosed: AnalyticsEvent {
    let name = "chat_closed"
    var entity: String { "chat" }
    let properties = [AnalyticsEventProperty(key: "n", value: 99)]
  }
  struct ChatTapped: AnalyticsEvent {
    let name = "chat_tapped", entity = "chat", properties: [AnalyticsEventProperty] = []
  }
  struct ChatChanged: AnalyticsEvent {
    let name = "chat_changed"
    let entity = "chat"
    var properties: [AnalyticsEventProperty] { [AnalyticsEventProperty(key: "n", value: 101)] }
  }
  struct ChatRemoved: AnalyticsEvent {
    let name = "chat_removed"
    let entity = "chat"
    let n: Int
    var properties: [AnalyticsEventProperty] { [.init(key: "n", value: n), .init(key: "x", value: "chat")] }
  }
  final class ChatShared: AnalyticsEvent {
    let name = "chat_shared"
    var entity: String { "chat" }
    let properties = [AnalyticsEventProperty(key: "n", value: 103)]
  }
  struct ChatFailed: AnalyticsEvent {
    let name = "chat_failed", entity = "chat", properties: [AnalyticsEventProperty] = []
  }
  struct CheckoutOpened: AnalyticsEvent {
    let name = "checkout_opened"
    let entity = "checkout"
    var properties: [AnalyticsEventProperty] { [AnalyticsEventProperty(key: "n", value: 105)] }
  }
  struct CheckoutClosed: AnalyticsEvent {
    let name = "checkout_closed"
    let entity = "checkout"
    let n: Int
    var properties: [AnalyticsEventProperty] { [.init(key: "n", value: n), .init(key: "x", value: "checkout")] }
  }
  final class CheckoutTapped: AnalyticsEvent {
    let name = "checkout_tapped"
    var entity: String { "checkout" }
    let properties = [AnalyticsEventProperty(key: "n", value: 107)]
  }
  struct CheckoutChanged: AnalyticsEvent {
    let name = "checkout_changed", entity = "checkout", properties: [AnalyticsEventProperty] = []
  }
  struct CheckoutRemoved: AnalyticsEvent {
    let name = "checkout_removed"
    let entity = "checkout"
    var properties: [AnalyticsEventProperty] { [AnalyticsEventProperty(key: "n", value: 109)] }
  }
  struct CheckoutShared: AnalyticsEvent {
    let name = "checkout_shared"
    let entity = "checkout"
    let n: Int
    var properties: [AnalyticsEventProperty] { [.init(key: "n", value: n), .init(key: "x", value: "checkout")] }
  }
  final class CheckoutFailed: AnalyticsEvent {
    let name = "checkout_failed"
    var entity: String { "checkout" }
    let properties = [AnalyticsEventProperty(key: "n", value: 111)]
  }
  struct ContactOpened: AnalyticsEvent {
    let name = "contact_opened", entity = "contact", properties: [AnalyticsEventProperty] = []
  }
  struct ContactClosed: AnalyticsEvent {
    let name = "contact_closed"
    let entity = "contact"
    var properties: [AnalyticsEventProperty] { [AnalyticsEventProperty(key: "n", value: 113)] }
  }
  struct ContactTapped: AnalyticsEvent {
    let name = "contact_tapped"
    let entity = "contact"
    let n: Int
    var properties: [AnalyticsEventProperty] { [.init(key: "n", value: n), .init(key: "x", value: "contact")] }
  }
  final class ContactChanged: AnalyticsEvent {
    let name = "contact_changed"
    var entity: String { "contact" }
    let properties = [AnalyticsEventProperty(key: "n", value: 115)]
  }
  struct ContactRemoved: AnalyticsEvent {
    let name = "contact_removed", entity = "contact", properties: [AnalyticsEventProperty] = []
  }
  struct ContactShared: AnalyticsEvent {
    let name = "contact_shared"
    let entity = "contact"
    var properties: [AnalyticsEventProperty] { [AnalyticsEventProperty(key: "n", value: 117)] }
  }
  struct ContactFailed: AnalyticsEvent {
    let name = "contact_failed"
    let entity = "contact"
    let n: Int
    var properties: [AnalyticsEventProperty] { [.init(key: "n", value: n), .init(key: "x", value: "contact")] }
  }
  final class CouponOpened: AnalyticsEvent {
    let name = "coupon_opened"
    var entity: String { "coupon" }
    let properties = [AnalyticsEventProperty(key: "n", value: 119)]
  }
  struct CouponClosed: AnalyticsEvent {
    let name = "coupon_closed", entity = "coupon", properties: [AnalyticsEventProperty] = []
  }
  struct CouponTapped: AnalyticsEvent {
    let name = "coupon_tapped"
    let entity = "coupon"
    var properties: [AnalyticsEventProperty] { [AnalyticsEventProperty(key: "n", value: 121)] }
  }
  struct CouponChanged: AnalyticsEvent {
    let name = "coupon_changed"
    let entity = "coupon"
    let n: Int
    var properties: [AnalyticsEventProperty] { [.init(key: "n", value: n), .init(key: "x", value: "coupon")] }
  }
  final class CouponRemoved: AnalyticsEvent {
    let name = "coupon_removed"
    var entity: String { "coupon" }
    let properties = [AnalyticsEventProperty(key: "n", value: 123)]
  }
  struct CouponShared: AnalyticsEvent {
    let name = "coupon_shared", entity = "coupon", properties: [AnalyticsEventProperty] = []
  }
  struct CouponFailed: AnalyticsEvent {
    let name = "coupon_failed"
    let entity = "coupon"
    var properties: [AnalyticsEventProperty] { [AnalyticsEventProperty(key: "n", value: 125)] }
  }
  struct DepositOpened: AnalyticsEvent {
    let name = "deposit_opened"
    let entity = "deposit"
    let n: Int
    var properties: [AnalyticsEventProperty] { [.init(key: "n", value: n), .init(key: "x", value: "deposit")] }
  }
  final class DepositClosed: AnalyticsEvent {
    let name = "deposit_closed"
    var entity: String { "deposit" }
    let properties = [AnalyticsEventProperty(key: "n", value: 127)]
  }
  struct DepositTapped: AnalyticsEvent {
    let name = "deposit_tapped", entity = "deposit", properties: [AnalyticsEventProperty] = []
  }
  struct DepositChanged: AnalyticsEvent {
    let name = "deposit_changed"
    let entity = "deposit"
    var properties: [AnalyticsEventProperty] { [AnalyticsEventProperty(key: "n", value: 129)] }
  }
  struct DepositRemoved: AnalyticsEvent {
    let name = "deposit_removed"
    let entity = "deposit"
    let n: Int
    var properties: [AnalyticsEventProperty] { [.init(key: "n", value: n), .init(key: "x", value: "deposit")] }
  }
  final class DepositShared: AnalyticsEvent {
    let name = "deposit_shared"
    var entity: String { "deposit" }
    let properties = [AnalyticsEventProperty(key: "n", value: 131)]
  }
  struct DepositFailed: AnalyticsEvent {
    let name = "deposit_failed", entity = "deposit", properties: [AnalyticsEventProperty] = []
  }
  struct DeviceOpened: AnalyticsEvent {
    let name = "device_opened"
    let entity = "device"
    var properties: [AnalyticsEventProperty] { [AnalyticsEventProperty(key: "n", value: 133)] }
  }
  struct DeviceClosed: AnalyticsEvent {
    let name = "device_closed"
    let entity = "device"
    let n: Int
    var properties: [AnalyticsEventProperty] { [.init(key: "n", value: n), .init(key: "x", value: "device")] }
  }
  final class DeviceTapped: AnalyticsEvent {
    let name = "device_tapped"
    var entity: String { "device" }
    let properties = [AnalyticsEventProperty(key: "n", value: 135)]
  }
  struct DeviceChanged: AnalyticsEvent {
    let name = "device_changed", entity = "device", properties: [AnalyticsEventProperty] = []
  }
  struct DeviceRemoved: AnalyticsEvent {
    let name = "device_removed"
    let entity = "device"
    var properties: [AnalyticsEventProperty] { [AnalyticsEventProperty(key: "n", value: 137)] }
  }
  struct DeviceShared: AnalyticsEvent {
    let name = "device_shared"
    let entity = "device"
    let n: Int
    var properties: [AnalyticsEventProperty] { [.init(key: "n", value: n), .init(key: "x", value: "device")] }
  }
  final class DeviceFailed: AnalyticsEvent {
    let name = "device_failed"
    var entity: String { "device" }
    let properties = [AnalyticsEventProperty(key: "n", value: 139)]
  }
  struct EmailOpened: AnalyticsEvent {
    let name = "email_opened", entity = "email", properties: [AnalyticsEventProperty] = []
  }
  struct EmailClosed: AnalyticsEvent {
    let name = "email_closed"
    let entity = "email"
    var properties: [AnalyticsEventProperty] { [AnalyticsEventProperty(key: "n", value: 141)] }
  }
  struct EmailTapped: AnalyticsEvent {
    let name = "email_tapped"
    let entity = "email"
    let n: Int
    var properties: [AnalyticsEventProperty] { [.init(key: "n", value: n), .init(key: "x", value: "email")] }
  }
  final class EmailChanged: AnalyticsEvent {
    let name = "email_changed"
    var entity: String { "email" }
    let properties = [AnalyticsEventProperty(key: "n", value: 143)]
  }
  struct EmailRemoved: AnalyticsEvent {
    let name = "email_removed", entity = "email", properties: [AnalyticsEventProperty] = []
  }
  struct EmailShared: AnalyticsEvent {
    let name = "email_shared"
    let entity = "email"
    var properties: [AnalyticsEventProperty] { [AnalyticsEventProperty(key: "n", value: 145)] }
  }
  struct EmailFailed: AnalyticsEvent {
    let name = "email_failed"
    let entity = "email"
    let n: Int
    var properties: [AnalyticsEventProperty] { [.init(key: "n", value: n), .init(key: "x", value: "email")] }
  }
  final class FeedOpened: AnalyticsEvent {
    let name = "feed_opened"
    var entity: String { "feed" }
    let properties = [AnalyticsEventProperty(key: "n", value: 147)]
  }
  struct FeedClosed: AnalyticsEvent {
    let name = "feed_closed", entity = "feed", properties: [AnalyticsEventProperty] = []
  }
  struct FeedTapped: AnalyticsEvent {
    let name = "feed_tapped"
    let entity = "feed"
    var properties: [AnalyticsEventProperty] { [AnalyticsEventProperty(key: "n", value: 149)] }
  }
  struct FeedChanged: AnalyticsEvent {
    let name = "feed_changed"
    let entity = "feed"
    let n: Int
    var properties: [AnalyticsEventProperty] { [.init(key: "n", value: n), .init(key: "x", value: "feed")] }
  }
  final class FeedRemoved: AnalyticsEvent {
    let name = "feed_removed"
    var entity: String { "feed" }
    let properties = [AnalyticsEventProperty(key: "n", value: 151)]
  }
  struct FeedShared: AnalyticsEvent {
    let name = "feed_shared", entity = "feed", properties: [AnalyticsEventProperty] = []
  }
  struct FeedFailed: AnalyticsEvent {
    let name = "feed_failed"
    let entity = "feed"
    var properties: [AnalyticsEventProperty] { [AnalyticsEventProperty(key: "n", value: 153)] }
  }
  struct FilterOpened: AnalyticsEvent {
    let name = "filter_opened"
    let entity = "filter"
    let n: Int
    var properties: [AnalyticsEventProperty] { [.init(key: "n", value: n), .init(key: "x", value: "filter")] }
  }
  final class FilterClosed: AnalyticsEvent {
    let name = "filter_closed"
    var entity: String { "filter" }
    let properties = [AnalyticsEventProperty(key: "n", value: 155)]
  }
  struct FilterTapped: AnalyticsEvent {
    let name = "filter_tapped", entity = "filter", properties: [AnalyticsEventProperty] = []
  }
  struct FilterChanged: AnalyticsEvent {
    let name = "filter_changed"
    let entity = "filter"
    var properties: [AnalyticsEventProperty] { [AnalyticsEventProperty(key: "n", value: 157)] }
  }
  struct FilterRemoved: AnalyticsEvent {
    let name = "filter_removed"
    let entity = "filter"
    let n: Int
    var properties: [AnalyticsEventProperty] { [.init(key: "n", value: n), .init(key: "x", value: "filter")] }
  }
  final class FilterShared: AnalyticsEvent {
    let name = "filter_shared"
    var entity: String { "filter" }
    let properties = [AnalyticsEventProperty(key: "n", value: 159)]
  }
  struct FilterFailed: AnalyticsEvent {
    let name = "filter_failed", entity = "filter", properties: [AnalyticsEventProperty] = []
  }
  struct FriendOpened: AnalyticsEvent {
    let name = "friend_opened"
    let entity = "friend"
    var properties: [AnalyticsEventProperty] { [AnalyticsEventProperty(key: "n", value: 161)] }
  }
  struct FriendClosed: AnalyticsEvent {
    let name = "friend_closed"
    let entity = "friend"
    let n: Int
    var properties: [AnalyticsEventProperty] { [.init(key: "n", value: n), .init(key: "x", value: "friend")] }
  }
  final class FriendTapped: AnalyticsEvent {
    let name = "friend_tapped"
    var entity: String { "friend" }
    let properties = [AnalyticsEventProperty(key: "n", value: 163)]
  }
  struct FriendChanged: AnalyticsEvent {
    let name = "friend_changed", entity = "friend", properties: [AnalyticsEventProperty] = []
  }
  struct FriendRemoved: AnalyticsEvent {
    let name = "friend_removed"
    let entity = "friend"
    var properties: [AnalyticsEventProperty] { [AnalyticsEventProperty(key: "n", value: 165)] }
  }
  struct FriendShared: AnalyticsEvent {
    let name = "friend_shared"
    let entity = "friend"
    let n: Int
    var properties: [AnalyticsEventProperty] { [.init(key: "n", value: n), .init(key: "x", value: "friend")] }
  }
  final class FriendFailed: AnalyticsEvent {
    let name = "friend_failed"
    var entity: String { "friend" }
    let properties = [AnalyticsEventProperty(key: "n", value: 167)]
  }
  struct GiftOpened: AnalyticsEvent {
    let name = "gift_opened", entity = "gift", properties: [AnalyticsEventProperty] = []
  }
  struct GiftClosed: AnalyticsEvent {
    let name = "gift_closed"
    let entity = "gift"
    var properties: [AnalyticsEventProperty] { [AnalyticsEventProperty(key: "n", value: 169)] }
  }
  struct GiftTapped: AnalyticsEvent {
    let name = "gift_tapped"
    let entity = "gift"
    let n: Int
    var properties: [AnalyticsEventProperty] { [.init(key: "n", value: n), .init(key: "x", value: "gift")] }
  }
  final class GiftChanged: AnalyticsEvent {
    let name = "gift_changed"
    var entity: String { "gift" }
    let properties = [AnalyticsEventProperty(key: "n", value: 171)]
  }
  struct GiftRemoved: AnalyticsEvent {
    let name = "gift_removed", entity = "gift", properties: [AnalyticsEventProperty] = []
  }
  struct GiftShared: AnalyticsEvent {
    let name = "gift_shared"
    let entity = "gift"
    var properties: [AnalyticsEventProperty] { [AnalyticsEventProperty(key: "n", value: 173)] }
  }
  struct GiftFailed: AnalyticsEvent {
    let name = "gift_failed"
    let entity = "gift"
    let n: Int
    var properties: [AnalyticsEventProperty] { [.init(key: "n", value: n), .init(key: "x", value: "gift")] }
  }
  final class GoalOpened: AnalyticsEvent {
    let name = "goal_opened"
    var entity: String { "goal" }
    let properties = [AnalyticsEventProperty(key: "n", value: 175)]
  }
  struct GoalClosed: AnalyticsEvent {
    let name = "goal_closed", entity = "goal", properties: [AnalyticsEventProperty] = []
  }
  struct GoalTapped: AnalyticsEvent {
    let name = "goal_tapped"
    let entity = "goal"
    var properties: [AnalyticsEventProperty] { [AnalyticsEventProperty(key: "n", value: 177)] }
  }
  struct GoalChanged: AnalyticsEvent {
    let name = "goal_changed"
    let entity = "goal"
    let n: Int
    var properties: [AnalyticsEventProperty] { [.init(key: "n", value: n), .init(key: "x", value: "goal")] }
  }
  final class GoalRemoved: AnalyticsEvent {
    let name = "goal_removed"
    var entity: String { "goal" }
    let properties = [AnalyticsEventProperty(key: "n", value: 179)]
  }
  struct GoalShared: AnalyticsEvent {
    let name = "goal_shared", entity = "goal", properties: [AnalyticsEventProperty] = []
  }
  struct GoalFailed: AnalyticsEvent {
    let name = "goal_failed"
    let entity = "goal"
    var properties: [AnalyticsEventProperty] { [AnalyticsEventProperty(key: "n", value: 181)] }
  }
  struct HomeOpened: AnalyticsEvent {
    let name = "home_opened"
    let entity = "home"
    let n: Int
    var properties: [AnalyticsEventProperty] { [.init(key: "n", value: n), .init(key: "x", value: "home")] }
  }
  final class HomeClosed: AnalyticsEvent {
    let name = "home_closed"
    var entity: String { "home" }
    let properties = [AnalyticsEventProperty(key: "n", value: 183)]
  }
  struct HomeTapped: AnalyticsEvent {
    let name = "home_tapped", entity = "home", properties: [AnalyticsEventProperty] = []
  }
  struct HomeChanged: AnalyticsEvent {
    let name = "home_changed"
    let entity = "home"
    var properties: [AnalyticsEventProperty] { [AnalyticsEventProperty(key: "n", value: 185)] }
  }
  struct HomeRemoved: AnalyticsEvent {
    let name = "home_removed"
    let entity = "home"
    let n: Int
    var properties: [AnalyticsEventProperty] { [.init(key: "n", value: n), .init(key: "x", value: "home")] }
  }
  final class HomeShared: AnalyticsEvent {
    let name = "home_shared"
    var entity: String { "home" }
    let properties = [AnalyticsEventProperty(key: "n", value: 187)]
  }
  struct HomeFailed: AnalyticsEvent {
    let name = "home_failed", entity = "home", properties: [AnalyticsEventProperty] = []
  }
  struct InviteOpened: AnalyticsEvent {
    let name = "invite_opened"
    let entity = "invite"
    var properties: [AnalyticsEventProperty] { [AnalyticsEventProperty(key: "n", value: 189)] }
  }
  struct InviteClosed: AnalyticsEvent {
    let name = "invite_closed"
    let entity = "invite"
    let n: Int
    var properties: [AnalyticsEventProperty] { [.init(key: "n", value: n), .init(key: "x", value: "invite")] }
  }
  final class InviteTapped: AnalyticsEvent {
    let name = "invite_tapped"
    var entity: String { "invite" }
    let properties = [AnalyticsEventProperty(key: "n", value: 191)]
  }
  struct InviteChanged: AnalyticsEvent {
    let name = "invite_changed", entity = "invite", properties: [AnalyticsEventProperty] = []
  }
  struct InviteRemoved: AnalyticsEvent {
    let name = "invite_removed"
    let entity = "invite"
    var properties: [AnalyticsEventProperty] { [AnalyticsEventProperty(key: "n", value: 193)] }
  }
  struct InviteShared: AnalyticsEvent {
    let name = "invite_shared"
    let entity = "invite"
    let n: Int
    var properties: [AnalyticsEventProperty] { [.init(key: "n", value: n), .init(key: "x", value: "invite")] }
  }
  final class InviteFailed: AnalyticsEvent {
    let name = "invite_failed"
    var entity: String { "invite" }
    let properties = [AnalyticsEventProperty(key: "n", value: 195)]
  }
  struct InvoiceOpened: AnalyticsEvent {
    let name = "invoice_opened", entity = "invoice", properties: [AnalyticsEventProperty] = []
  }
  struct InvoiceClosed: AnalyticsEvent {
    let name = "invoice_closed"
    let entity = "invoice"
    var properties: [AnalyticsEventProperty] { [AnalyticsEventProperty(key: "n", value: 197)] }
  }
  struct InvoiceTapped: AnalyticsEvent {
    let name = "invoice_tapped"
    let entity = "invoice"
    let n: Int
    var properties: [AnalyticsEventProperty] { [.init(key: "n", value: n), .init(key: "x", value: "invoice")] }
  }
  final class InvoiceChanged: AnalyticsEvent {
    let name = "invoice_changed"
    var entity: String { "invoice" }
    let properties = [AnalyticsEventProperty(key: "n", value: 199)]
  }

  /// Every event, in the order of its number: `n`, except for every fourth, which has no properties.
  static let all: [any AnalyticsEvent] = [
    AccountOpened(), AccountClosed(), AccountTapped(n: 2), AccountChanged(), AccountRemoved(), AccountShared(),
    AccountFailed(n: 6), AddressOpened(), AddressClosed(), AddressTapped(), AddressChanged(n: 10), AddressRemoved(),
    AddressShared(), AddressFailed(), AppOpened(n: 14), AppClosed(), AppTapped(), AppChanged(), AppRemoved(n: 18),
    AppShared(), AppFailed(), AvatarOpened(), AvatarClosed(n: 22), AvatarTapped(), AvatarChanged(), AvatarRemoved(),
    AvatarShared(n: 26), AvatarFailed(), BadgeOpened(), BadgeClosed(), BadgeTapped(n: 30), BadgeChanged(),
    BadgeRemoved(), BadgeShared(), BadgeFailed(n: 34), BalanceOpened(), BalanceClosed(), BalanceTapped(),
    BalanceChanged(n: 38), BalanceRemoved(), BalanceShared(), BalanceFailed(), BankOpened(n: 42), BankClosed(),
    BankTapped(), BankChanged(), BankRemoved(n: 46), BankShared(), BankFailed(), BannerOpened(), BannerClosed(n: 50),
    BannerTapped(), BannerChanged(), BannerRemoved(), BannerShared(n: 54), BannerFailed(), BudgetOpened(),
    BudgetClosed(), BudgetTapped(n: 58), BudgetChanged(), BudgetRemoved(), BudgetShared(), BudgetFailed(n: 62),
    CameraOpened(), CameraClosed(), CameraTapped(), CameraChanged(n: 66), CameraRemoved(), CameraShared(),
    CameraFailed(), CardOpened(n: 70), CardClosed(), CardTapped(), CardChanged(), CardRemoved(n: 74), CardShared(),
    CardFailed(), CartOpened(), CartClosed(n: 78), CartTapped(), CartChanged(), CartRemoved(), CartShared(n: 82),
    CartFailed(), CashbackOpened(), CashbackClosed(), CashbackTapped(n: 86), CashbackChanged(), CashbackRemoved(),
    CashbackShared(), CashbackFailed(n: 90), ChartOpened(), ChartClosed(), ChartTapped(), ChartChanged(n: 94),
    ChartRemoved(), ChartShared(), ChartFailed(), ChatOpened(n: 98), ChatClosed(), ChatTapped(), ChatChanged(),
    ChatRemoved(n: 102), ChatShared(), ChatFailed(), CheckoutOpened(), CheckoutClosed(n: 106), CheckoutTapped(),
    CheckoutChanged(), CheckoutRemoved(), CheckoutShared(n: 110), CheckoutFailed(), ContactOpened(), ContactClosed(),
    ContactTapped(n: 114), ContactChanged(), ContactRemoved(), ContactShared(), ContactFailed(n: 118), CouponOpened(),
    CouponClosed(), CouponTapped(), CouponChanged(n: 122), CouponRemoved(), CouponShared(), CouponFailed(),
    DepositOpened(n: 126), DepositClosed(), DepositTapped(), DepositChanged(), DepositRemoved(n: 130),
    DepositShared(), DepositFailed(), DeviceOpened(), DeviceClosed(n: 134), DeviceTapped(), DeviceChanged(),
    DeviceRemoved(), DeviceShared(n: 138), DeviceFailed(), EmailOpened(), EmailClosed(), EmailTapped(n: 142),
    EmailChanged(), EmailRemoved(), EmailShared(), EmailFailed(n: 146), FeedOpened(), FeedClosed(), FeedTapped(),
    FeedChanged(n: 150), FeedRemoved(), FeedShared(), FeedFailed(), FilterOpened(n: 154), FilterClosed(),
    FilterTapped(), FilterChanged(), FilterRemoved(n: 158), FilterShared(), FilterFailed(), FriendOpened(),
    FriendClosed(n: 162), FriendTapped(), FriendChanged(), FriendRemoved(), FriendShared(n: 166), FriendFailed(),
    GiftOpened(), GiftClosed(), GiftTapped(n: 170), GiftChanged(), GiftRemoved(), GiftShared(), GiftFailed(n: 174),
    GoalOpened(), GoalClosed(), GoalTapped(), GoalChanged(n: 178), GoalRemoved(), GoalShared(), GoalFailed(),
    HomeOpened(n: 182), HomeClosed(), HomeTapped(), HomeChanged(), HomeRemoved(n: 186), HomeShared(), HomeFailed(),
    InviteOpened(), InviteClosed(n: 190), InviteTapped(), InviteChanged(), InviteRemoved(), InviteShared(n: 194),
    InviteFailed(), InvoiceOpened(), InvoiceClosed(), InvoiceTapped(n: 198), InvoiceChanged(),
  ]
}
