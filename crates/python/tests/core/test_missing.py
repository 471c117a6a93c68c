"""What needs a package that is not there says how to get it. (Run where none of them is.)"""

from collections.abc import Callable
from importlib.util import find_spec

import pytest

import wampimuk

CALLS: dict[str, tuple[str, Callable[[wampimuk.Dataset], object]]] = {
    "polars": ("polars", lambda dataset: dataset.to_polars()),
    "pandas": ("pandas", lambda dataset: dataset.to_pandas()),
    "datasets": ("hf", lambda dataset: dataset.to_hf()),
    "numpy": ("numpy", lambda dataset: wampimuk.batches(dataset, 2)),
}


@pytest.mark.parametrize("package", CALLS)
def test_the_extra_is_named(package: str) -> None:
    if find_spec(package):
        pytest.skip(f"{package} is installed")
    extra, call = CALLS[package]
    with pytest.raises(ImportError, match=rf'needs {package}: pip install "wampimuk\[{extra}\]"'):
        call(wampimuk.dataset("gscan")[:4])


def test_arrow_is_offered_without_pyarrow() -> None:
    if find_spec("pyarrow"):
        pytest.skip("pyarrow is installed")
    table = wampimuk.dataset("gscan")[:4].to_arrow()
    assert len(table) == 4
    assert "arrow_array_stream" in repr(table.__arrow_c_stream__())
    assert "arrow_schema" in repr(table.__arrow_c_schema__())
