// swift-format-ignore-file
import TrackableMigration
import UIKit2016

/// Rates an album on a screen that was given properties from outside.
@MainActor public func playTrackableLevels() {
    let (list, detail) = (AlbumListTVC(), AlbumDetailVC())
    list.prepareForSegue(segue: UIStoryboardSegue(destinationViewController: detail), sender: nil)
    detail.rate()
}
