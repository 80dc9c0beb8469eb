// What the test targets share is at hand in every file of this one.
@_exported import TestSupport
@_exported import TrackableTesting
