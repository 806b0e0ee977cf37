;; The cheapest path of one row, over the costs and prices of `model/rowUnits.ts`, which says what the memory holds. All addresses are in bytes, and
;; all numbers are 32-bit integers. A position has three: its cost, the address of its part's price, and the address of the rest that follows it.
(module
  (import "row" "memory" (memory 1))

  ;; row: address of the first position. rests: of the cheapest rest of a path from the first position on; those of the next positions follow.
  ;; end: of the rest behind the last position. limit: a path that costs as much, or more, is empty. path: where the indices of the path's positions
  ;; are written, from 0 for the first position of the row. Returns their number.
  (func (export "cheapestPath")
    (param $row i32) (param $rests i32) (param $end i32) (param $limit i32) (param $path i32)
    (result i32)
    (local $at i32) (local $position i32) (local $taking i32) (local $rest i32) (local $length i32)

    ;; Backward: the rest from a position on is the cheaper one of taking it and of leaving it out.
    (i32.store (local.get $end) (i32.const 0))
    (local.set $at (local.get $end))
    (local.set $position
      (i32.add (local.get $row) (i32.mul (i32.const 3) (i32.sub (local.get $end) (local.get $rests)))))
    (block $begun
      (loop $before
        (br_if $begun (i32.le_u (local.get $at) (local.get $rests)))
        (local.set $position (i32.sub (local.get $position) (i32.const 12)))
        (local.set $taking
          (i32.add
            (i32.sub
              (i32.load (local.get $position))
              (i32.load (i32.load offset=4 (local.get $position))))
            (i32.load (i32.load offset=8 (local.get $position)))))
        ;; `select` becomes a conditional move. No processor could predict a branch here.
        (local.set $rest
          (select (local.get $taking) (local.get $rest) (i32.lt_s (local.get $taking) (local.get $rest))))
        (local.set $at (i32.sub (local.get $at) (i32.const 4)))
        (i32.store (local.get $at) (local.get $rest))
        (br $before)))
    (if (i32.ge_s (local.get $rest) (local.get $limit))
      (then (return (i32.const 0))))

    ;; Forward: a position is taken where the rest from it on is cheaper than the one from the next position on.
    (block $ended
      (loop $next
        (br_if $ended (i32.ge_u (local.get $at) (local.get $end)))
        (if (i32.eq (i32.load (local.get $at)) (i32.load offset=4 (local.get $at)))
          (then (local.set $at (i32.add (local.get $at) (i32.const 4))))
          (else
            (i32.store
              (i32.add (local.get $path) (i32.shl (local.get $length) (i32.const 2)))
              (i32.shr_u (i32.sub (local.get $at) (local.get $rests)) (i32.const 2)))
            (local.set $length (i32.add (local.get $length) (i32.const 1)))
            (local.set $at
              (i32.load offset=8
                (i32.add
                  (local.get $row)
                  (i32.mul (i32.const 3) (i32.sub (local.get $at) (local.get $rests))))))))
        (br $next)))
    (local.get $length))

  ;; The same with weights, over the memory of `model/rowWeights.ts`. Costs, prices and rests are 64-bit floating-point numbers, and the costs of positions
  ;; are apart from them. A position has what it costs when the next one begins soon, and when it begins less soon, and four addresses: of its part's price, and
  ;; of the rests behind which the next one may begin soon, less soon, and without a cost.
  (func $restAfter (param $position i32) (result v128)
    ;; `f64x2.pmin` has no branch; `f64.min` has.
    (f64x2.pmin
      (v128.load64_zero (i32.load offset=28 (local.get $position)))
      (f64x2.pmin
        (f64x2.splat
          (f64.add (f64.load (i32.load offset=24 (local.get $position))) (f64.load offset=8 (local.get $position))))
        (f64x2.splat
          (f64.add (f64.load (i32.load offset=20 (local.get $position))) (f64.load (local.get $position)))))))

  ;; row: address of the first position. cost: of its cost. usage: what a path costs that is not empty.
  (func (export "cheapestPathInWeights")
    (param $row i32) (param $cost i32) (param $rests i32) (param $end i32) (param $usage f64) (param $path i32)
    (result i32)
    (local $at i32) (local $position i32) (local $rest v128) (local $after f64) (local $length i32)

    (f64.store (local.get $end) (f64.const 0))
    (local.set $at (local.get $end))
    (local.set $cost (i32.add (local.get $cost) (i32.sub (local.get $end) (local.get $rests))))
    (local.set $position
      (i32.add (local.get $row) (i32.shl (i32.sub (local.get $end) (local.get $rests)) (i32.const 2))))
    (block $begun
      (loop $before
        (br_if $begun (i32.le_u (local.get $at) (local.get $rests)))
        (local.set $position (i32.sub (local.get $position) (i32.const 32)))
        (local.set $cost (i32.sub (local.get $cost) (i32.const 8)))
        (local.set $rest
          (f64x2.pmin
            (local.get $rest)
            (f64x2.splat
              (f64.add
                (f64.sub
                  (f64.load (local.get $cost))
                  (f64.load (i32.load offset=16 (local.get $position))))
                (f64x2.extract_lane 0 (call $restAfter (local.get $position)))))))
        (local.set $at (i32.sub (local.get $at) (i32.const 8)))
        (f64.store (local.get $at) (f64x2.extract_lane 0 (local.get $rest)))
        (br $before)))
    (if (f64.ge (f64.add (f64x2.extract_lane 0 (local.get $rest)) (local.get $usage)) (f64.const 0))
      (then (return (i32.const 0))))

    (block $ended
      (loop $next
        (br_if $ended (i32.ge_u (local.get $at) (local.get $end)))
        (if (f64.eq (f64.load (local.get $at)) (f64.load offset=8 (local.get $at)))
          (then (local.set $at (i32.add (local.get $at) (i32.const 8))))
          (else
            (i32.store
              (i32.add (local.get $path) (i32.shl (local.get $length) (i32.const 2)))
              (i32.shr_u (i32.sub (local.get $at) (local.get $rests)) (i32.const 3)))
            (local.set $length (i32.add (local.get $length) (i32.const 1)))
            (local.set $position
              (i32.add (local.get $row) (i32.shl (i32.sub (local.get $at) (local.get $rests)) (i32.const 2))))
            (local.set $after (f64x2.extract_lane 0 (call $restAfter (local.get $position))))
            (local.set $at
              (if (result i32) (f64.eq (f64.load (i32.load offset=28 (local.get $position))) (local.get $after))
                (then (i32.load offset=28 (local.get $position)))
                (else
                  (select
                    (i32.load offset=24 (local.get $position))
                    (i32.load offset=20 (local.get $position))
                    (f64.eq
                      (f64.add
                        (f64.load (i32.load offset=24 (local.get $position)))
                        (f64.load offset=8 (local.get $position)))
                      (local.get $after))))))))
        (br $next)))
    (local.get $length)))
