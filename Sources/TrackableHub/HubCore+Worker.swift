import Trackable

// What happens in the background. Each destination has one worker, so no destination's code ever waits for another's.

extension HubCore {
  /// Runs until the destination has ended.
  func work(for index: Int) async {
    var isFailing = false
    var work = await nextWork(for: index)
    while true {
      switch work {
      case .configure(let delay):
        await configure(index, after: delay)
        work = await nextWork(for: index)
      case .deliver(let batch):
        await deliver(batch, to: index, &isFailing)
        work = soonWork(for: index)
      case .flush:
        await destinations[index].adapter.flush()
        update { state, actions in state.queue.flushed(index, &actions) }
        work = soonWork(for: index)
      case .wait:
        // For a caller, waking a thread costs a hundred times as much as enqueueing. While deliveries keep coming, the
        // worker rests instead, and no caller has to wake it.
        destinations[index].executor.rest()
        work = await nextWork(for: index)
      case .stop: return
      }
    }
  }

  /// Accounts for the batch, and returns what to do next if there is no rest before it.
  private func soonWork(for index: Int) -> DestinationQueue.Work {
    update { state, actions in
      state.queue.settle(index, destinations[index].progress.take())
      return state.queue.next(index, isRested: false, &actions)
    }
  }

  /// Returns what to do next, and suspends the worker until there is something.
  private func nextWork(for index: Int) async -> DestinationQueue.Work {
    while true {
      var work = DestinationQueue.Work.wait
      await withCheckedContinuation { wakeup in
        work = update { state, actions in
          let work = state.queue.next(index, &actions)
          // Under the same lock as the decision to wait, so no wake-up can be missed.
          if case .wait = work { state.wakeups[index] = wakeup }
          return work
        }
        if case .wait = work { return }
        wakeup.resume()
      }
      if case .wait = work { continue }
      return work
    }
  }

  private func configure(_ index: Int, after delay: Duration) async {
    if delay > .zero { await pause(for: delay) }
    // Only closing cancels a worker.
    if Task.isCancelled { return }
    let destination = destinations[index]
    do {
      try await destination.adapter.configure()
      update { state, actions in state.queue.configured(index, &actions) }
    } catch {
      let outcome = update { state, actions in state.queue.configurationFailed(index, &actions) }
      guard let (failures, willRetry) = outcome else { return }
      if !willRetry {
        report(.gaveUp(destination: destination.name, failures: failures, error: error))
      } else if failures == 1 {
        report(.configurationFailed(destination: destination.name, error: error))
      }
    }
  }

  private func deliver(_ batch: [HubEntry], to index: Int, _ isFailing: inout Bool) async {
    let destination = destinations[index]
    for entry in batch {
      if destination.progress.isClosed { return }
      if destination.progress.isPurged, !entry.tellsUser {
        if !destination.progress.count(.purged) { return }
        continue
      }
      if let log = destination.log { entry.delivery.perform(on: log) }
      var failure: (any Error)?
      do { try await destination.adapter.deliver(entry.delivery) } catch { failure = error }
      if !destination.progress.count(failure == nil ? .delivered : .failed) { return }
      if let failure, !isFailing {
        report(.deliveryFailed(destination: destination.name, error: failure))
      }
      isFailing = failure != nil
    }
  }
}
