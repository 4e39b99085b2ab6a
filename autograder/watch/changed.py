"""When files were changed, by which a watcher knows what it has seen."""

from __future__ import annotations

from pathlib import Path


def changed(path: Path) -> int:
    """When a file, or anything in a folder, was changed; 0 where there is none."""
    try:
        files = [path, *path.iterdir()] if path.is_dir() else [path]
        return max(file.lstat().st_ctime_ns for file in files)
    except OSError:
        return 0
