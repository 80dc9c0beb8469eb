import Testing
import Trackable

// The two ways in which a subclass adds properties, as the documentation shows them.

@MainActor private class Screen: @MainActor TrackableClass {
  var trackedProperties: TrackedProperties { ["app" ~>> "Beatles"] }
}

private final class AlbumScreen: Screen {
  let album = Album(name: "Imagine")
  override var trackedProperties: TrackedProperties { super.trackedProperties + [Keys.albumName ~>> album.name] }
}

@MainActor private class Responder {
  var next: Responder?
}

@MainActor private protocol ScreenContext {
  var screenProperties: TrackedProperties { get }
}

extension Responder: @MainActor TrackableClass {
  var trackableParent: (any TrackableClass)? { next }
  var trackedProperties: TrackedProperties { (self as? any ScreenContext)?.screenProperties ?? [] }
}

private final class Controller: Responder, ScreenContext {
  var screenProperties: TrackedProperties { [Keys.albumName ~>> "Ram"] }
}

private final class Button: Responder {}

@MainActor @Suite struct ClassHierarchyTests {
  @Test func `A subclass overrides what its base class declares`() {
    #expect(
      AlbumScreen().explainTracking(of: Events.User.didRateAlbum).properties
        == ["app" ~>> "Beatles", Keys.albumName ~>> "Imagine"])
  }

  @Test func `Subclasses of a class of a framework add properties through a protocol`() {
    let button = Button()
    button.next = Controller()
    #expect(button.explainTracking(of: Events.User.didRateAlbum).properties == [Keys.albumName ~>> "Ram"])
  }
}
