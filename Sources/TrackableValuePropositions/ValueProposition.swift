/// The type of attributes. Events carry its stored properties as keys and values.
///
/// The coding keys are the names of the properties, unchanged. For other names, declare `CodingKeys`.
public typealias AnalyticsEventAttributes = Encodable & Sendable

/// A reason to use the app, such as watching a video, listening to an album, or booking a room.
///
/// Declare a value proposition for each thing in your app that is of value to users, with the attributes that all its
/// events carry:
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
/// Open a ``ValuePropositionSession`` when a user begins, and report each step:
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
  /// The type of the attributes. Declare this type only if there are attributes.
  associatedtype Attributes: AnalyticsEventAttributes = [String: String]

  /// The name of the session's events. The name is text in your code, so a renaming of types does not change it.
  var name: String { get }

  /// The attributes that every event of a session carries. The library reads them when the session is opened. The
  /// default is no attributes.
  ///
  /// If the app uses no handle, the library finds a session by the name and the attributes: see
  /// ``Trackable/TrackableClass/track(for:with:isolation:fileID:line:)-(ValueProposition,_,_,_,_)``.
  var attributes: Attributes { get }

  /// Whether a live session ends when the app goes to the background: a started session is completed, and any other
  /// session is canceled. When the app returns to the foreground, a new session follows. The default is `true`.
  ///
  /// Return `false` for audio, navigation or a download, so that the session continues.
  var endsInBackground: Bool { get }
}

extension ValueProposition {
  /// `true`: the session ends when the app goes to the background.
  public var endsInBackground: Bool { true }
}

extension ValueProposition where Attributes == [String: String] {
  /// No attributes.
  public var attributes: [String: String] { [:] }
}
