/// What a bystander sees of one installation: what its user, its system and the world around it did, in order.
///
/// The player writes it while it plays, and the model reads it. It knows no type of the library.
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
  }

  enum Launch { case foreground, background, prewarmed, beforeFirstUnlock }

  enum Exit {
    /// The system ends a suspended app: everything that it had begun has come to rest.
    case suspended
    /// The process is killed at once.
    case killed
  }

  /// How requests fare.
  enum Network: CaseIterable {
    case good, slow, absent, captivePortal, refusing, blockedName
  }

  struct Shown {
    /// Which object, by a number that no other ever has.
    var object: Int
    var kind: Kind
    /// The object that the app names as its parent; `nil`: it names none.
    var parent: Int?
    /// Given with the link.
    var told: [String: String] = [:]
  }

  /// Where an object lives, and what it says: `screen` says "screen" and what it knows; a `model` and an `actor` say what they
  /// know; a `cell` says nothing itself.
  enum Kind: CaseIterable { case screen, model, actor, cell }

  struct Tracked {
    /// Its number, which is given at the call under the key "number", and no other event has.
    var number: Int
    /// The object that tracks; `nil`: no object at hand.
    var object: Int?
    /// The event's name, as it is declared in the app.
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
