/* The configuration of Python for wasm32, in the place of the host's. Cython's C file includes Python.h, which asks it
   for the sizes of types. Nothing of Python is called, and nothing of it is linked. */
#ifndef Py_PYCONFIG_H
#define Py_PYCONFIG_H

#define ALIGNOF_LONG 4
#define ALIGNOF_MAX_ALIGN_T 16
#define ALIGNOF_SIZE_T 4
#define SIZEOF_DOUBLE 8
#define SIZEOF_FLOAT 4
#define SIZEOF_FPOS_T 16
#define SIZEOF_INT 4
#define SIZEOF_LONG 4
#define SIZEOF_LONG_DOUBLE 16
#define SIZEOF_LONG_LONG 8
#define SIZEOF_OFF_T 8
#define SIZEOF_PID_T 4
#define SIZEOF_PTHREAD_KEY_T 4
#define SIZEOF_PTHREAD_T 4
#define SIZEOF_SHORT 2
#define SIZEOF_SIZE_T 4
#define SIZEOF_TIME_T 8
#define SIZEOF_UINTPTR_T 4
#define SIZEOF_VOID_P 4
#define SIZEOF_WCHAR_T 4
#define SIZEOF__BOOL 1

#define HAVE_ERRNO_H 1
#define HAVE_INTTYPES_H 1
#define HAVE_LONG_LONG 1
#define HAVE_PROTOTYPES 1
#define HAVE_SSIZE_T 1
#define HAVE_STDARG_PROTOTYPES 1
#define HAVE_STDINT_H 1
#define HAVE_STDLIB_H 1
#define HAVE_STRING_H 1
#define HAVE_SYS_TIME_H 1
#define HAVE_SYS_TYPES_H 1
#define HAVE_TIME_H 1
#define HAVE_UNISTD_H 1
#define HAVE_UINTPTR_T 1
#define HAVE_WCHAR_H 1
#define RETSIGTYPE void
#define STDC_HEADERS 1
#define HAVE_PTHREAD_STUBS 1

#endif
