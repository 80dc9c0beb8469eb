// The core under a second module name: in TrackableMigration, the name `Trackable` means the enum of the earlier
// settings.
@_exported public import Trackable
