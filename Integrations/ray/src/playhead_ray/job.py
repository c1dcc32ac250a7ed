"""The job: a transformation of a Ray dataset."""

from __future__ import annotations

from collections.abc import Sequence

import ray.data

from .worker import PlayheadWorker


def process(
    files: ray.data.Dataset,
    *,
    out: str,
    tasks: Sequence[str] = ("info", "thumbnails"),
    options: Sequence[str] = (),
    path_column: str = "path",
    workers: int | tuple[int, int] = 1,
    memory: int = 1 << 30,
    timeout: float | None = 600,
    retries: int = 2,
    program: str = "playhead",
    files_per_task: int = 8,
) -> ray.data.Dataset:
    """Returns a dataset with a row for each file (`COLUMNS`). Nothing runs before it is consumed or written.

    A file that fails has a row with its errors. Ray repeats the files of a task whose machine or worker is lost, so
    outputs may be written twice; they replace each other as a whole, and each file has one row.

    Args:
        files: A dataset with a column of paths or addresses.
        out: The folder for outputs, on a file system that all machines share.
        tasks: The tasks of `playhead batch`.
        options: Further options of `playhead batch`, such as `--count=20`.
        path_column: The name of the column.
        workers: The number of workers, each with a core of its own, or its minimum and maximum.
        memory: Bytes that Ray reserves for each worker; the system limits its process to twice as much and 512 MiB.
        timeout: Seconds for each file; None for no limit.
        retries: Further attempts if the process dies or is out of time.
        program: The name or path of playhead on all machines.
        files_per_task: The files that are repeated if a machine is lost.
    """
    arguments = [f"--out={out}", f"--task={','.join(tasks)}", f"--memory={memory}", *options]
    rows: ray.data.Dataset = files.map_batches(
        PlayheadWorker,
        fn_constructor_kwargs={
            "program": program,
            "arguments": arguments,
            "path_column": path_column,
            "timeout": timeout,
            "retries": retries,
        },
        batch_size=files_per_task,
        concurrency=workers,
        num_cpus=1,
        memory=memory,
    )
    return rows
