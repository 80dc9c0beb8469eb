import Trackable

package enum Events {
  package enum Library: String, Event { case didOpenAlbum }
  package enum Player: String, Event { case didPlay, didFail }
}

package enum Keys: String, Key { case albumName, song, tries, plan }

package struct Volume: UserProperty {
  package let value: Int

  package init(value: Int) { self.value = value }
}
