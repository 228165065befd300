import Foundation

/// Runs units until every case has an outcome, whatever the migrator does.
///
/// A step that takes too long, and one that takes its process down, is charged to the cases that
/// need it; the unit is then run again without it. In one process a step that hangs goes on in the
/// background, and one that crashes ends everything; with ``MatrixRunner/Isolation`` each unit has
/// a process of its own.
package struct MatrixSupervisor: Sendable {
  package let runner: MatrixRunner

  package init(_ runner: MatrixRunner) {
    self.runner = runner
  }

  /// What a unit's process or thread says, with the uptime at which it said so.
  enum Event: Sendable {
    case started(process: Int32)
    case began(MatrixStep, Double)
    case ended([CaseOutcome])
    case crashed(reason: String)
    case tick(Double)
  }

  private enum Ending {
    case ended([CaseOutcome])
    case lost(MatrixLoss)
  }

  static var uptime: Double { ProcessInfo.processInfo.systemUptime }

  /// Runs a unit, as often as it takes.
  package func outcomes(of unit: VersionMatrix.Unit) async -> [CaseOutcome] {
    await outcomes(of: MatrixAttempt(unit, of: runner.matrix))
  }

  /// Runs what an attempt is about, as often as it takes.
  func outcomes(of attempt: MatrixAttempt) async -> [CaseOutcome] {
    var attempt = attempt
    while true {
      switch await ending(of: attempt) {
      case .ended(let outcomes): return outcomes
      case .lost(let loss):
        // A step that was left out cannot be lost; if it is, nothing more can be had.
        let isKnown = attempt.losses.contains { $0.step == loss.step }
        attempt.losses.append(loss)
        if isKnown || loss.step == .opening { return runner.lostOutcomes(of: attempt) }
      }
    }
  }

  private func ending(of attempt: MatrixAttempt) async -> Ending {
    let (events, channel) = AsyncStream<Event>.makeStream()
    if let isolation = runner.isolation {
      MatrixChild.start(attempt, of: runner, isolation, channel)
    } else {
      start(attempt, channel)
    }
    let limit = runner.timeLimit
    let clock = Task {
      while !Task.isCancelled {
        // It only ends early when it is cancelled.
        try? await Task.sleep(nanoseconds: UInt64(min(max(limit / 20, 0.02), 1) * 1e9))
        channel.yield(.tick(MatrixSupervisor.uptime))
      }
    }
    defer { clock.cancel() }
    var process: Int32?
    var current = (step: MatrixStep.opening, began: MatrixSupervisor.uptime)
    for await event in events {
      switch event {
      case .started(let number): process = number
      case .began(let step, let time): current = (step, time)
      case .ended(let outcomes): return .ended(outcomes)
      case .crashed(let reason):
        return .lost(MatrixLoss(step: current.step, cause: .crashed(reason: reason)))
      case .tick(let time) where time - current.began > limit:
        if let process { kill(process, SIGKILL) }
        return .lost(MatrixLoss(step: current.step, cause: .hung(seconds: limit)))
      case .tick: break
      }
    }
    return .lost(MatrixLoss(step: current.step, cause: .crashed(reason: "it was cancelled")))
  }

  /// Runs an attempt on a thread of its own: a step that hangs must not take one from those that
  /// everything else waits on.
  private func start(_ attempt: MatrixAttempt, _ channel: AsyncStream<Event>.Continuation) {
    let runner = runner
    let thread = Thread {
      let outcomes = runner.run(attempt) { channel.yield(.began($0, MatrixSupervisor.uptime)) }
      channel.yield(.ended(outcomes))
    }
    // That of a process' first thread; others get less on some systems.
    thread.stackSize = 8 << 20
    thread.start()
  }
}
