# Locks and threads that Ctrl-C leaves in order, whenever it comes.
#
# The interpreter looks at signals between the steps of Python code, so an exception may come between any two of them: after a
# lock was taken, say, and before anything is told of it. In compiled code it comes only where it is asked for, and from calls.

from _thread import allocate_lock, start_new_thread

cdef extern from "Python.h":
    int PyErr_CheckSignals() except -1

cdef double WAKE_S = 0.1         # the longest wait at a time: one that begins just after a signal came would not notice it


@cython.auto_pickle(False)
cdef class Turn:
    """Lets a lock go at the end of a `with`, if it was taken by this in there."""

    cdef object lock
    cdef bint is_taken

    def __init__(self, lock not None):
        self.lock = lock
        self.is_taken = False

    def take(self, seconds=None):
        """Take the lock within so many seconds, None for any number; return whether it is taken."""
        if seconds is not None:
            self.is_taken = self.is_taken or self.lock.acquire(True, seconds)
        while seconds is None and not self.is_taken:
            PyErr_CheckSignals()
            self.is_taken = self.lock.acquire(True, WAKE_S)
        return self.is_taken

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.is_taken:
            self.is_taken = False
            self.lock.release()


def _work(run, stop, ended, list errors):
    """What each thread does: `run`, and have the others stop if it fails."""
    try:
        run()
    except BaseException as error:
        errors.append(error)
        stop()
    finally:
        ended.release()


def run_in_threads(run, int n_threads, stop):
    """Call `run` in so many other threads at once, and wait until all have ended.

    Where fewer can be started these do all the work, and where none can, this thread does.

    `stop` makes the other threads end soon. It is called before an exception of one of them is raised, or of a signal that
    came here. It may be called several times, from any thread.
    """
    cdef bint is_stopped = False
    cdef int n_started = 0
    cdef list errors = [], all_ended = []
    interrupted = None
    try:
        for _ in range(n_threads):
            ended = allocate_lock()
            ended.acquire()
            all_ended.append(ended)
            start_new_thread(_work, (run, stop, ended, errors))
            n_started += 1
    except RuntimeError:         # no more can be started
        pass
    except BaseException as error:
        interrupted = error
    if n_started == 0 and interrupted is None:
        run()
    for ended in all_ended[:n_started]:
        while True:
            # An interrupt within `stop` may come before it has done anything, so it is called again, once a round.
            try:
                if interrupted is not None and not is_stopped:
                    stop()
                    is_stopped = True
                PyErr_CheckSignals()
            except BaseException as error:
                interrupted = error
            try:
                if ended.acquire(True, WAKE_S):
                    break
            except BaseException as error:
                interrupted = error
    if interrupted is not None:
        raise interrupted
    if errors:
        raise errors.pop(0)
