# Words that threads share without locks.
#
# All reads and writes are relaxed: they are whole, and nothing is said of their order. That is enough because no word says
# anything of another: an entry of a table carries the proof that its words belong together, a remembered card is a hint,
# and a count or a flag stands for itself. What must be seen in order is handed over under a lock (team.pxd). A latch is the
# smallest lock: who takes it (acquire) sees all that was written before it was last let go (release).

from libc.stdint cimport uint16_t, uint64_t

cdef extern from *:
    """
    static inline uint64_t atomic_get_word(const uint64_t* word) { return __atomic_load_n(word, __ATOMIC_RELAXED); }
    static inline void atomic_put_word(uint64_t* word, uint64_t value) {
        __atomic_store_n(word, value, __ATOMIC_RELAXED);
    }
    static inline void atomic_add_word(uint64_t* word, uint64_t more) {
        __atomic_fetch_add(word, more, __ATOMIC_RELAXED);
    }
    static inline uint64_t atomic_take_word(uint64_t* word) { return __atomic_exchange_n(word, 0, __ATOMIC_RELAXED); }
    static inline int atomic_get_card(const unsigned char* card) { return __atomic_load_n(card, __ATOMIC_RELAXED); }
    static inline void atomic_put_card(unsigned char* card, int value) {
        __atomic_store_n(card, (unsigned char)value, __ATOMIC_RELAXED);
    }
    static inline int atomic_get_flag(const int* flag) { return __atomic_load_n(flag, __ATOMIC_RELAXED); }
    #ifdef __wasm__
    static inline void atomic_yield(void) {}
    #else
    #include <sched.h>
    static inline void atomic_yield(void) { sched_yield(); }
    #endif
    enum { ATOMIC_LOOKS = 200 };        /* at a latch before another thread is let run: its holder may be waiting */
    static inline void atomic_take_latch(uint16_t* latch) {
        int looks = 0;
        while (__atomic_exchange_n(latch, 1, __ATOMIC_ACQUIRE))
            while (__atomic_load_n(latch, __ATOMIC_RELAXED))
                if (++looks % ATOMIC_LOOKS == 0)
                    atomic_yield();
    }
    static inline void atomic_drop_latch(uint16_t* latch) { __atomic_store_n(latch, 0, __ATOMIC_RELEASE); }
    static inline void atomic_raise_flag(int* flag) { __atomic_store_n(flag, 1, __ATOMIC_RELAXED); }
    """
    uint64_t get_word "atomic_get_word"(const uint64_t* word) noexcept nogil
    void put_word "atomic_put_word"(uint64_t* word, uint64_t value) noexcept nogil
    void add_word "atomic_add_word"(uint64_t* word, uint64_t more) noexcept nogil
    uint64_t take_word "atomic_take_word"(uint64_t* word) noexcept nogil     # and leaves 0
    int get_card "atomic_get_card"(const unsigned char* card) noexcept nogil
    void put_card "atomic_put_card"(unsigned char* card, int value) noexcept nogil
    void take_latch "atomic_take_latch"(uint16_t* latch) noexcept nogil
    void drop_latch "atomic_drop_latch"(uint16_t* latch) noexcept nogil
    int get_flag "atomic_get_flag"(const int* flag) noexcept nogil
    void raise_flag "atomic_raise_flag"(int* flag) noexcept nogil
