// What is newer than the lowest systems, each with something older beside it. The declaration after
// 'newer' has to be refused there, the one after 'older' must not be, and the newest systems have
// all of it.
import Foundation
import Observation
import Synchronization

// newer: a regular expression, as a literal (macOS 13)
func literal(_ text: String) -> Bool { text.contains(/[0-9]+/) }
// older: the same as text, for Foundation
func pattern(_ text: String) -> Bool {
  text.range(of: "[0-9]+", options: .regularExpression) != nil
}

// newer: the type 'Regex' (macOS 13)
func regex(_ text: String) throws -> Regex<AnyRegexOutput> { try Regex(text) }
// newer: 'replacing(_:with:)' of a collection (macOS 13)
func replacing(_ text: String) -> String { text.replacing("a", with: "b") }
// older: 'replacingOccurrences(of:with:)'
func replacingText(_ text: String) -> String { text.replacingOccurrences(of: "a", with: "b") }
// newer: 'firstRange(of:)' (macOS 13)
func firstRange(_ text: String) -> Range<String.Index>? { text.firstRange(of: "ab") }
// newer: 'ranges(of:)' (macOS 13)
func ranges(_ text: String) -> [Range<String.Index>] { text.ranges(of: "ab") }
// older: 'range(of:)'
func range(_ text: String) -> Range<String.Index>? { text.range(of: "ab") }
// newer: 'split(separator:)' with a text (macOS 13)
func splitAtText(_ text: String) -> [Substring] { text.split(separator: ", ") }
// older: 'split(separator:)' with a character
func splitAtCharacter(_ text: String) -> [Substring] { text.split(separator: ",") }
// newer: 'trimmingPrefix(_:)' (macOS 13)
func trimmingPrefix(_ text: String) -> Substring { text.trimmingPrefix("ab") }
// newer: 'contains(_:)' of a collection with a collection (macOS 13)
func containsCodes(_ bytes: [UInt8]) -> Bool { bytes.contains([1, 2]) }
// older: 'contains(_:)' of a text with a text, which is Foundation's
func containsText(_ text: String) -> Bool { text.contains("ab") }
// newer: 'String(validating:as:)' (macOS 15)
func validating(_ bytes: [UInt8]) -> String? { String(validating: bytes, as: UTF8.self) }
// older: 'String(bytes:encoding:)'
func decoding(_ bytes: [UInt8]) -> String? { String(bytes: bytes, encoding: .utf8) }
// newer: 'indices(where:)' (macOS 15)
func indices(_ numbers: [Int]) -> RangeSet<Int> { numbers.indices { $0 > 1 } }
// newer: 'Int128' (macOS 15)
func large() -> Int128 { 0 }

// newer: 'Duration' (macOS 13)
func duration() -> Duration { .seconds(1) }
// newer: 'ContinuousClock' (macOS 13)
func continuousNow() { _ = ContinuousClock.now }
// newer: 'SuspendingClock' (macOS 13)
func suspendingNow() { _ = SuspendingClock.now }
// newer: 'Task.sleep(for:)' (macOS 13)
func sleepFor() async throws { try await Task.sleep(for: .seconds(1)) }
// older: 'Task.sleep(nanoseconds:)'
func sleepNanoseconds() async throws { try await Task.sleep(nanoseconds: 1) }
// newer: 'withDiscardingTaskGroup' (macOS 14)
func discarding() async { await withDiscardingTaskGroup { _ in } }
// older: 'withTaskGroup'
func grouping() async { await withTaskGroup(of: Void.self) { _ in } }
// newer: 'any AsyncSequence' with its types (macOS 15)
func sequence(_ numbers: any AsyncSequence<Int, Never>) {}
// newer: 'Mutex' (macOS 15)
func mutex() { _ = Mutex(0) }
// newer: 'Atomic' (macOS 15)
func atomic() { _ = Atomic(0) }
// older: 'NSLock.withLock'
func lock(_ lock: NSLock) -> Int { lock.withLock { 1 } }

// newer: a cast to an existential with types (macOS 13)
func cast(_ value: Any) -> Bool { value is any Collection<Int> }
// older: the cast without them
func plainCast(_ value: Any) -> Bool { value is any Collection }
// older: an existential with types that is only passed on
func passed(_ value: any Collection<Int>) -> any Collection<Int> { value }
// newer: a type with a parameter pack (macOS 14)
struct Pack<each Element> { let elements: (repeat each Element) }
// newer: Observation (macOS 14)
@Observable final class Observed {}

// newer: 'URL.appending(path:)' (macOS 13)
func appending(_ url: URL) -> URL { url.appending(path: "a") }
// newer: 'URL.appending(component:)' (macOS 13)
func appendingComponent(_ url: URL) -> URL { url.appending(component: "a") }
// older: 'URL.appendingPathComponent(_:)'
func appendingPathComponent(_ url: URL) -> URL { url.appendingPathComponent("a") }
// newer: 'URL.path()' (macOS 13)
func path(_ url: URL) -> String { url.path() }
// older: the property 'URL.path'
func plainPath(_ url: URL) -> String { url.path }
// newer: 'URL(filePath:)' (macOS 13)
func file() -> URL { URL(filePath: "/a") }
// older: 'URL(fileURLWithPath:)'
func fileURL() -> URL { URL(fileURLWithPath: "/a") }
// newer: 'URL.temporaryDirectory' (macOS 13)
func folder() -> URL { URL.temporaryDirectory }
// older: 'FileManager.temporaryDirectory'
func temporary() -> URL { FileManager.default.temporaryDirectory }
// newer: 'Locale.language' (macOS 13)
func language() -> Locale.Language { Locale.current.language }
// older: 'Locale.identifier'
func identifier() -> String { Locale.current.identifier }
// newer: '#Predicate' (macOS 14)
func predicate() -> Predicate<Int> { #Predicate { $0 > 1 } }
// newer: 'Duration.formatted()' (macOS 13)
func formatted(_ number: Int) -> String { Duration.seconds(number).formatted() }
// older: 'Int.formatted()'
func formattedNumber(_ number: Int) -> String { number.formatted() }
// older: 'Date.ISO8601FormatStyle'
func standard(_ date: Date) -> String { date.formatted(Date.ISO8601FormatStyle()) }
