import Foundation

open class UndoManager: NSObject {}

extension NSPredicate {
  public convenience init(format predicateFormat: String, _ args: any CVarArg...)
  public convenience init(format predicateFormat: String, argumentArray arguments: [Any]?)
}

extension NSExpression {
  public convenience init(format expressionFormat: String, _ args: any CVarArg...)
  public convenience init(format expressionFormat: String, argumentArray arguments: [Any])
  public convenience init(forKeyPath keyPath: String)
  public convenience init(forConstantValue obj: Any?)
  public convenience init(forVariable string: String)
  public convenience init(forFunction name: String, arguments parameters: [Any])
  public class func expressionForEvaluatedObject() -> NSExpression
}
