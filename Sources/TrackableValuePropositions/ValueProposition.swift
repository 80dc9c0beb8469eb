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
///   struct Attributes: AnalyticsEventAttributes {
///     let videoName: String, duration: Double
///   }
/// }
/// ```
///
/// Then open a ``ValuePropositionSession`` when a user turns to it, and report each step:
///
/// ```swift
/// let session = page.open(
///   WatchingVideo(
///     attributes: .init(videoName: "Learning Swift", duration: 3240)))
/// session.start()
///
/// session.complete()  // half an hour later
/// // watchingVideo: videoName "Learning Swift", status completed, secondsActive 1830.5, …
/// ```
public protocol ValueProposition: Sendable {
  /// The type of the attributes. It is yours to declare only if there are any.
  associatedtype Attributes: AnalyticsEventAttributes = [String: String]

  /// The name of its events. It is written here and nowhere else, so no change of code changes it.
  var name: String { get }

  /// The attributes of every event of a session, as of the moment when it is opened. The default is none.
  ///
  /// Attributes and name together also find a session for those who have no handle: see
  /// ``Trackable/TrackableClass/track(for:with:isolation:fileID:line:)-(ValueProposition,_,_,_,_)``.
  var attributes: Attributes { get }

  /// Whether a live session ends when the app goes to the background: it is completed if it is started, and canceled
  /// otherwise. When the app comes back, a new one is opened in its place. That is the default.
  ///
  /// For audio, navigation or a download, the answer is `false`: the session goes on.
  var endsInBackground: Bool { get }
}

extension ValueProposition {
  /// The session ends with the visit.
  public var endsInBackground: Bool { true }
}

extension ValueProposition where Attributes == [String: String] {
  /// No attributes.
  public var attributes: [String: String] { [:] }
}
