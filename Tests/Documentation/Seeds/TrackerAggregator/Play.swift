// swift-format-ignore-file
import TrackableMigration

/// The app, from its start to its end, which the README leaves out.
public func playQuickStart() async {
    // AppDelegate.swift
    let hub = GlobalTracker.startTracking(adapters: [MixpanelAdapter(token: "abcd")])
    Events.App.Opened(appName: "My App").trigger()
    await hub.shutdown()
}
