@_exported public import GoldenStoreModel
