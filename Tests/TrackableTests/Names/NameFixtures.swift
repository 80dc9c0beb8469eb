import Trackable

// Types whose names are asserted in `NamedIdentifiers`: every way a type can be declared that leaves traces in
// its runtime name.

enum Outer: String, Key {
  case top
  enum Middle: String, Key {
    case first, second
    enum Inner { enum Deepest: String, Key { case bottom } }
  }
  struct Namespace {
    final class Holder { enum Keys: String, Key { case inClass } }
    actor Worker { enum Keys: String, Key { case inActor } }
  }
}

enum CustomRaw: String, Key {
  case dotted = "with.dot"
  case empty = ""
  case emoji = "two 🎸"
}

private enum PrivateKeys: String, Key { case secret }
private struct PrivateHolder { enum Keys: String, Key { case inside } }
extension Outer {
  private enum PrivateNested: String, Key { case hidden }
  static var privateNested: any Key { PrivateNested.hidden }
}

struct Box<Element> { enum Keys: String, Key { case content } }
struct Pair<First, Second> {
  struct Nested<Third> { enum Keys: String, Key { case three } }
}
extension Box where Element == Int { enum Constrained: String, Key { case same } }
extension Box where Element: Sequence, Element.Element == String { enum Deep: String, Key { case deep } }

extension String { enum TestKeys: String, Key { case inStandardLibrary } }
extension TrackableIssue { enum TestKeys: String, Key { case inLibrary } }

enum `dotted.name`: String, Key { case `a.b` }
enum `dotted.events`: String, Event { case happened }
enum `less<than`: String, Key {
  case `x>y`
  enum `(odd):-`: String, Key { case end }
}
struct `raw->box`<Element> { enum Keys: String, Key { case boxed } }

enum Größe: String, Key { case länge, 幅 }

enum Overriding: String, Key {
  case one
  var name: String { "overridden_\(rawValue)" }
}

enum WideKey: Key, RawRepresentable {
  case rated(UInt8)
  case none

  init?(rawValue: String) { return nil }
  var rawValue: String {
    switch self {
    case .rated(let stars): "rated\(stars)"
    case .none: "none"
    }
  }
}

enum FixtureEvents {
  enum User: String, Event { case didRateAlbum }
  struct PaymentSent: AnalyticsEvent {}
  private enum Hidden: String, Event { case seen }
  static var hidden: any AnalyticsEvent { Hidden.seen }
}
struct TopLevelEvent: AnalyticsEvent {}
private struct PrivateEvent: AnalyticsEvent {}

protocol Shape {}

/// Where local types are declared.
struct Locals {
  func method() -> any Key {
    enum InMethod: String, Key { case local }
    return InMethod.local
  }

  static func nestedFunction() -> any Key {
    func inner() -> any Key {
      enum InNestedFunction: String, Key {
        case local
        enum Below: String, Key { case nested }
      }
      return InNestedFunction.Below.nested
    }
    return inner()
  }

  static let inClosure: any Key = {
    enum InClosure: String, Key { case local }
    return InClosure.local
  }()
}

/// What only this file can name.
enum FileLocals {
  static var keys: [(any Key, String)] {
    [
      (PrivateKeys.secret, "TrackableTests.PrivateKeys.secret"),
      (PrivateHolder.Keys.inside, "TrackableTests.PrivateHolder.Keys.inside"),
    ]
  }
  static var event: any AnalyticsEvent { PrivateEvent() }
}
