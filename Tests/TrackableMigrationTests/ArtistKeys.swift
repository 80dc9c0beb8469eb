import TrackableMigration

/// Keys that other files use.
enum ArtistKeys: String, Key { case name, screen }
