#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif
#if canImport(CoreGraphics)
  public import CoreGraphics
#endif

// Integers that do not fit `Int` are sent as text. A destination that expects a number then shows text, which somebody
// will notice, instead of a wrong number, which nobody would.

extension TrackedValueConvertible where Self: BinaryInteger {
  /// `.int` if the number fits `Int`, else its decimal digits.
  public var trackedValue: TrackedValue? {
    Int(exactly: self).map(TrackedValue.int) ?? .string(description)
  }
  /// `.outOfRange` if the number does not fit `Int`.
  public var _trackedValueFlaws: UInt8 { Int(exactly: self) == nil ? TrackedValueFlaws.outOfRange.rawValue : 0 }
}

extension Int: TrackedValueConvertible {
  /// The number.
  @inlinable public var trackedValue: TrackedValue? { .int(self) }
  /// None.
  @inlinable public var _trackedValueFlaws: UInt8 { 0 }
}

extension Int8: TrackedValueConvertible {}
extension Int16: TrackedValueConvertible {}
extension Int32: TrackedValueConvertible {}
extension Int64: TrackedValueConvertible {}
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, macCatalyst 18, *)
extension Int128: TrackedValueConvertible {}
extension UInt: TrackedValueConvertible {}
extension UInt8: TrackedValueConvertible {}
extension UInt16: TrackedValueConvertible {}
extension UInt32: TrackedValueConvertible {}
extension UInt64: TrackedValueConvertible {}
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, macCatalyst 18, *)
extension UInt128: TrackedValueConvertible {}

extension Double: TrackedValueConvertible {
  /// The number.
  @inlinable public var trackedValue: TrackedValue? { .double(self) }
}

extension Float: TrackedValueConvertible {
  /// The `Double` that is written with the same digits: 0.1 is sent as 0.1.
  public var trackedValue: TrackedValue? { .double(Double(description) ?? Double(self)) }
}

#if canImport(CoreGraphics)
  extension CGFloat: TrackedValueConvertible {
    /// The same number as a `Double`.
    public var trackedValue: TrackedValue? { .double(Double(self)) }
  }
#endif

#if !((os(macOS) || targetEnvironment(macCatalyst)) && arch(x86_64))
  extension Float16: TrackedValueConvertible {
    /// The `Double` that is written with the same digits.
    public var trackedValue: TrackedValue? { .double(Double(description) ?? Double(self)) }
  }
#endif

#if !(os(Windows) || os(Android)) && (arch(i386) || arch(x86_64))
  extension Float80: TrackedValueConvertible {
    /// The nearest `Double`, or the digits of a finite number that is too large for one.
    public var trackedValue: TrackedValue? { isTooLarge ? .string(description) : .double(Double(self)) }
    /// `.outOfRange` where a finite number is too large for a `Double`.
    public var _trackedValueFlaws: UInt8 { isTooLarge ? TrackedValueFlaws.outOfRange.rawValue : 0 }

    private var isTooLarge: Bool { isFinite && !Double(self).isFinite }
  }
#endif

extension Decimal: TrackedValueConvertible {
  /// `.double` if a `Double` keeps every digit, else the digits as a string.
  public var trackedValue: TrackedValue? {
    if isNaN { return .double(.nan) }
    return exactDouble.map(TrackedValue.double) ?? .string(description)
  }
  /// `.inexact` if a `Double` would lose digits.
  public var _trackedValueFlaws: UInt8 { isNaN || exactDouble != nil ? 0 : TrackedValueFlaws.inexact.rawValue }

  /// The nearest `Double`, if printing it gives the same digits again.
  private var exactDouble: Double? {
    guard let double = Double(description), double.isFinite, Decimal(string: double.description) == self else {
      return nil
    }
    return double
  }
}

extension Date: TrackedValueConvertible {
  /// The point in time.
  public var trackedValue: TrackedValue? { .date(self) }
}

extension UUID: TrackedValueConvertible {
  /// The canonical string, in capitals.
  public var trackedValue: TrackedValue? { .string(uuidString) }
}

extension URL: TrackedValueConvertible {
  /// The absolute string.
  public var trackedValue: TrackedValue? { .string(absoluteString) }
}
