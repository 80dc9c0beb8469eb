// One changed import is enough for an earlier file. If this module declares a protocol as well, that declaration
// counts, because it has the earlier members.
@_exported public import TrackableCore
@_exported public import TrackableHub
@_exported public import TrackableValuePropositions
