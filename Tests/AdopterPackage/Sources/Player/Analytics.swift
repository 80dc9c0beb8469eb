import Trackable

public enum Events {
  public enum Library: String, Event { case didOpenAlbum }
  public enum Player: String, Event { case didPlay, didFail }
}

public enum Keys: String, Key { case albumName, song, tries, plan }

public struct Volume: UserProperty {
  public let value: Int

  public init(value: Int) { self.value = value }
}
