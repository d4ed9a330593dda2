;; Products of one query with rows of int8, each row a multiple of 16 long. `products` writes one i32 a row.
(module
  (memory (export "memory") 1 32768)
  (func (export "products")
    (param $query i32) (param $row i32) (param $rows i32) (param $length i32) (param $result i32)
    (local $place i32) (local $sum v128) (local $a v128) (local $b v128)
    (block $done
      (loop $next_row
        (br_if $done (i32.eqz (local.get $rows)))
        (local.set $sum (v128.const i32x4 0 0 0 0))
        (local.set $place (i32.const 0))
        (loop $next_place
          (local.set $a (v128.load (i32.add (local.get $query) (local.get $place))))
          (local.set $b (v128.load (i32.add (local.get $row) (local.get $place))))
          (local.set $sum
            (i32x4.add
              (local.get $sum)
              (i32x4.add
                (i32x4.dot_i16x8_s
                  (i16x8.extend_low_i8x16_s (local.get $a))
                  (i16x8.extend_low_i8x16_s (local.get $b)))
                (i32x4.dot_i16x8_s
                  (i16x8.extend_high_i8x16_s (local.get $a))
                  (i16x8.extend_high_i8x16_s (local.get $b))))))
          (local.set $place (i32.add (local.get $place) (i32.const 16)))
          (br_if $next_place (i32.lt_u (local.get $place) (local.get $length))))
        (i32.store
          (local.get $result)
          (i32.add
            (i32.add (i32x4.extract_lane 0 (local.get $sum)) (i32x4.extract_lane 1 (local.get $sum)))
            (i32.add (i32x4.extract_lane 2 (local.get $sum)) (i32x4.extract_lane 3 (local.get $sum)))))
        (local.set $result (i32.add (local.get $result) (i32.const 4)))
        (local.set $row (i32.add (local.get $row) (local.get $length)))
        (local.set $rows (i32.sub (local.get $rows) (i32.const 1)))
        (br $next_row)))))
