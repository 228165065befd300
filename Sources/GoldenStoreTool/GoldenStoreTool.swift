@main struct GoldenStoreTool {
  static func main() {}
}
