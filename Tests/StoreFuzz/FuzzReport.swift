/// What a run of many cases found.
struct FuzzReport {
  let seed: UInt64
  var seconds: Double = 0
  var cases = 0
  /// For each layer, how many cases there were and how many got past each gate.
  var layers: [FuzzLayer: Tally] = [:]
  /// What must never happen, with the number of the case.
  var failures: [String] = []
  var lastCase: Int?
  /// How many different sentences there were, numbers and names apart.
  var sentences: Set<String> = []

  struct Tally {
    var cases = 0
    var passed: [FuzzGate: Int] = [:]
  }

  init(seed: UInt64) { self.seed = seed }

  mutating func add(_ outcome: FuzzOutcome) {
    cases += 1
    lastCase = outcome.number
    layers[outcome.layer, default: Tally()].cases += 1
    for gate in outcome.gates {
      layers[outcome.layer, default: Tally()].passed[gate, default: 0] += 1
    }
    failures += outcome.failures.map { "case \(outcome.number) (\(outcome.layer)): \($0)" }
    for sentence in outcome.sentences { sentences.insert(Self.shape(sentence)) }
  }

  /// A sentence without what stands in quotes and without numbers.
  private static func shape(_ sentence: String) -> String {
    sentence.split(separator: "'", omittingEmptySubsequences: false).enumerated()
      .map { $0.offset % 2 == 0 ? $0.element.filter { !$0.isNumber } : "…" }
      .joined(separator: "'")
  }

  /// The cases of a layer from which on their share at a gate is judged.
  static let judgedCases = 8

  /// The layers of which too few cases got past a gate.
  var shortfalls: [String] {
    var shortfalls: [String] = []
    for layer in FuzzLayer.allCases {
      guard let tally = layers[layer], tally.cases >= Self.judgedCases else {
        shortfalls.append(
          "\(layer): \(layers[layer]?.cases ?? 0) cases, expected at least \(Self.judgedCases)")
        continue
      }
      for gate in FuzzGate.allCases {
        guard let share = layer.required[gate] else { continue }
        let passed = tally.passed[gate] ?? 0
        // Twice the spread of a number of independent cases is no shortfall.
        let cases = Double(tally.cases)
        let spread = 2 * (cases * share * (1 - share)).squareRoot()
        if Double(passed) < share * cases - spread {
          shortfalls.append(
            "\(layer): \(passed) of \(tally.cases) cases got past '\(gate)', expected at least "
              + "\(Int((share * 100).rounded())) %")
        }
      }
    }
    return shortfalls
  }

  /// A table of the layers and gates, and what went wrong.
  var text: String {
    var lines = [
      "seed \(seed): \(cases) cases in \(Int(seconds)) s, \(sentences.count) kinds of sentences"
    ]
    for layer in FuzzLayer.allCases {
      guard let tally = layers[layer] else { continue }
      let gates = FuzzGate.allCases.compactMap { gate in
        tally.passed[gate].map { "\(gate) \($0)" }
      }
      lines.append("  \(layer): \(tally.cases) cases; \(gates.joined(separator: ", "))")
    }
    lines += shortfalls + failures
    return lines.joined(separator: "\n")
  }
}
