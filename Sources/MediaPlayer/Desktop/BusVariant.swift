import CPlayheadGIO

/// Conversion of D-Bus values to `GVariant`.
enum BusVariant {
  /// Returns a floating reference.
  static func make(_ value: BusValue) -> OpaquePointer? {
    switch value {
    case .text(let text): g_variant_new_string(text)
    case .path(let path): g_variant_new_object_path(path)
    case .flag(let flag): g_variant_new_boolean(flag ? 1 : 0)
    case .number(let number): g_variant_new_double(number)
    case .integer(let number): g_variant_new_int64(gint64(number))
    case .small(let number): g_variant_new_int32(number)
    case .numbers(let numbers): array(of: "d", numbers.map { g_variant_new_double($0) })
    case .texts(let texts): array(of: "s", texts.map { g_variant_new_string($0) })
    case .map(let map):
      array(
        of: "{sv}",
        // Sorted, so that equal maps are equal on the bus too.
        map.sorted { $0.key < $1.key }.map { key, value in
          g_variant_new_dict_entry(g_variant_new_string(key), g_variant_new_variant(make(value)))
        })
    }
  }

  /// A tuple of values. Takes floating references and returns one.
  static func tuple(_ values: [OpaquePointer?]) -> OpaquePointer? {
    var values = values
    return g_variant_new_tuple(&values, gsize(values.count))
  }

  /// An array of strings as a floating reference.
  static func texts(_ texts: [String]) -> OpaquePointer? { make(.texts(texts)) }

  /// An array whose elements have a D-Bus type, which is required for an empty array.
  private static func array(of type: String, _ values: [OpaquePointer?]) -> OpaquePointer? {
    guard let type = g_variant_type_new(type) else { return nil }
    defer { g_variant_type_free(type) }
    var values = values
    return g_variant_new_array(type, &values, gsize(values.count))
  }

  /// The text of a variant of type `s` or `o`. Borrows the variant.
  static func string(_ variant: OpaquePointer?) -> String? {
    variant.flatMap { g_variant_get_string($0, nil) }.map { String(cString: $0) }
  }

  /// A member of a tuple, borrowed for the duration of `read`.
  static func member<Value>(_ index: Int, of tuple: OpaquePointer?, _ read: (OpaquePointer) -> Value?) -> Value? {
    guard let tuple, g_variant_n_children(tuple) > gsize(index),
      let child = g_variant_get_child_value(tuple, gsize(index))
    else { return nil }
    defer { g_variant_unref(child) }
    return read(child)
  }
}
