"""Kernels as Numba compiles them here: machine code is made only of what Python calls.

Numba turns every function that another one calls into machine code of its own, with wrappers for
Python and for C, and links its intermediate code into each of its callers as well. Of kernels,
which are many and small, hardly any is called from outside. So a kernel that another one calls
is optimised, but stays intermediate code; what Python calls becomes machine code, with all that it
reaches.
"""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache, cached_property
from typing import Any

from numba.core import caching, codegen, compiler, compiler_lock, dispatcher, registry, sigutils
from numba.core.typing import templates

# What Numba says of its own types is partly wrong.
_Dispatcher: Any = registry.CPUDispatcher
_Compiler: Any = compiler.Compiler
_FlagsOfNumba: Any = compiler.Flags
_LibraryOfNumba: Any = codegen.JITCodeLibrary
_function_compiler: Any = vars(dispatcher)["_FunctionCompiler"]
_lock: Any = compiler_lock.global_compiler_lock
_normalize: Any = sigutils.normalize_signature

_OPTIONS = {"nopython": True, "nogil": True, "error_model": "numpy"}
_OF_WRAPPING = {"no_cfunc_wrapper", "no_cpython_wrapper", "no_compile"}


class Kernel(_Dispatcher):  # type: ignore[misc]  # see above
    """A kernel as Python calls it; compiled, or loaded from disk, for each types of arguments."""

    def __init__(
        self,
        py_func: Callable[..., Any],
        locals: dict[str, Any] | None = None,
        targetoptions: dict[str, Any] | None = None,
    ) -> None:
        super().__init__(py_func, locals, targetoptions or dict(_OPTIONS))
        self._compiler = _compiler(self, _Compiler, no_cfunc_wrapper=True)

    @cached_property
    def linked(self) -> _Linked:
        """The same kernel as others call it."""
        return _Linked(self.py_func, self.locals, self.targetoptions)

    def compile(self, sig: Any) -> Any:
        """Compile the kernel for some types of arguments, or load it."""
        if isinstance(self._cache, caching.NullCache):
            # Not earlier: what it depends on is defined by now, also what stands below it.
            self.enable_caching()
        _say_sizes_differ()
        with _uncollected():
            return super().compile(sig)

    def get_call_template(self, args: Any, kws: Any) -> Any:
        """Return what type inference has to know of a call by another kernel."""
        return self.linked.get_call_template(args, kws)

    def get_overload(self, sig: Any) -> Any:
        """Return the name under which callers find the code for some types of arguments."""
        return self.linked.get_overload(sig)


class _Linked(_Dispatcher):  # type: ignore[misc]  # see above
    """A kernel as others call it: intermediate code, kept while the process lasts."""

    def __init__(self, py_func: Any, locals: Any, targetoptions: Any) -> None:
        super().__init__(py_func, locals, targetoptions)
        self._compiler = _compiler(self, _Pipeline, **dict.fromkeys(_OF_WRAPPING, True))

    def compile(self, sig: Any) -> Any:
        """Make intermediate code for some types of arguments; return the name it goes under."""
        arguments, returned = _normalize(sig)
        with _lock, self._compiling_counter:
            made = self.overloads.get(tuple(arguments))
            if made is None:
                made = self._compiler.compile(arguments, returned)
                name = object()  # where there is machine code, its address is the name
                self.targetctx.insert_user_function(name, made.fndesc, [made.library])
                made = self.overloads[tuple(arguments)] = made._replace(entry_point=name)
            return made.entry_point


class _Flags(_FlagsOfNumba):  # type: ignore[misc]  # see above
    """Flags by which both forms of a kernel share what Numba compiles of its own for either.

    Numba compares flags tens of thousands of times for each game, all fifty options.
    """

    def __hash__(self) -> int:
        return len(self._values.keys() - _OF_WRAPPING)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, _Flags):
            return NotImplemented
        mine, others = (
            {name: value for name, value in flags._values.items() if name not in _OF_WRAPPING}
            for flags in (self, other)
        )
        return bool(mine == others)


@contextmanager
def _uncollected() -> Iterator[None]:
    """Leave cyclic garbage alone for a while.

    A compiler makes many objects that live until it is done: looking for garbage among them, over
    and over, takes an eighth of its time.
    """
    collected = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collected:
            gc.enable()


@cache
def _say_sizes_differ() -> None:
    """Let arrays of unequal sizes be refused in Numba's plain words, which do not tell the sizes.

    To write them out, it compiles its strings, for two seconds, and links them into each kernel
    that assigns one array to another.
    """
    from numba.np import arrayobj  # loading it is what compiling begins with, and slow

    for value, function in templates.builtin_registry.globals:
        if value is arrayobj.raise_with_shape_context:
            for template in function.templates:
                template._overload_func = staticmethod(arrayobj.ol_raise_with_shape_context_generic)


def _compiler(kernel: Any, pipeline: Any, **wrapping: bool) -> Any:
    made = _function_compiler(
        kernel.py_func, kernel.targetdescr, kernel.targetoptions, kernel.locals, pipeline
    )

    def customize(flags: Any) -> _Flags:
        own = _Flags(flags)
        for name, value in wrapping.items():
            setattr(own, name, value)
        return own

    made._customize_flags = customize
    return made


class _Library(_LibraryOfNumba):  # type: ignore[misc]  # see above
    """Optimised code that others are linked with, and that nothing runs."""

    def _finalize_final_module(self) -> None:
        """Make no machine code."""
        self._finalized = True


class _Pipeline(_Compiler):  # type: ignore[misc]  # see above
    """The compiler, into such a library."""

    def compile_extra(self, func: Any) -> Any:
        """Compile a function."""
        self.state.library = _Library(self.state.targetctx.codegen(), func.__qualname__)
        return super().compile_extra(func)
