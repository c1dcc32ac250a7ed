"""The worker: an actor of Ray Data with a `playhead batch --worker` process of its own."""

from __future__ import annotations

import json
import os
import select
import subprocess
import tempfile
import time
from collections.abc import Sequence
from typing import IO, Any

import numpy as np
import ray

# The columns of the rows, with what they contain where a file has no value for them.
COLUMNS: dict[str, Any] = {
    "source": "",  # the path or address, without secrets
    "name": "",  # the name of its outputs below the output folder
    "status": "",  # done or failed
    "size": -1,  # bytes
    "modified": "",  # decimal seconds since 1970
    "hash": "",
    "seconds": 0.0,
    "errors": "[]",  # JSON: task, code and message of each failure
    "result": "{}",  # the whole result line of playhead (Docs/Batch.md)
    "node": "",  # Ray's identifier of the machine
}


class WorkerDied(Exception):
    """The process ended, or did not answer in time. The text is its last message."""


class OutOfTime(Exception):
    """There was no result in time."""


class PlayheadWorker:
    """Processes the files of a batch. A failure is a row, never an exception: no file can end the job."""

    def __init__(
        self,
        program: str,
        arguments: Sequence[str],
        path_column: str = "path",
        timeout: float | None = 600,
        retries: int = 2,
    ) -> None:
        self._command = [program, "batch", "--worker", *arguments]
        self._path_column = path_column
        self._timeout = timeout
        self._retries = retries
        self._process: subprocess.Popen[bytes] | None = None
        self._messages: IO[bytes] = tempfile.TemporaryFile()
        self._rest = b""
        self._node = ray.get_runtime_context().get_node_id() if ray.is_initialized() else ""

    def __call__(self, batch: dict[str, np.ndarray]) -> dict[str, np.ndarray]:
        rows = [self.row(str(path)) for path in batch[self._path_column]]
        return {name: np.array([row[name] for row in rows]) for name in COLUMNS}

    def __del__(self) -> None:
        if hasattr(self, "_node"):
            self._end()
            self._messages.close()

    def row(self, path: str) -> dict[str, Any]:
        """The row of one file."""
        line = self._line(path)
        result = json.loads(line)
        row = dict(COLUMNS)
        for name in ("source", "name", "status", "size", "modified", "hash", "seconds"):
            if result.get(name) is not None:
                row[name] = result[name]
        row["errors"] = json.dumps(result["errors"], ensure_ascii=False)
        row["result"] = line
        row["node"] = self._node
        return row

    def _line(self, path: str) -> str:
        """The result line of playhead, or one of the same form if there is none."""
        code, message = "died", ""
        for _ in range(self._retries + 1):
            try:
                return self._request(path)
            except OSError as error:
                # The program is missing on this machine, or cannot be started.
                self._end()
                code, message = "noWorker", f"“{self._command[0]}” cannot be started: {error.strerror or error}."
                break
            except OutOfTime:
                self._end()
                code, message = "timeout", f"It was not finished after {self._timeout:g} seconds."
            except WorkerDied as error:
                code, message = "died", f"The worker process ended: {error}"
        failure = {"task": None, "code": code, "message": message}
        return json.dumps({"source": path, "status": "failed", "errors": [failure]}, ensure_ascii=False)

    def _request(self, path: str) -> str:
        process = self._started()
        assert process.stdin is not None and process.stdout is not None
        try:
            process.stdin.write(json.dumps({"source": path}).encode() + b"\n")
            process.stdin.flush()
        except BrokenPipeError:
            raise WorkerDied(self._end()) from None
        deadline = None if self._timeout is None else time.monotonic() + self._timeout
        while b"\n" not in self._rest:
            left = None if deadline is None else max(0.0, deadline - time.monotonic())
            if not select.select([process.stdout], [], [], left)[0]:
                raise OutOfTime
            block = os.read(process.stdout.fileno(), 1 << 16)
            if not block:
                raise WorkerDied(self._end())
            self._rest += block
        line, self._rest = self._rest.split(b"\n", 1)
        return line.decode()

    def _started(self) -> subprocess.Popen[bytes]:
        if self._process is None:
            self._rest = b""
            self._process = subprocess.Popen(
                self._command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=self._messages
            )
        return self._process

    def _end(self) -> str:
        """Ends the process and returns how it ended, with its last message."""
        process, self._process = self._process, None
        if process is None:
            return ""
        process.kill()
        status = process.wait()
        for pipe in (process.stdin, process.stdout):
            if pipe is not None:
                try:
                    pipe.close()
                except BrokenPipeError:
                    pass
        how = f"signal {-status}" if status < 0 else f"status {status}"
        self._messages.seek(max(0, self._messages.seek(0, os.SEEK_END) - 4096))
        lines = self._messages.read().decode(errors="replace").split("\n")
        last = next((line for line in reversed(lines) if line), "")
        self._messages.seek(0)
        self._messages.truncate()
        return f"{how}: {last[:300]}" if last else how
