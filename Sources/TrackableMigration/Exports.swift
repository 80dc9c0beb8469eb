// Because of these exports, a file that was written for the earlier library needs only one changed `import`. If the
// core and this module declare the same protocol, the compiler prefers this module's protocol, which has the members of
// the earlier library.
@_exported public import TrackableCore
@_exported public import TrackableHub
@_exported public import TrackableValuePropositions
