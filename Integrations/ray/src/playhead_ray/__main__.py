"""`playhead-ray LIST --out=FOLDER --parquet=FOLDER`: a job from the command line."""

from __future__ import annotations

import argparse

import ray
import ray.data

from .job import process


def main() -> None:
    parser = argparse.ArgumentParser(prog="playhead-ray", description="Runs playhead over a list of files with Ray.")
    parser.add_argument("list", help="a text file with a path or address on each line, or Parquet with a column “path”")
    parser.add_argument("--out", required=True, help="the folder for outputs, shared by all machines")
    parser.add_argument("--parquet", required=True, help="the folder for the Parquet files with the results")
    parser.add_argument("--task", default="info,thumbnails", help="the tasks of “playhead batch”")
    parser.add_argument("--workers", type=int, default=1, help="the number of workers on the whole cluster")
    parser.add_argument("--memory", type=int, default=1 << 30, help="bytes for each worker")
    parser.add_argument("--program", default="playhead", help="the name or path of playhead on all machines")
    parser.add_argument("--address", help="the address of the cluster; by default, RAY_ADDRESS or this machine")
    parser.add_argument("options", nargs="*", help="after “--”: further options of “playhead batch”")
    arguments = parser.parse_args()
    ray.init(address=arguments.address)
    if arguments.list.endswith(".parquet"):
        files = ray.data.read_parquet(arguments.list)
    else:
        files = ray.data.read_text(arguments.list).rename_columns({"text": "path"})
    # Small blocks, so that all workers have work until the end.
    files = files.repartition(max(1, arguments.workers * 8))
    rows = process(
        files,
        out=arguments.out,
        tasks=arguments.task.split(","),
        options=arguments.options,
        workers=arguments.workers,
        memory=arguments.memory,
        program=arguments.program,
    )
    rows.write_parquet(arguments.parquet)


if __name__ == "__main__":
    main()
