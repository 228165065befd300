// lowest: 'appending(path:directoryHint:)' is only available in
// newest: passes
import Foundation

func store(in folder: URL) -> URL { folder.appending(path: "Store.sqlite") }
