#!/usr/bin/env bash
# What the program understands of its cases, defaults included, and what it says to values that do not
# fit together: to the letter as kept.
#
#   CATENARIA=build/catenaria PROBE=true tests/app/understood.sh --accept  keeps it anew; read it!
. "$(dirname "$0")/../robust/lib.sh"
kept=$here/../app/understood.kept
export CATENARIA_CASES=../../cases

say() {  # say ARGUMENTS...: exit code and all that is printed
  echo "## $*"
  (cd "$here" && "$CATENARIA" check "$@") 2>&1
  echo "## exit code $?"
}
all() {
  local case
  for case in tram/rest curve/rest overlap/rest stitched/250 compound/rest ac-simple/two-320 \
    ac-simple/300-seed002 en50318-2002/250 pdae/reduced-catenary; do
    say "$case"
  done
  # names that are near those of shipped cases, and one that is not
  for case in ac-simpel/320 ac-simple/330 pdae/arnold-simeon-23.yaml nothing/like/it; do
    say "$case"
  done
  # droppers by number, and what does not go with it
  say tiny-line.yaml --set 'line.spans[0].droppers=[]' --set 'line.spans[0].dropper_count=5'
  say tiny-line.yaml --set 'line.spans[0].droppers=[]' --set 'line.spans[0].dropper_count=1'
  say tiny-line.yaml --set 'line.spans[0].droppers=[]' --set 'line.spans[0].dropper_count=5' --set 'line.spans[0].dropper_edge=6'
  say tiny-line.yaml --set 'line.spans[0].dropper_count=5' --quiet
  say tiny-line.yaml --set 'line.spans[0].dropper_count=4' --set 'line.spans[0].dropper_edge=27.5' --quiet
  # the same faults in both sections of an overlap
  for part in line line.overlap; do
    for fault in 'length=3 m' 'encumbrance=0.1 m' 'height=9 m' 'droppers=[20 m, 10 m]' \
      'droppers=[10 m, 10.001 m]' 'droppers=[60 m]' 'sag=[1 m]' 'sag=[1 mm, 2 mm]' 'repeat=0' \
      'repeat=100000'; do
      say overlap/rest --set "$part.spans[1].$fault" --quiet
    done
    say overlap/rest --set "$part.stagger=[0.2 m]" --quiet
    say overlap/rest --set "$part.stagger=[3 m, -3 m, 0.2 m, -0.2 m, 0.2 m, -0.2 m, 0.2 m, -0.2 m]" --quiet
  done
  for fault in overlap.start=-1 overlap.start=390 overlap.start=210 far_end.height=5 \
    'contact_wire.tension=10 N' support.mass=3 support.stiffness=0 elements_per_bay=0 gravity=0; do
    say overlap/rest --set "line.$fault" --quiet
  done
  # values that are possible and hardly meant; a wire without bending stiffness is meant
  for fault in gravity=98.1 gravity=9.75 contact_wire.bending_stiffness=195000 \
    messenger.bending_stiffness=0.2 messenger.bending_stiffness=0; do
    say overlap/rest --set "line.$fault" --quiet
  done
  say tiny-line.yaml --set 'run.speed=0.5 m/s' --quiet
  # a run and what it is measured by
  for fault in run.from=-1 run.to=5 run.to=500 measure.from=200 measure.to=20 \
    measure.to=400 'run.speed=140 m/s' 'run.speed=100 m/s' time.step=0 time.step=0.02 \
    pantograph[0].behind=5 'pantograph[0].masses=[]' measure.cutoff=600 contact.stiffness=1e12 \
    'sweep.speeds=[0]' modal.modes=0 time.spectral_radius=2; do
    say tiny-line.yaml --set "$fault" --quiet
  done
  # speeds that vary in time
  say tiny-line.yaml --set 'run.speed=[{at: 0 s, speed: 100 km/h}, {at: 2000 ms, speed: 40 m/s}]'
  say tiny-line.yaml --set 'run.speed=[{at: 0.01 km, speed: 0}, {at: 60 m, speed: 40}]' --set 'run.speed[1].at=70 m'
  say tiny-line.yaml --set 'run.speed=[{at: 1 s, speed: 30}, {at: 2 s, speed: 100}]' --quiet
  say tiny-line.yaml --set 'run.speed=[{at: 0 s, speed: 30}]' --set 'run.speed=30' --quiet
  # points that are just reached, and points that are not
  say tiny-line.yaml --set 'run.speed=[{at: 10 m, speed: 30}, {at: 190 m, speed: 40}]' --set run.to=190 --quiet
  say tiny-line.yaml --set 'run.speed=[{at: 10 m, speed: 30}, {at: 190 m, speed: 40}]' --set run.to=189 --quiet
  say tiny-line.yaml --set 'run.speed=[{at: 0 s, speed: 40}, {at: 60 s, speed: 50}, {at: 70 s, speed: 60}]' --quiet
  # two pantographs at one place
  say tiny-line.yaml --set 'pantograph=[{masses: [{mass: 9}]}, {masses: [{mass: 8}]}]' --quiet
  # many steps are few rows
  say small.yaml --set time.step=2e-7 --set record.every=10000 --quiet
  say small.yaml --set time.step=2e-8 --quiet
}
if [ "${1:-}" = --accept ]; then
  all >"$kept"
  exit
fi
all >"$work/now"
check "some sixty" [ "$(grep -c '^## exit code' "$kept")" -gt 55 ]
check "as it was kept" diff -u "$kept" "$work/now"
# what is printed is itself a case, which is understood in the same way
values() { sed 's/ *# default$//; /^#/d' "$1"; }
cp -r "$here/../mutate/lines" "$work/lines" && cd "$work/lines" || exit 1
for case in *.yaml; do
  "$CATENARIA" check "$case" >again 2>/dev/null
  "$CATENARIA" check again >twice 2>err.txt
  code=$?
  check "$case: what is printed is a case: $(tail -1 err.txt)" equal "$code" 0
  check "$case: the same case" cmp <(values again) <(values twice)
done
finish
