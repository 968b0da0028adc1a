/* What the searches need of a C library, so that the module stands alone: memory and a clock.

   An instance serves one deal at a time, and what a deal has taken is given back as a whole. So memory is handed out in a
   row, `free` does nothing, and `atout_give_back` begins the row anew. The tables grow by powers of two: what they leave
   behind is less than what they hold. */

#include <stddef.h>
#include <stdint.h>
#include <time.h>

enum { PAGE = 65536, ALIGNED = 64 };    /* bytes: of WebAssembly; of a cache line */

extern unsigned char __heap_base;       /* set by the linker: the first byte that nothing else uses */

/* Milliseconds of a clock that never goes back. */
__attribute__((import_module("page"), import_name("now"))) double atout_now(void);

static uintptr_t next_free;             /* 0: nothing has been handed out */
static uintptr_t first_unused;          /* no byte from here on was ever handed out: they are 0 */

static uint64_t aligned(uint64_t address) {
    return (address + ALIGNED - 1) / ALIGNED * ALIGNED;
}

static uint64_t start_of_next(void) {
    return next_free ? next_free : aligned((uintptr_t)&__heap_base);
}

/* Is there memory up to `end`, if need be after it has grown? */
static int holds(uint64_t end) {
    uint64_t held = (uint64_t)__builtin_wasm_memory_size(0) * PAGE;
    if (end >= UINT32_MAX)
        return 0;
    return end <= held || __builtin_wasm_memory_grow(0, (end - held + PAGE - 1) / PAGE) != (size_t)-1;
}

/* Can so many bytes be handed out? */
int atout_has_room(uint32_t bytes) {
    return holds(start_of_next() + bytes);
}

/* The next bytes, of which the first `*n_used` were handed out before and may hold anything; 0 without memory. */
static uintptr_t hand_out(uint64_t bytes, uintptr_t *n_used) {
    uint64_t start = start_of_next();
    uint64_t end = aligned(start + bytes);
    if (!holds(end))
        return 0;
    *n_used = start < first_unused ? (end < first_unused ? end : first_unused) - start : 0;
    if (end > first_unused)
        first_unused = end;
    next_free = end;
    return start;
}

void *malloc(size_t size) {
    uintptr_t n_used;
    return (void *)hand_out(size, &n_used);
}

void *calloc(size_t n, size_t size) {
    uintptr_t n_used;
    void *start = (void *)hand_out((uint64_t)n * size, &n_used);
    if (start != NULL)
        __builtin_memset(start, 0, n_used);
    return start;
}

void free(void *memory) {
    (void)memory;
}

/* All that was handed out. */
void atout_give_back(void) {
    next_free = 0;
}

/* What CLOCK_MONOTONIC is the address of. */
struct __clockid { int unused; };
const struct __clockid _CLOCK_MONOTONIC = {0};

int clock_gettime(clockid_t clock, struct timespec *time) {
    double now = atout_now();
    (void)clock;
    time->tv_sec = (time_t)(now / 1000);
    time->tv_nsec = (long)((now - 1000.0 * time->tv_sec) * 1e6);
    return 0;
}
