/// What a bystander sees of one installation: what its user, its system and the world around it did, in order.
///
/// The player plays it, and the model reads it. It knows no type of the library.
///
/// The app has three services:
///
/// | service | gets |
/// |---|---|
/// | `first` | what the user agrees to; an event that counts once a day only once each day, a day of UTC |
/// | `second` | the same, under names in `snake_case`, and nothing before what it waits for has come in this launch |
/// | `direct` | everything at once, without asking; it is called directly, and not by the hub |
///
/// What waits for `second` waits in memory. Both destinations of the hub send over HTTP, from a store. At each launch the app
/// restores the user and the decision of the last one, and then starts the hub. When the user agrees, the app names the user
/// again, if one is signed in. The root says "app", which is "year". The keys "project", "title" and "tags" describe one thing,
/// and "project" identifies it.
struct Diary {
  var steps: [Step] = []

  enum Step {
    /// The app is started. The process before it has ended.
    case launch(Launch)
    case exit(Exit)
    /// Seconds go by.
    case pass(Double)
    /// The app shows itself, and says so.
    case enterForeground
    /// The app is sent to the background, says so, and waits until the library has answered.
    case enterBackground
    /// The app waits for a flush.
    case flush
    /// A screen or model is made and linked once.
    case show(Shown)
    /// An object that is there is linked again, as a reused cell is.
    case relink(Shown)
    /// The app sets what the object knows; `nil` means that it knows nothing any more.
    case know(object: Int, key: String, value: String?)
    /// The app lets go of an object. Nothing else holds it.
    case drop(object: Int)
    case track(Tracked)
    case identify(String)
    case signOut
    case grant
    case deny
    /// What the second service waits for has come.
    case configurationArrives
    case network(Network)
    case disk(isFull: Bool)
    /// These follow one another at once: no time passes between them, and what they begin in the background goes on meanwhile.
    /// After any other step, everything has come to rest that needs no time.
    indirect case atOnce([Step])
  }

  enum Launch { case foreground, background, prewarmed, beforeFirstUnlock }

  enum Exit {
    /// The system ends a suspended app: everything that it had begun has come to rest.
    case suspended
    /// The process is killed at once, while the app is open or in the background.
    case killed
    /// The process crashes within the next tenth of a second, in the middle of what it stores then.
    case crashed
  }

  /// How requests fare.
  enum Network: CaseIterable {
    case good, slow, absent, captivePortal, refusing, blockedName
  }

  struct Shown {
    /// Which object, by a number that no other ever has.
    var object: Int
    var kind: Kind
    /// What a screen says under the key "screen".
    var name = ""
    /// The object that the app names as its parent; `nil`: it names none.
    var parent: Int?
    /// Given with the link.
    var told: [String: String] = [:]
  }

  /// Where an object lives, and what it says: `screen` says "screen" and what it knows; a `model` and an `actor` say what they
  /// know; a `cell` says nothing itself. A `part` is a value, as a view of SwiftUI: it has its parent's context, as that is when
  /// the part is shown, and what it is told; it knows nothing, and is never linked again. Screens and actors are parents, and no
  /// others.
  enum Kind: CaseIterable { case screen, model, actor, cell, part }

  struct Tracked {
    /// Its number, which is given at the call under the key "number", and no other event has.
    var number: Int
    /// The object that tracks; `nil`: no object at hand.
    var object: Int?
    /// The event's name, as it is declared in the app: a word without capital letters, with which the name ends that arrives.
    var event: String
    /// Given at the call, besides the number.
    var given: [String: String] = [:]
    /// Given under a key that is declared as sensitive.
    var secret: String?
    /// Whether it counts only once a day.
    var isOncePerDay = false
  }
}

/// A call as a service got it.
struct Arrival {
  /// "first", "second" or "direct".
  var service: String
  /// The ID that the library gave the call, by which a service knows it again; `nil` where it is called directly.
  var id: String?
  /// Of an event, its name; otherwise "identify", "reset", …
  var name: String
  /// Whether the service had it before, under the same ID.
  var isRepeated = false
  /// Keys end with what the app's enum calls them.
  var properties: [String: String]
  var user: String?
  var anonymousID: String?
  /// When it was tracked and when it arrived, in seconds since the installation.
  var tracked: Double
  var arrived: Double
}

/// What can be seen of the installation from outside at a moment.
struct Sight {
  /// Of the hub, by destination: what it accepted or adopted, and the columns that this must equal together.
  var ledger: [String: [String: Int]]
  var folders: Int
  var files: Int
  /// Files and folders that others than the user may read.
  var openToOthers: [String]
  /// Links in the table, alive and dead.
  var links: Int
  var issues: [String]
}
