// swift-format-ignore-file
import TrackableMigration
import UIKit2016

/// Starts the app, selects an album and rates it twice.
@MainActor public func playTrackable() {
    let delegate = AppDelegate()
    _ = delegate.application(application: UIApplication(), didFinishLaunchingWithOptions: nil)
    delegate.applicationDidBecomeActive(application: UIApplication())
    let list = AlbumListTVC()
    list.albums = [Album(name: "Help!"), Album(name: "Imagine")]
    list.setupTrackableChain(parent: delegate)
    list.tableView.indexPathForSelectedRow = NSIndexPath(row: 1, section: 0)
    list.tableView(tableView: list.tableView, didSelectRowAtIndexPath: NSIndexPath(row: 1, section: 0))
    let detail = AlbumDetailVC()
    let (yes, no) = (UIButton(), UIButton())
    detail.yesButton = yes
    detail.noButton = no
    list.prepareForSegue(segue: UIStoryboardSegue(destinationViewController: detail), sender: nil)
    detail.didPressButton(sender: yes)
    list.tableView.indexPathForSelectedRow = nil
    detail.didPressButton(sender: no)
    delegate.applicationWillTerminate(application: UIApplication())
}
