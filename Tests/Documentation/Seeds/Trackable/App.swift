// swift-format-ignore-file
// The blocks of "Protocol based Swift app analytics - Trackable", in order. What the article leaves out is behind "left out".

import UIKit2016
import TrackableMigration

// Block: Events and Keys

enum Events {
    enum User : String, Event {
        case didSelectBeatle
        case didSelectAlbum
        case didRateAlbum
    }

    enum App : String, Event {
        case started
        case didBecomeActive
        case didEnterBackground
        case terminated
    }

    enum AlbumListVC : String, Event {
        case didAppear
    }
}

enum Keys : String, Key {
    case beatleName
    case albumName
    case userLikesAlbum
    case previousVC

    enum App : String, Key {
        case uptime
        case reachabilityStatus
    }
}

// Left out
final class Album: Sendable {
    let name: String
    init(name: String) { self.name = name }
}

// Block: Tracking. Without @IBOutlet and @IBAction, which only Apple's systems have.

class AlbumDetailVC: UIViewController {

    var album : Album!

    weak var yesButton: UIButton!
    weak var noButton: UIButton!

    func didPressButton(sender: UIButton) {
        let userLikesAlbum = (sender === yesButton)
        track(Events.User.didRateAlbum, trackedProperties: [Keys.userLikesAlbum ~>> userLikesAlbum])
    }
}

extension AlbumDetailVC : TrackableClass { var trackedProperties : TrackedProperties { } }

// Blocks: Level 1, and Chaining, which have parts of one class.

class AlbumListTVC: UITableViewController {
    var albums : [Album]!

    override func tableView(tableView: UITableView, didSelectRowAtIndexPath indexPath: NSIndexPath) {
        track(Events.User.didSelectAlbum) // selectedAlbum property will be added automatically
    }

    // MARK: - Navigation
    override func prepareForSegue(segue: UIStoryboardSegue, sender: AnyObject?) {
        let destinationVC = segue.destinationViewController as! AlbumDetailVC
        destinationVC.setupTrackableChain([Keys.previousVC ~>> "Album list"], parent: self)
    }

    var selectedAlbum : Album? {
        if let indexPath = tableView.indexPathForSelectedRow {
            return albums[indexPath.row]
        } else {
            return nil
        }
    }
}

extension AlbumListTVC : TrackableClass {
    var trackedProperties : TrackedProperties {
        return [Keys.albumName ~>> selectedAlbum?.name ?? "none"]
    }
}
