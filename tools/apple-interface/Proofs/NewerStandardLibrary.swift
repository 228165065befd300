// lowest: 'Duration' is only available in
// newest: passes
func seconds(_ count: Int) -> Duration { .seconds(count) }
