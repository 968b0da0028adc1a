# Memory as the processor reaches it: lines that are fetched ahead of their use, large pages, and pages used again.

cdef extern from *:
    """
    #include <stdint.h>
    #include <stdlib.h>
    #if defined(__linux__)
    #include <sys/mman.h>
    #endif

    enum { PAGES_LARGE = 1 << 21, PAGES_FEWEST = 3 };   /* bytes of a large page; how many are worth asking for */

    /* Each small page of a large table costs a fault when it is first touched, and a search of the page tables at most later
       looks: so the kernel is asked for large ones, if it has any. */
    static inline void pages_ask(void *memory, size_t bytes) {
    #if defined(MADV_HUGEPAGE)
        uintptr_t first = ((uintptr_t)memory + PAGES_LARGE - 1) & -(uintptr_t)PAGES_LARGE;
        uintptr_t end = ((uintptr_t)memory + bytes) & -(uintptr_t)PAGES_LARGE;
        if (end >= first + PAGES_FEWEST * PAGES_LARGE)
            madvise((void *)first, end - first, MADV_HUGEPAGE);
    #else
        (void)memory;
        (void)bytes;
    #endif
    }

    #ifdef __wasm__
    /* A module in a browser gives all back as a whole. */
    static inline void *pages_take(size_t bytes) { return malloc(bytes); }
    static inline void pages_give_back(void *memory) { free(memory); }
    #else
    /* The C library gives blocks beyond 32 MiB back to the kernel, and to touch all pages of a new one takes ten times as long
       as to clear an old one. So the last of such blocks that was given back is kept for the next search. */
    enum { PAGES_LEAST_KEPT = 32 << 20, PAGES_MOST_KEPT = 64 << 20 };
    typedef struct { size_t bytes; char rest[56]; } PagesHead;      /* stands before the memory; a cache line */
    static PagesHead *pages_kept;

    static inline void pages_give_back(void *memory) {
        PagesHead *head = memory ? (PagesHead *)memory - 1 : NULL;
        if (head && head->bytes >= PAGES_LEAST_KEPT && head->bytes <= PAGES_MOST_KEPT)
            head = __atomic_exchange_n(&pages_kept, head, __ATOMIC_ACQ_REL);
        free(head);
    }

    /* So many bytes, which may hold anything, or NULL. */
    static inline void *pages_take(size_t bytes) {
        PagesHead *head = NULL;
        if (bytes >= PAGES_LEAST_KEPT)
            head = __atomic_exchange_n(&pages_kept, NULL, __ATOMIC_ACQ_REL);
        if (head && head->bytes == bytes)
            return head + 1;
        free(head);
        head = malloc(bytes + sizeof(PagesHead));
        if (head == NULL) {
            free(__atomic_exchange_n(&pages_kept, NULL, __ATOMIC_ACQ_REL));
            head = malloc(bytes + sizeof(PagesHead));
        }
        if (head == NULL)
            return NULL;
        pages_ask(head, bytes);
        head->bytes = bytes;
        return head + 1;
    }
    #endif
    """
    void prefetch "__builtin_prefetch"(const void* address) noexcept nogil
    void* take_pages "pages_take"(size_t bytes) noexcept nogil
    void give_pages_back "pages_give_back"(void* memory) noexcept nogil
