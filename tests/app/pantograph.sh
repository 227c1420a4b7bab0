#!/usr/bin/env bash
# A pantograph with all that it may have beside its masses, from the case to the results: two strips with
# their modes, a head that rolls and depends on frequency, joints, a controller, a base that moves.
. "$(dirname "$0")/../robust/lib.sh"

field() { sed -n "s/^ *\"$1\": *\([-0-9.e+]*\),*$/\1/p" "$work/out/summary.json" | head -1; }
between() { awk -v x="$1" -v a="$2" -v b="$3" 'BEGIN { exit !(x != "" && x >= a && x <= b) }'; }

code 0 run "$here/../mutate/lines/strips.yaml" -o out
check "it ended well" grep -q '"status": *"ok"' "$work/out/summary.json"
check "one pantograph, whatever its strips" [ "$(grep -c '"static_force_N"' "$work/out/summary.json")" = 1 ]
check "mean force of both strips: $(field mean_N)" between "$(field mean_N)" 110 125
check "work of the actuator: $(field control_J)" between "$(field control_J)" 0.1 3
residual=$(field residual_J) throughput=$(field throughput_J)
check "the account is closed: $residual of $throughput J" \
  awk -v r="$residual" -v t="$throughput" 'BEGIN { exit !(t > 1 && r * r < 1e-16 * t * t) }'
code 2 rt "$here/../mutate/lines/strips.yaml" --seconds 1 -o rt
check "two strips are not for a rig" grep -q "found two strips" "$work/err.txt"
finish
