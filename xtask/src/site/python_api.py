"""Writes the reference of the Python package as pages of the book, from its sources and stubs alone.

    python3 python_api.py PACKAGE OUT

Nothing is imported, so nothing has to be installed. Prints the entries of the table of contents.
"""

from __future__ import annotations

import ast
import sys
from pathlib import Path

MODULES = ("torch", "gym", "reasoning", "curriculum", "trl", "ray", "types")
"""Public modules beside the package itself."""

Definition = ast.ClassDef | ast.FunctionDef | ast.AnnAssign | ast.Assign


def definitions(tree: ast.Module) -> dict[str, tuple[Definition, str]]:
    """What a module defines at its top level, each with the text that explains it. The last definition of a name counts."""
    found: dict[str, tuple[Definition, str]] = {}
    for node, after in zip(tree.body, [*tree.body[1:], None], strict=True):
        if isinstance(node, (ast.ClassDef, ast.FunctionDef)):
            found[node.name] = node, ast.get_docstring(node) or ""
        elif isinstance(node, (ast.Assign, ast.AnnAssign)):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            for target in targets:
                if isinstance(target, ast.Name):
                    found[target.id] = node, explained(after)
    return found


def explained(after: ast.stmt | None) -> str:
    """The text after an assignment, if there is one."""
    if isinstance(after, ast.Expr) and isinstance(after.value, ast.Constant) and isinstance(after.value.value, str):
        return after.value.value
    return ""


def public(tree: ast.Module) -> list[str]:
    """The names that a module gives away."""
    found = definitions(tree)
    if "__all__" in found:
        value = found["__all__"][0].value  # type: ignore[union-attr]
        return [str(name) for name in ast.literal_eval(value)]
    return [name for name, (node, _) in found.items() if not name.startswith("_") and not isinstance(node, ast.Assign)]


def imported(tree: ast.Module) -> dict[str, str]:
    """Names that come from a module beside this one, and the name of that module."""
    froms = (node for node in tree.body if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("wampimuk."))
    return {alias.asname or alias.name: node.module.removeprefix("wampimuk.") for node in froms for alias in node.names}


def tree_of(package: Path, module: str) -> ast.Module:
    stub = package / f"{module}.pyi"
    path = stub if stub.exists() else package / f"{module}.py"
    return ast.parse(path.read_text(encoding="utf-8"))


def signature(node: ast.FunctionDef, name: str, *, method: bool) -> str:
    """As it is called: without `self`, and with a line for each argument where they are many."""
    given = node.args
    if method and not any(isinstance(mark, ast.Name) and mark.id == "staticmethod" for mark in node.decorator_list):
        given = ast.arguments(
            posonlyargs=given.posonlyargs[1:], args=given.args if given.posonlyargs else given.args[1:],
            vararg=given.vararg, kwonlyargs=given.kwonlyargs, kw_defaults=given.kw_defaults, kwarg=given.kwarg,
            defaults=given.defaults,
        )  # fmt: skip
    result = f" -> {ast.unparse(node.returns)}" if node.returns else ""
    line = f"{name}({ast.unparse(given)}){result}"
    if len(line) <= 90:
        return line
    # The parts of an argument that commas divide are within brackets.
    parts, depth = [""], 0
    for letter in ast.unparse(given):
        depth += (letter in "([{") - (letter in ")]}")
        if letter == "," and depth == 0:
            parts.append("")
        else:
            parts[-1] += letter
    return f"{name}(\n" + "".join(f"    {part.strip()},\n" for part in parts) + f"){result}"


def code(text: str) -> str:
    return f"```python\n{text}\n```\n"


def is_property(node: ast.FunctionDef) -> bool:
    return any(isinstance(mark, ast.Name) and mark.id == "property" for mark in node.decorator_list)


def entry(name: str, node: Definition, text: str) -> str:
    """A heading, how it is written, and what it is."""
    if isinstance(node, ast.FunctionDef):
        return f"## {name}\n\n{code(signature(node, name, method=False))}\n{text}\n"
    if not isinstance(node, ast.ClassDef):
        return f"## {name}\n\n{code(ast.unparse(node))}\n{text}\n"
    bases = ", ".join(ast.unparse(base) for base in node.bases)
    page = f"## {name}\n\n{code(f'class {name}({bases})' if bases else f'class {name}')}\n{text}\n"
    values, methods = [], []
    for inner, after in zip(node.body, [*node.body[1:], None], strict=True):
        if isinstance(inner, ast.AnnAssign) and isinstance(inner.target, ast.Name):
            if not inner.target.id.startswith("_"):
                values.append((inner.target.id, ast.unparse(inner.annotation), explained(after)))
        elif isinstance(inner, ast.FunctionDef):
            text = ast.get_docstring(inner) or ""
            if is_property(inner) and not inner.name.startswith("_"):
                values.append((inner.name, ast.unparse(inner.returns) if inner.returns else "", text))
            elif inner.name == "__init__" or not inner.name.startswith("_"):
                called = name if inner.name == "__init__" else inner.name
                methods.append((called, signature(inner, called, method=True), text))
    for value, kind, text in values:
        page += f"- `{value}: {kind}`" + (f": {' '.join(text.split())}" if text else "") + "\n"
    for called, line, text in methods:
        title = f"### {name}" if called == name else f"### {name}.{called}"
        page += f"\n{title}\n\n{code(line)}\n{text}\n"
    return page


def page(package: Path, module: str) -> str:
    """The page of a module; that of the package itself is called `__init__`."""
    tree = tree_of(package, module)
    title = "wampimuk" if module == "__init__" else f"wampimuk.{module}"
    text = f"# {title}\n\n{ast.get_docstring(tree) or ''}\n\n"
    own, elsewhere = definitions(tree), imported(tree)
    for name in public(tree):
        found = own.get(name)
        if found is None and name in elsewhere:
            found = definitions(tree_of(package, elsewhere[name])).get(name)
        if found is None:
            raise SystemExit(f"{title}.{name} is given away, but defined nowhere")
        if not name.startswith("__"):
            text += entry(name, *found) + "\n"
    return text


def main(package: Path, out: Path) -> None:
    out.mkdir(parents=True, exist_ok=True)
    (out / "README.md").write_text(page(package, "__init__"), encoding="utf-8")
    print("- [Python](python/README.md)")
    for module in MODULES:
        (out / f"{module}.md").write_text(page(package, module), encoding="utf-8")
        print(f"  - [wampimuk.{module}](python/{module}.md)")


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
