// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// What the library uses of Darwin, declared as there: on Linux the step `surface` type-checks the lines for Apple's systems
// against this module. Nothing of it is ever linked or run.

@_exported import Glibc

public struct os_unfair_lock: Sendable { public init() {} }
public func os_unfair_lock_lock(_ lock: UnsafeMutablePointer<os_unfair_lock>) { fatalError() }
public func os_unfair_lock_unlock(_ lock: UnsafeMutablePointer<os_unfair_lock>) { fatalError() }
public func pthread_main_np() -> Int32 { fatalError() }

public var F_FULLFSYNC: Int32 { 51 }
public var CTL_KERN: Int32 { 1 }
public var KERN_PROC: Int32 { 14 }
public var KERN_PROC_PID: Int32 { 1 }

public struct extern_proc {
  public struct Start { public var __p_starttime = timeval() }
  public var p_un = Start()
}

public struct kinfo_proc {
  public var kp_proc = extern_proc()
  public init() {}
}

public func sysctl(
  _ name: UnsafeMutablePointer<Int32>!, _ count: UInt32, _ old: UnsafeMutableRawPointer!,
  _ size: UnsafeMutablePointer<Int>!, _ new: UnsafeMutableRawPointer!, _ newSize: Int
) -> Int32 { fatalError() }

public func sysctlbyname(
  _ name: UnsafePointer<CChar>!, _ old: UnsafeMutableRawPointer!, _ size: UnsafeMutablePointer<Int>!,
  _ new: UnsafeMutableRawPointer!, _ newSize: Int
) -> Int32 { fatalError() }

extension stat {
  public var st_mtimespec: timespec { fatalError() }
}
