import Trackable

// It has no properties of its own: what its events carry comes from the call, the link and the ancestors.
extension AlbumDetailVC: @MainActor TrackableClass { var trackedProperties: TrackedProperties {} }
