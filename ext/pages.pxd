# Memory as the processor reaches it: lines that are fetched ahead of their use, and large pages.

cdef extern from *:
    """
    #include <stdint.h>
    #include <stdlib.h>
    #if defined(__linux__)
    #include <sys/mman.h>
    #endif

    enum { PAGES_LARGE = 1 << 21, PAGES_FEWEST = 3 };   /* bytes of a large page; how many are worth asking for */

    /* So many items of bytes of 0, or NULL. Each small page of a large table costs a fault when it is first touched, and a search of the page
       tables at most later looks: so the kernel is asked for large ones, if it has any. */
    static inline void *pages_clear(size_t n, size_t size) {
        void *memory = calloc(n, size);     /* knows whether the product is too large */
    #if defined(MADV_HUGEPAGE)
        uintptr_t first = ((uintptr_t)memory + PAGES_LARGE - 1) & -(uintptr_t)PAGES_LARGE;
        uintptr_t end = ((uintptr_t)memory + n * size) & -(uintptr_t)PAGES_LARGE;
        if (memory != NULL && end >= first + PAGES_FEWEST * PAGES_LARGE)
            madvise((void *)first, end - first, MADV_HUGEPAGE);
    #endif
        return memory;
    }
    """
    void prefetch "__builtin_prefetch"(const void* address) noexcept nogil
    void* clear_pages "pages_clear"(size_t n, size_t size) noexcept nogil
