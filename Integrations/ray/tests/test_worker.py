"""The worker without a cluster."""

import json
import os
import stat
import tempfile
import unittest

import numpy as np

from playhead_ray import COLUMNS, PlayheadWorker

PROGRAM = os.environ["PLAYHEAD_PROGRAM"]


def script(folder: str, body: str) -> str:
    """A program that stands for playhead."""
    path = os.path.join(folder, "program")
    with open(path, "w") as file:
        file.write("#!/bin/sh\n" + body)
    os.chmod(path, os.stat(path).st_mode | stat.S_IXUSR)
    return path


class WorkerTests(unittest.TestCase):
    def setUp(self) -> None:
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)

    def codes(self, row: dict) -> list:
        return [error["code"] for error in json.loads(row["errors"])]

    def test_missing_program_is_a_row_for_each_file(self) -> None:
        worker = PlayheadWorker("/no/such/program", [])
        rows = worker({"path": np.array(["a.mp4", "b.mp4"])})
        self.assertEqual(list(rows["source"]), ["a.mp4", "b.mp4"])
        self.assertEqual(list(rows["status"]), ["failed", "failed"])
        self.assertIn("noWorker", rows["errors"][0])
        self.assertEqual(set(rows), set(COLUMNS))

    def test_dying_program_is_started_again(self) -> None:
        # Dies at the first request, and answers the second one.
        program = script(
            self.folder.name,
            f'read line; if [ ! -e {self.folder.name}/x ]; then touch {self.folder.name}/x; echo broken >&2; exit 3; fi\n'
            'echo \'{"source": "a", "status": "done", "errors": []}\'\n',
        )
        self.assertEqual(PlayheadWorker(program, []).row("a")["status"], "done")

    def test_program_that_always_dies_is_reported_with_its_message(self) -> None:
        row = PlayheadWorker(script(self.folder.name, "read line; echo broken >&2; exit 3\n"), []).row("a")
        self.assertEqual(self.codes(row), ["died"])
        self.assertIn("status 3: broken", row["errors"])

    def test_program_that_hangs_is_ended(self) -> None:
        program = script(self.folder.name, "exec sleep 100\n")
        row = PlayheadWorker(program, [], timeout=0.2, retries=0).row("a")
        self.assertEqual(self.codes(row), ["timeout"])

    def test_playhead_reports_a_file_that_does_not_exist(self) -> None:
        worker = PlayheadWorker(PROGRAM, [f"--out={self.folder.name}", "--task=info"])
        row = worker.row(self.folder.name + "/no\nsuch “file”.mp4")
        self.assertEqual(self.codes(row), ["vanished"])
        self.assertEqual(row["source"], self.folder.name + "/no\nsuch “file”.mp4")
        self.assertEqual(row["size"], -1)


if __name__ == "__main__":
    unittest.main()
