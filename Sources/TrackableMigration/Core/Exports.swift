// The core under a second name: in the module above, `Trackable` is the enum of the earlier settings.
@_exported public import Trackable
