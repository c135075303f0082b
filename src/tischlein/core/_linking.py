"""How Numba compiles our kernels: machine code is generated only for what Python calls.

By default Numba compiles every function to machine code of its own, with wrappers for Python and C,
and also links its intermediate code into each of its callers. Kernels are many and small, and
hardly any is called from outside. So a kernel that other kernels call is optimised, but stays
intermediate code; a kernel that Python calls becomes machine code, together with all that it
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

# Numba's own type hints are partly wrong.
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
    """A kernel as Python calls it; compiled, or loaded from disk, for each set of types."""

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
        """The same kernel as other kernels call it."""
        return _Linked(self.py_func, self.locals, self.targetoptions)

    def compile(self, sig: Any) -> Any:
        """Compile the kernel for some types of arguments, or load it."""
        if isinstance(self._cache, caching.NullCache):
            # Not earlier: by now everything it depends on is defined, even what stands below it.
            self.enable_caching()
        _say_sizes_differ()
        with _uncollected():
            return super().compile(sig)

    def get_call_template(self, args: Any, kws: Any) -> Any:
        """Return what type inference needs to know about a call by another kernel."""
        return self.linked.get_call_template(args, kws)

    def get_overload(self, sig: Any) -> Any:
        """Return the name under which callers find the code for some argument types."""
        return self.linked.get_overload(sig)


class _Linked(_Dispatcher):  # type: ignore[misc]  # see above
    """A kernel as other kernels call it: intermediate code, kept for the life of the process."""

    def __init__(self, py_func: Any, locals: Any, targetoptions: Any) -> None:
        super().__init__(py_func, locals, targetoptions)
        self._compiler = _compiler(self, _Pipeline, **dict.fromkeys(_OF_WRAPPING, True))

    def compile(self, sig: Any) -> Any:
        """Generate intermediate code for some argument types; return the name it goes under."""
        arguments, returned = _normalize(sig)
        with _lock, self._compiling_counter:
            made = self.overloads.get(tuple(arguments))
            if made is None:
                made = self._compiler.compile(arguments, returned)
                name = object()  # machine code would be named by its address
                self.targetctx.insert_user_function(name, made.fndesc, [made.library])
                made = self.overloads[tuple(arguments)] = made._replace(entry_point=name)
            return made.entry_point


class _Flags(_FlagsOfNumba):  # type: ignore[misc]  # see above
    """Flags that let both forms of a kernel share what Numba compiles for itself.

    Numba compares flags tens of thousands of times per game, all fifty options each time.
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
    """Suspend garbage collection for a while.

    The compiler creates many objects that live until it is done; scanning them for cyclic garbage
    again and again takes an eighth of its time.
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
    """Make Numba refuse arrays of unequal sizes without naming the sizes.

    To name them, it compiles its string functions, which takes two seconds, and links them into
    each kernel that assigns one array to another.
    """
    from numba.np import arrayobj  # slow to load, and the first thing that compiling does

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
    """Optimised code that other code is linked with, and that is never run by itself."""

    def _finalize_final_module(self) -> None:
        """Generate no machine code."""
        self._finalized = True


class _Pipeline(_Compiler):  # type: ignore[misc]  # see above
    """The compiler, with such a library as its output."""

    def compile_extra(self, func: Any) -> Any:
        """Compile a function."""
        self.state.library = _Library(self.state.targetctx.codegen(), func.__qualname__)
        return super().compile_extra(func)
