"""Draw the house from its imports: ``python -m docs.draw_house``.

It writes docs/house.svg, and the tables of packages in docs/architecture.md.
"""

import ast
import html
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

DOCS = Path(__file__).parent
ROOT = DOCS.parent
PICTURE = DOCS / "house.svg"
PAGE = DOCS / "architecture.md"

WIDTH = 1000
BOX_HEIGHT, FLOOR_HEIGHT = 52, 84
LEFT, GAP = 20, 24
HEADING = 46


@dataclass(frozen=True, slots=True)
class Room:
    """A package: what it is, its modules, and the packages of its tree that it imports."""

    name: str
    summary: str
    modules: tuple[str, ...]
    imports: frozenset[str]


@dataclass(frozen=True, slots=True)
class Tree:
    """A tree of the house: its packages, floor by floor, the lowest first; and its ground."""

    name: str
    title: str
    floors: tuple[tuple[Room, ...], ...]
    ground: tuple[str, ...]


# ---- reading the imports


def read_tree(name: str, title: str) -> Tree:
    """Read a tree of Python packages; a module ``application`` stands on top as a package of its own."""
    folder = ROOT / name
    packages = {path.parent.name: sorted(path.parent.rglob("*.py")) for path in folder.glob("*/__init__.py")}
    ground = [path.stem for path in sorted(folder.glob("*.py")) if not path.stem.startswith("__")]
    if "application" in ground:
        packages["application"] = [folder / "application.py"]
    on_top = ("application", "wsgi", "gunicorn.conf")
    rooms = []
    for package, paths in packages.items():
        imported = {other for path in paths for other in packages_imported(path, name)}
        summary = summary_of(paths[0] if package == "application" else folder / package / "__init__.py")
        modules = tuple(
            ".".join(path.relative_to(folder / package).parts).removesuffix(".py")
            for path in paths
            if path.stem not in ("__init__", "application") and "migrations" not in path.parts
        )
        rooms.append(Room(package, summary, modules, frozenset(imported & packages.keys() - {package})))
    return Tree(name, title, floors_of(rooms), tuple(one for one in ground if one not in on_top))


def packages_imported(path: Path, tree: str) -> Iterator[str]:
    """Yield the package of the tree in every import of a file."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        names: list[str] = []
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module:
            names = [node.module, *(f"{node.module}.{alias.name}" for alias in node.names)]
        for name in names:
            first, _, rest = name.partition(".")
            if first == tree and rest:
                yield rest.split(".")[0]


def read_core() -> Tree:
    """Read the folders of ext/: the Cython files, by what they cimport."""
    folder = ROOT / "ext"
    packages = {
        path.name: sorted(path.glob("*.p[yx][xd]")) for path in sorted(folder.iterdir()) if path.is_dir()
    }
    rooms = []
    for package, paths in packages.items():
        text = "\n".join(path.read_text(encoding="utf-8") for path in paths)
        imported = set(re.findall(r"^\s*(?:from|cimport)\s+(\w+)\.", text, re.MULTILINE))
        modules = tuple(dict.fromkeys(path.stem for path in paths))
        rooms.append(Room(package, CORE[package], modules, frozenset(imported & packages.keys() - {package})))
    ground = tuple(dict.fromkeys(path.stem for path in sorted(folder.glob("*.p*x*"))))
    return Tree("ext", "the search, compiled into solver.engine", floors_of(rooms), ground)


CORE = {
    "game": "the rules in C",
    "points": "the search for card points",
    "tricks": "the search for numbers of tricks",
    "plain": "a plain search, to hold the others to",
    "web": "the searches in a browser, as WebAssembly",
}


def summary_of(path: Path) -> str:
    """Return the first sentence of a module's docstring."""
    text = ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))) or ""
    return " ".join(text.partition("\n\n")[0].split()).rstrip(".")


def floors_of(rooms: Iterable[Room]) -> tuple[tuple[Room, ...], ...]:
    """Put every room on the lowest floor above all that it imports."""
    named = {room.name: room for room in rooms}
    heights: dict[str, int] = {}

    def height_of(name: str) -> int:
        if name not in heights:
            heights[name] = 1 + max((height_of(other) for other in named[name].imports), default=-1)
        return heights[name]

    for name in named:
        height_of(name)
    return tuple(
        tuple(named[name] for name in sorted(named) if heights[name] == height)
        for height in range(max(heights.values()) + 1)
    )


# ---- drawing


def draw_house(trees: Iterable[Tree]) -> str:
    """Return the picture of the trees, the one that stands on all others first, as SVG."""
    parts: list[str] = []
    y = 10
    for tree in trees:
        parts.append(
            f'<text class="title" x="{LEFT}" y="{y + 24}">{tree.name}/  {html.escape(tree.title)}</text>'
        )
        y += HEADING
        places = {}
        for height, floor in reversed(list(enumerate(tree.floors))):
            top = y + (len(tree.floors) - 1 - height) * FLOOR_HEIGHT
            width = min(440, (WIDTH - 2 * LEFT - (len(floor) - 1) * GAP) // len(floor))
            start = (WIDTH - len(floor) * width - (len(floor) - 1) * GAP) // 2
            for number, room in enumerate(floor):
                places[room.name] = (start + number * (width + GAP), top, width)
        parts += [line(places[above], places[below]) for above, below in arrows(tree)]
        parts += [box(room, places[room.name]) for floor in tree.floors for room in floor]
        y += len(tree.floors) * FLOOR_HEIGHT
        if tree.ground:
            parts.append(ground(tree, y))
            y += FLOOR_HEIGHT - 16
        y += 10
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {y}" role="img" '
        f'aria-label="The packages of Atout, floor by floor">\n<style>{STYLE}</style>\n'
        f'<rect class="paper" width="{WIDTH}" height="{y}"/>\n' + "\n".join(parts) + "\n</svg>\n"
    )


