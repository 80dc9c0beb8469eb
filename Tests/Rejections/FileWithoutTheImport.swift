// A file that uses the library imports it, also where another file of the module does.
final class Reader: TrackableClass {  // expected-error {{cannot find type 'TrackableClass' in scope}}
  let page = 1
}

enum Keys: String { case page }
enum Events: String { case opened }

let page = Keys.page ~>> 1  // expected-error {{cannot find operator '~>>' in scope}}

final class Model {}

final class Screen {
  func open(_ model: Model) {
    track(Events.opened)  // expected-error {{cannot find 'track' in scope}}
    model.link(to: self)  // expected-error {{value of type 'Model' has no member 'link'}}
  }
}
