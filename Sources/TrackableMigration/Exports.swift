// One changed import is enough for a file of before. Where a protocol is declared here as well, it is the one that counts: it has
// the members that it had then.
@_exported public import TrackableCore
@_exported public import TrackableHub
@_exported public import TrackableValuePropositions
