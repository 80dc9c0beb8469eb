import Trackable

// Nothing to say of its own: what its events carry comes from the call, the link and the ancestors.
extension AlbumDetailVC: @MainActor TrackableClass {}
