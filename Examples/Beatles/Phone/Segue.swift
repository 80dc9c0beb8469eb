/// A step from one screen to the next.
@MainActor
struct Segue {
  let source: any ViewController
  let destination: any ViewController

  init(from source: any ViewController, to destination: any ViewController) {
    self.source = source
    self.destination = destination
  }
}
