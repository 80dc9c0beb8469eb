// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// What the library uses of Darwin, declared as there: on Linux the step `surface` type-checks the lines for Apple's systems
// against this module. Nothing of it is ever linked or run.

@_exported import Glibc

public struct os_unfair_lock: Sendable { public init() {} }
public func os_unfair_lock_lock(_ lock: UnsafeMutablePointer<os_unfair_lock>) { fatalError() }
public func os_unfair_lock_unlock(_ lock: UnsafeMutablePointer<os_unfair_lock>) { fatalError() }
public func pthread_main_np() -> Int32 { fatalError() }

public var F_FULLFSYNC: Int32 { 51 }

public func sysctlbyname(
  _ name: UnsafePointer<CChar>!, _ old: UnsafeMutableRawPointer!, _ size: UnsafeMutablePointer<Int>!,
  _ new: UnsafeMutableRawPointer!, _ newSize: Int
) -> Int32 { fatalError() }
