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
/// again, if one is signed in. The defaults say "app", which is "year". The keys "project", "title" and "tags" describe one thing,
/// and "project" identifies it.
///
/// The root of the chains is a `TrackableApp`: the installation's ID is until a reset, a visit ends after half an hour away, and the
/// version is "1.0" at first, and "1.1" after an update. It tells these events of its own:
///
/// | installed | updated | opened | foregrounded | backgrounded | a visit began |
/// |---|---|---|---|---|---|
/// | `installed` | `updated` | `launched` | `returned` | `left` | `began` |
///
/// An extension has services of its own that share the store, the same folder, and no lifecycle; it ends before the next step. To
/// `second` goes half of the events `opened`, drawn by the installation's ID.
///
/// With each odd update the event "rated" is called "scored", the key "source" "origin", and a row has another form.
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
    /// The app is sent to the background, says so, and waits until the library has answered, as for a flush.
    case enterBackground
    /// The app waits for a flush. The step is over when the flush has returned: what arrives later belongs to the next step.
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
    /// A scene of the app becomes active, or goes to the background.
    case scene(Int, comes: Bool)
    /// Begins to measure the time of an event, which the object tracks when it ends.
    case begin(Tracked, pausesInBackground: Bool)
    case finish(Int)
    /// The user gets the offer to watch something, and does something with it.
    case offer(number: Int, object: Int)
    case watch(number: Int, Watching)
    /// An extension of the app starts, tracks, perhaps waits for a flush, and ends.
    case extensionRuns([Tracked], flushes: Bool, Exit)
    /// The next launch is that of another version.
    case update
    /// Where the user is, and the system of the user's calendar, which an app learns when it is launched.
    case travel(Zone, calendar: String)
    /// The clock on the wall is set.
    case setClock(by: Double)
    case network(Network)
    case disk(isFull: Bool)
    /// These follow one another at once: no time passes between them, and what they begin in the background goes on meanwhile.
    /// After any other step, everything has come to rest that needs no time.
    indirect case atOnce([Step])
  }

  enum Watching: String, CaseIterable { case started, paused, completed, canceled }

  /// Berlin's clocks change on 31 March and 27 October 2024, and on 30 March 2025, at 01:00 UTC.
  enum Zone: String, CaseIterable {
    case utc = "UTC"
    case tokyo = "Asia/Tokyo"
    case apia = "Pacific/Apia"
    case berlin = "Europe/Berlin"
  }

  enum Launch {
    case foreground, background, prewarmed, beforeFirstUnlock
    /// The system lets the app work in the background for a moment: the app starts, and flushes at once, before its services have
    /// what they need for their first request. It tracks nothing.
    case refresh
  }

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
