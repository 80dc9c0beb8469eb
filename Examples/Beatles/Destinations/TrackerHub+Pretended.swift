import TrackableHub

extension TrackerHub {
  /// The hub for `--hub`, with a destination that is slow, and one that twice fails to configure.
  static func pretended() -> TrackerHub {
    TrackerHub([Scrapbook(), FanClub()], retry: .backOff(limit: 5, first: .milliseconds(20)))
  }

  /// Delivers what is left, shows the progress if somebody is watching, and returns the ledger.
  func finish() async -> TrackerLedger {
    let progress = Terminal.isOutputInteractive ? Task { await showProgress() } : nil
    await shutdown(timeout: .seconds(30))
    progress?.cancel()
    await progress?.value
    return ledger
  }

  private func showProgress() async {
    while !Task.isCancelled {
      let count = ledger.pending
      Terminal.overwriteLine("\(count) \(count == 1 ? "delivery" : "deliveries") left")
      try? await Task.sleep(for: .milliseconds(100))
    }
    Terminal.overwriteLine("")
  }
}
