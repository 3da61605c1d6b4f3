"""Lets a child process write without waiting for the disk (Linux on x86-64 and ARM alone).

What it has written survives its own end and that of the stack, because the kernel has it. Only a machine that
stops at once loses the last seconds. The filter is one of seccomp: the kernel answers `fsync` and `fdatasync`
as done, https://docs.kernel.org/userspace-api/seccomp_filter.html.
"""

import ctypes
import platform
import sys
from typing import Final, NamedTuple

_PR_SET_NO_NEW_PRIVS: Final = 38
_PR_SET_SECCOMP: Final = 22
_SECCOMP_MODE_FILTER: Final = 2
# linux/bpf_common.h and linux/seccomp.h
_LOAD: Final = 0x20
_JUMP_IF_EQUAL: Final = 0x15
_RETURN: Final = 0x06
_ALLOW: Final = 0x7FFF0000
_ANSWER_ZERO: Final = 0x00050000
"""SECCOMP_RET_ERRNO with 0, which is no error."""
_NUMBER_OFFSET: Final = 0
_ARCHITECTURE_OFFSET: Final = 4
"""Where `struct seccomp_data` has the number of the call and the architecture."""


class _Calls(NamedTuple):
    """How an architecture is named to the filter, and the numbers of its two calls."""

    architecture: int
    fsync: int
    fdatasync: int


_CALLS: Final = {
    "x86_64": _Calls(0xC000003E, 74, 75),
    "aarch64": _Calls(0xC00000B7, 82, 83),
}


class _Instruction(ctypes.Structure):
    """`struct sock_filter`. A jump passes over so many instructions."""

    _fields_ = (
        ("code", ctypes.c_uint16),
        ("jump_if_true", ctypes.c_uint8),
        ("jump_if_false", ctypes.c_uint8),
        ("value", ctypes.c_uint32),
    )


class _Program(ctypes.Structure):
    """`struct sock_fprog`."""

    _fields_ = (("length", ctypes.c_uint16), ("instructions", ctypes.POINTER(_Instruction)))


def leave_writes_to_kernel() -> None:
    """Have the calling process, and what it starts, no longer wait until what it writes is on the disk.

    Where the kernel does not allow it, the process waits as before.
    """
    calls = _CALLS.get(platform.machine()) if sys.platform == "linux" else None
    if calls is None:
        return
    instructions = (
        _Instruction(_LOAD, 0, 0, _ARCHITECTURE_OFFSET),
        _Instruction(_JUMP_IF_EQUAL, 0, 4, calls.architecture),
        _Instruction(_LOAD, 0, 0, _NUMBER_OFFSET),
        _Instruction(_JUMP_IF_EQUAL, 1, 0, calls.fsync),
        _Instruction(_JUMP_IF_EQUAL, 0, 1, calls.fdatasync),
        _Instruction(_RETURN, 0, 0, _ANSWER_ZERO),
        _Instruction(_RETURN, 0, 0, _ALLOW),
    )
    program = _Program(len(instructions), (_Instruction * len(instructions))(*instructions))
    library = ctypes.CDLL(None)
    library.prctl(_PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)
    library.prctl(_PR_SET_SECCOMP, _SECCOMP_MODE_FILTER, ctypes.byref(program))