STYLE = """
.paper { fill: #fbfaf6; }
text { font-family: "DejaVu Sans", Verdana, sans-serif; fill: #222; }
.title { font-size: 17px; font-weight: bold; }
.name { font-size: 15px; font-weight: bold; text-anchor: middle; }
.modules { font-size: 11px; fill: #555; text-anchor: middle; }
.room { fill: #e6efe8; stroke: #4d7358; }
.ground { fill: #efe9dc; stroke: #8a7a55; }
.import { stroke: #8a9a90; stroke-width: 1.2; }
"""


def arrows(tree: Tree) -> list[tuple[str, str]]:
    """Return the imports to draw: those that do not follow from two others."""
    direct: Mapping[str, frozenset[str]] = {
        room.name: room.imports for floor in tree.floors for room in floor
    }

    def below(name: str) -> set[str]:
        return {deeper for other in direct[name] for deeper in {other} | below(other)}

    return [
        (name, other)
        for name, imported in direct.items()
        for other in sorted(imported)
        if not any(other in below(third) for third in imported - {other})
    ]


def line(above: tuple[int, int, int], below: tuple[int, int, int]) -> str:
    """Return a line from the foot of one box to the top of another."""
    x1, x2 = above[0] + above[2] // 2, below[0] + below[2] // 2
    return f'<line class="import" x1="{x1}" y1="{above[1] + BOX_HEIGHT}" x2="{x2}" y2="{below[1]}"/>'


def box(room: Room, place: tuple[int, int, int]) -> str:
    """Return the box of a room, with its name and as many of its modules as fit."""
    x, y, width = place
    middle = x + width // 2
    return (
        f'<rect class="room" x="{x}" y="{y}" width="{width}" height="{BOX_HEIGHT}" rx="6"/>'
        f'<text class="name" x="{middle}" y="{y + 21}">{room.name}</text>'
        f'<text class="modules" x="{middle}" y="{y + 40}">{shortened(room.modules, width // 6)}</text>'
    )


def ground(tree: Tree, y: int) -> str:
    """Return the box of the modules on which all others stand."""
    names = shortened(tree.ground, (WIDTH - 2 * LEFT) // 6)
    return (
        f'<rect class="ground" x="{LEFT}" y="{y}" width="{WIDTH - 2 * LEFT}" height="{BOX_HEIGHT}" rx="6"/>'
        f'<text class="name" x="{WIDTH // 2}" y="{y + 21}">the ground</text>'
        f'<text class="modules" x="{WIDTH // 2}" y="{y + 40}">{names}</text>'
    )


def shortened(names: Iterable[str], room: int) -> str:
    """Return the names as far as there is room, in characters; the number of the others stands for them."""
    shown: list[str] = []
    names = list(names)
    for name in names:
        if len(" ".join([*shown, name])) > room - 4:
            return " ".join(shown) + f" +{len(names) - len(shown)}"
        shown.append(name)
    return " ".join(shown)


# ---- the tables


def table_of(tree: Tree) -> str:
    """Return the packages of a tree as Markdown, the highest floor first."""
    lines = ["| floor | package | what it is | imports | modules |", "|---|---|---|---|---|"]
    for height, floor in reversed(list(enumerate(tree.floors, 1))):
        for room in floor:
            imports = " ".join(sorted(room.imports)) or "–"
            modules = " ".join(f"`{one}`" for one in room.modules) or "–"
            lines.append(f"| {height} | `{room.name}` | {room.summary} | {imports} | {modules} |")
    if tree.ground:
        modules = " ".join(f"`{one}`" for one in tree.ground)
        lines.append(f"| ground | | on which all others stand | – | {modules} |")
    return "\n".join(lines) + "\n"


def with_tables(page: str, trees: Iterable[Tree]) -> str:
    """Return the page with the tables of today between their marks."""
    for tree in trees:
        begin, end = f"<!-- {tree.name}: python -m docs.draw_house -->\n", f"<!-- end of {tree.name} -->\n"
        before, _, rest = page.partition(begin)
        _, _, after = rest.partition(end)
        page = f"{before}{begin}\n{table_of(tree)}\n{end}{after}"
    return page


def read_house() -> list[Tree]:
    """Read the three trees, the one that stands on the others first."""
    return [
        read_tree("api", "the HTTP service, which stands on the faces of solver"),
        read_tree("solver", "the domain and the command line"),
        read_core(),
    ]


if __name__ == "__main__":
    house = read_house()
    PICTURE.write_text(draw_house(house), encoding="utf-8")
    PAGE.write_text(with_tables(PAGE.read_text(encoding="utf-8"), house), encoding="utf-8")
