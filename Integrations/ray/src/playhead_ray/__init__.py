"""Runs playhead over a media library on a Ray cluster.

Ray Data distributes the files, restarts lost workers, repeats the work of lost machines, limits memory, shows the
progress and writes Parquet. This package only starts `playhead batch --worker` and turns its lines into rows.
"""

from .job import process
from .worker import COLUMNS, PlayheadWorker

__all__ = ["COLUMNS", "PlayheadWorker", "process"]
