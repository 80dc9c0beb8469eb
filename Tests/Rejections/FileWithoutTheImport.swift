// A file that uses the library imports it, also where another file of the module does.
final class Reader: TrackableClass {  // expected-error {{cannot find type 'TrackableClass' in scope}}
  let page = 1
}

enum Keys: String { case page }

let page = Keys.page ~>> 1  // expected-error {{cannot find operator '~>>' in scope}}
