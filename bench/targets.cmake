# make bench: what a step costs, beside what bounds it. Not part of `all`.
add_executable(bench EXCLUDE_FROM_ALL bench/bench.c bench/choose.c bench/cost.c bench/page.c
               bench/plot.c
               bench/proofs.c bench/rig.c bench/samples.c bench/table.c)
target_include_directories(bench PRIVATE src include)
target_compile_definitions(bench PRIVATE CAT_SOURCE_DIR="${CMAKE_SOURCE_DIR}")
target_compile_options(bench PRIVATE $<$<CONFIG:Release>:-O3>)

# the loops beside ours get the flags that ours get
function(cat_bench_kernels name width)
  add_library(bench_${name} OBJECT EXCLUDE_FROM_ALL bench/kernels.c)
  target_compile_definitions(bench_${name} PRIVATE WIDTH=${width} NAME="${name}"
                             KERNELS=kernels_${name})
  target_compile_options(bench_${name} PRIVATE $<$<CONFIG:Release>:-O3> ${ARGN})
  target_link_libraries(bench PRIVATE bench_${name})
endfunction()
cat_bench_kernels(portable 16)
if(CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64")
  cat_bench_kernels(avx2 32 -mavx2 -mfma -ffp-contract=fast)
  cat_bench_kernels(avx512 64 -mavx512f -mfma -ffp-contract=fast)
endif()
target_link_libraries(bench PRIVATE catenaria_static m)

# where the time of a whole run goes
add_executable(bench-profile EXCLUDE_FROM_ALL bench/profile.c)
target_include_directories(bench-profile PRIVATE src include)
target_link_libraries(bench-profile PRIVATE catenaria_static m)
