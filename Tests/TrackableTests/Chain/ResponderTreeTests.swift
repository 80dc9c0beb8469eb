import Testing
import Trackable

/// As in a user interface framework: each responder knows the next one.
@MainActor private class Responder {
  let name: String
  init(_ name: String) { self.name = name }
  var next: Responder? { nil }
}

extension Responder: @MainActor TrackableClass {
  var trackedProperties: TrackedProperties {
    name ~>> true
  }
  var trackableParent: (any TrackableClass)? { next }
}

private final class View: Responder {
  weak var superview: View?
  weak var controller: Controller?
  override var next: Responder? { controller ?? superview }

  func add(_ view: View) -> View {
    view.superview = self
    return view
  }
}

private final class Controller: Responder {
  let view: View
  weak var parent: Controller?
  weak var window: Window?

  init(_ name: String, parent: Controller? = nil) {
    view = View("\(name) view")
    self.parent = parent
    super.init(name)
    view.controller = self
  }

  override var next: Responder? { parent ?? window }
}

private final class Window: Responder {
  weak var app: App?
  override var next: Responder? { app }
}

private final class App: Responder {}

@MainActor @Suite struct ResponderTreeTests {
  private let app = App("app")
  private let window = Window("window")
  private let root = Controller("root")
  private let albums: Controller
  private let settings: Controller
  private let cell = View("cell")
  private let button = View("button")

  init() {
    albums = Controller("albums", parent: root)
    settings = Controller("settings", parent: root)
    window.app = app
    root.window = window
    _ = albums.view.add(cell).add(button)
  }

  private let inAlbums = ["button", "cell", "albums view", "albums", "root", "window", "app"]

  @Test func `An event carries the properties of every responder on the way, without any call`() {
    expect(button.trackedNames(), is: inAlbums)
    expect(root.trackedNames(), is: ["root", "window", "app"])
  }

  @Test func `A view that moves to another controller is somewhere else at once`() {
    _ = settings.view.add(cell)
    expect(button.trackedNames(), is: ["button", "cell", "settings view", "settings", "root", "window", "app"])
    button.superview = nil
    expect(button.trackedNames(), is: ["button"])
    settings.parent = nil
    expect(cell.trackedNames(), is: ["cell", "settings view", "settings"])
  }
}
