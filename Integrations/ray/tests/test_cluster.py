"""A job on a local cluster of two nodes, one of which is killed in the middle."""

import json
import os
import shutil
import subprocess
import tempfile
import threading
import time
import unittest

import pyarrow.parquet
import ray
import ray.data
from ray.cluster_utils import Cluster

from playhead_ray import process

PROGRAM = os.environ["PLAYHEAD_PROGRAM"]
COUNT = 40
# Small enough for a container with little shared memory.
NODE = {"num_cpus": 2, "memory": 3 << 30, "object_store_memory": 80 << 20, "include_dashboard": False}


class ClusterTests(unittest.TestCase):
    def setUp(self) -> None:
        self.folder = tempfile.mkdtemp(prefix="playhead-ray-")
        self.addCleanup(shutil.rmtree, self.folder, ignore_errors=True)
        self.media = os.path.join(self.folder, "media")
        self.out = os.path.join(self.folder, "out")
        os.mkdir(self.media)
        clip = os.path.join(self.folder, "clip.mp4")
        subprocess.run(
            ["ffmpeg", "-nostdin", "-v", "error", "-f", "lavfi", "-i", "testsrc2=d=2:r=25:s=320x180", "-pix_fmt", "yuv420p", clip],
            check=True,
        )
        self.paths = [os.path.join(self.media, f"{number}.mp4") for number in range(COUNT)]
        for path in self.paths:
            shutil.copyfile(clip, path)
        # A file that fails must not end the job.
        with open(self.paths[7], "wb") as file:
            file.write(b"This is no media file. " * 100)
        self.cluster = Cluster(initialize_head=True, head_node_args=NODE)
        self.addCleanup(self.cluster.shutdown)
        # The job connects to any node of this host, and ends with it: there is only the first one yet.
        ray.init(address=self.cluster.address, log_to_driver=False)
        self.addCleanup(ray.shutdown)
        arguments = dict(NODE)
        del arguments["include_dashboard"]
        self.second = self.cluster.add_node(**arguments)
        self.cluster.wait_for_nodes()

    def finished(self) -> int:
        """The number of files whose outputs have been published."""
        return sum(os.path.exists(os.path.join(self.out, path[1:], "result.json")) for path in self.paths)

    def test_killed_node_loses_no_result(self) -> None:
        killed_after = []

        def kill() -> None:
            deadline = time.monotonic() + 480
            while time.monotonic() < deadline and self.finished() < 6:
                time.sleep(0.02)
            killed_after.append(self.finished())
            self.cluster.remove_node(self.second, allow_graceful=False)

        killer = threading.Thread(target=kill)
        killer.start()
        files = ray.data.from_items([{"path": path} for path in self.paths], override_num_blocks=20)
        rows = process(
            files, out=self.out, program=PROGRAM, workers=2, memory=1 << 30, files_per_task=2,
            options=["--count=4", "--width=160"],
        )
        parquet = os.path.join(self.folder, "parquet")
        rows.write_parquet(parquet)
        killer.join()
        table = pyarrow.parquet.read_table(parquet).to_pylist()
        # The node was lost in the middle of the job.
        self.assertGreaterEqual(killed_after[0], 6)
        self.assertLess(killed_after[0], COUNT)
        self.assertEqual(len([node for node in ray.nodes() if node["Alive"]]), 1)
        # Each file has exactly one row.
        self.assertEqual(sorted(row["source"] for row in table), sorted(self.paths))
        failed = [row for row in table if row["status"] != "done"]
        self.assertEqual([row["source"] for row in failed], [self.paths[7]])
        self.assertEqual(json.loads(failed[0]["errors"])[0]["code"], "media")
        for row in table:
            if row["status"] == "done":
                result = json.loads(row["result"])
                self.assertEqual(len(result["thumbnails"]), 4)
                self.assertEqual(result["info"]["tracks"][0]["video"]["width"], 320)
                self.assertTrue(os.path.exists(os.path.join(self.out, row["name"], "thumbnails/0004.jpg")))


if __name__ == "__main__":
    unittest.main()
