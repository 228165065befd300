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
  public convenience init(forAggregate subexpressions: [Any])
  public class func expressionForEvaluatedObject() -> NSExpression
}

extension NSComparisonPredicate {
  public convenience init(
    leftExpression lhs: NSExpression, rightExpression rhs: NSExpression,
    modifier: NSComparisonPredicate.Modifier, type: NSComparisonPredicate.Operator,
    options: NSComparisonPredicate.Options = [])
}

extension NSSortDescriptor {
  public convenience init(key: String?, ascending: Bool)
}

public struct NSValueTransformerName: Hashable, RawRepresentable, Sendable {
  public init(_ rawValue: String)
  public init(rawValue: String)
  public var rawValue: String
}

open class ValueTransformer: NSObject {
  override public init()
  open class func setValueTransformer(
    _ transformer: ValueTransformer?, forName name: NSValueTransformerName)
  open class func transformedValueClass() -> AnyClass
  open class func allowsReverseTransformation() -> Bool
  open func transformedValue(_ value: Any?) -> Any?
  open func reverseTransformedValue(_ value: Any?) -> Any?
}

extension NSValueTransformerName {
  public static let secureUnarchiveFromDataTransformerName: NSValueTransformerName
}

extension ValueTransformer {
  public convenience init?(forName name: NSValueTransformerName)
}

public func autoreleasepool<Result>(invoking body: () throws -> Result) rethrows -> Result
