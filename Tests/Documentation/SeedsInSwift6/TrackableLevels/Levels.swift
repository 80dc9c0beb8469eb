// swift-format-ignore-file
// The block "Level 2" of "Protocol based Swift app analytics - Trackable", which has a class that another block has as well.

import UIKit2016
import TrackableMigration

enum Events {
    enum User : String, Event { case didRateAlbum }
}

enum Keys : String, Key {
    case userLikesAlbum
    case previousVC
}

class AlbumDetailVC: UIViewController {
    func rate() {
        let userLikesAlbum = true
        // Block: Level 3
        track(Events.User.didRateAlbum, trackedProperties: [Keys.userLikesAlbum ~>> userLikesAlbum])
    }
}

extension AlbumDetailVC : @MainActor TrackableClass { var trackedProperties : TrackedProperties { } }

class AlbumListTVC: UITableViewController {
    // MARK: - Navigation
    override func prepareForSegue(segue: UIStoryboardSegue, sender: AnyObject?) {
        let destinationVC = segue.destinationViewController as! AlbumDetailVC
        destinationVC.setupTrackableChain([Keys.previousVC ~>> "Album list"]) // all events tracked on destinationVC will have previousVC property included automatically
    }
}

extension AlbumListTVC : @MainActor TrackableClass { var trackedProperties : TrackedProperties { } }
