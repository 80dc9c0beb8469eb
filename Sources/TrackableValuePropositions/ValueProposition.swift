/// The type of attributes: its stored properties are the keys and values of events.
///
/// The coding keys name the properties, exactly as written. To choose other names, declare `CodingKeys`.
public typealias AnalyticsEventAttributes = Encodable & Sendable

/// A reason to use the app: watching a video, listening to an album, booking a room.
///
/// Declare one for each thing that brings your users value, with the attributes that all its events carry:
///
/// ```swift
/// struct WatchingVideo: ValueProposition {
///   let name = "watchingVideo"
///   let attributes: Attributes
///   struct Attributes: AnalyticsEventAttributes { let videoName: String, duration: Double }
/// }
/// ```
///
/// Then open a ``ValuePropositionSession`` when a user turns to it, and report each step:
///
/// ```swift
/// let session = page.open(WatchingVideo(attributes: .init(videoName: "Learning Swift", duration: 3240)))
/// session.start()
///
/// session.complete()  // half an hour later
/// // watchingVideo: videoName "Learning Swift", status completed, secondsActive 1830.5, …
/// ```
public protocol ValueProposition: Sendable {
  /// The type of the attributes.
  associatedtype Attributes: AnalyticsEventAttributes = NoAttributes

  /// The name of its events. It is written here and nowhere else, so no change of code changes it.
  var name: String { get }

  /// The attributes of every event of a session, as of the moment when it is opened. The default is none.
  ///
  /// Attributes and name together also find a session for those who have no handle: see
  /// ``Trackable/TrackableClass/track(for:with:in:isolation:fileID:line:)``.
  var attributes: Attributes { get }

  /// The fate of a live session when the app goes to the background. The default is
  /// ``ValuePropositionBackgroundPolicy/end``.
  var inBackground: ValuePropositionBackgroundPolicy { get }

  /// The fate of a live session whose handle is released. The default is ``ValuePropositionDropPolicy/cancel``.
  var whenDropped: ValuePropositionDropPolicy { get }
}

extension ValueProposition {
  /// The session ends with the visit.
  public var inBackground: ValuePropositionBackgroundPolicy { .end }
  /// The session is canceled.
  public var whenDropped: ValuePropositionDropPolicy { .cancel }
}

extension ValueProposition where Attributes == NoAttributes {
  /// No attributes.
  public var attributes: NoAttributes { NoAttributes() }
}

/// The attributes of a value proposition that has none.
public struct NoAttributes: AnalyticsEventAttributes {
  /// No attributes.
  init() {}
}

/// The fate of a live session when the app goes to the background.
public enum ValuePropositionBackgroundPolicy: Sendable, Hashable {
  /// The session is completed if it is started, and canceled otherwise. When the app comes back, a new one is opened in
  /// its place.
  case end
  /// The session goes on: for audio, navigation, or a download.
  case keep
}

/// The fate of a live session whose handle is released. In either case an issue reports it.
public enum ValuePropositionDropPolicy: Sendable, Hashable {
  /// The session is canceled, by the app.
  case cancel
  /// No event is sent, and the session is forgotten.
  case forget
}
