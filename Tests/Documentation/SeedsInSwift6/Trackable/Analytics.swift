// swift-format-ignore-file
// Blocks: Connecting to Mixpanel

import Foundation
import VendorStandIns
import TrackableMigration
import UIKit2016

@MainActor let analytics = Analytics() // singleton (yay!)

@MainActor class Analytics {
    let mixpanel = Mixpanel.sharedInstanceWithToken("<token>")
    let startTime = NSDate() // left out

    init() {
        Trackable.trackEventToRemoteServiceClosure = trackEventToMixpanel
        setupTrackableChain() // allows self to be part of the trackable chain
    }

    func trackEventToMixpanel(eventName: String, trackedProperties: [String: AnyObject]) {
        mixpanel.track(eventName, properties: trackedProperties)
    }
}

extension Analytics : @MainActor TrackableClass {
    var trackedProperties : TrackedProperties {
        return [Keys.App.uptime ~>> NSDate().timeIntervalSinceDate(startTime)]
    }
}

// Without @UIApplicationMain, which only Apple's systems have.

class AppDelegate: UIResponder, UIApplicationDelegate {
    var window: UIWindow?

    func application(application: UIApplication, didFinishLaunchingWithOptions launchOptions: [NSObject : AnyObject]?) -> Bool {
        setupTrackableChain(parent: analytics)
        return true
    }

    func applicationDidBecomeActive(application: UIApplication) {
        track(Events.App.didBecomeActive)
    }

    func applicationDidEnterBackground(application: UIApplication) {
        track(Events.App.didEnterBackground)
    }

    func applicationWillTerminate(application: UIApplication) {
        track(Events.App.terminated)
    }

}

extension AppDelegate : @MainActor TrackableClass { var trackedProperties : TrackedProperties { } }
