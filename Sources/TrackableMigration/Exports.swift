// With these exports, one changed import is enough for an earlier file. If the core and this module declare the same
// protocol, the compiler prefers this module's protocol, which has the earlier members.
@_exported public import TrackableCore
@_exported public import TrackableHub
@_exported public import TrackableValuePropositions
