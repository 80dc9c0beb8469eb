/// When a memory can read its file. It matters on Apple's systems only.
public enum MemoryAccess: Sendable, Hashable {
  /// After the first unlock since the device started: the usual choice.
  case afterFirstUnlock
  /// Always, also in an app that the system launches in the background before that: the file is not encrypted.
  case always
}
