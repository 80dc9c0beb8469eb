/// A choice of when a ``UserMemory`` or an ``OnceMemory`` can read its file. The choice matters only on Apple's
/// systems, which can keep a file encrypted until the first unlock of the device after a restart.
public enum MemoryAccess: Sendable, Hashable {
  /// After the first unlock since the start of the device: the usual choice.
  case afterFirstUnlock
  /// Always, even if the operating system launches the app in the background before the first unlock. The file is not
  /// encrypted.
  case always
}
