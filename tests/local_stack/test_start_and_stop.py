"""The stack starts as it is told, keeps its data over a stop, and leaves no process behind."""

import os
import signal
import socket
import subprocess
from pathlib import Path

import pytest

from tests.local_stack.running_stack import (
    ROOT,
    SAMPLE,
    RunningStack,
    command,
    free_port,
    living_processes,
)
from tests.support.waiting import PATIENCE_SECONDS, wait_until

STOP_SECONDS = 10
"""Within which a stack promises to have stopped."""


def run_in_vain(**environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        command(Path(environment.pop("project", str(SAMPLE)))),
        env={**os.environ, "PYTHONPATH": str(ROOT / "scripts"), **environment},
        capture_output=True,
        text=True,
        timeout=PATIENCE_SECONDS,
        check=False,
    )


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("PORT", "http"),
        ("PORT", "70000"),
        ("GATHER_SEED", "full"),
        ("GATHER_TABLE_CLIENT", "boto3"),
        ("GATHER_CLIENT_LIMITS", "some"),
        ("GATHER_TIME_SCALE", "fast"),
        ("GATHER_TIME_SCALE", "0"),
        ("GATHER_TIME_SCALE", "nan"),
        ("GATHER_STATE_DIR", "/proc/none"),
        ("GATHER_READY_FILE", "/proc/none/ready.json"),
    ],
)
def test_a_bad_value_is_one_line_and_status_2(tmp_path: Path, name: str, value: str) -> None:
    environment = {"PORT": str(free_port()), "GATHER_STATE_DIR": str(tmp_path), name: value}
    finished = run_in_vain(**environment)
    assert finished.returncode == 2
    assert finished.stdout == ""
    assert len(finished.stderr.splitlines()) == 1
    assert name in finished.stderr


def test_a_port_that_is_taken_is_one_line_and_status_2(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        finished = run_in_vain(PORT=port, GATHER_STATE_DIR=str(tmp_path))
    assert finished.returncode == 2
    assert len(finished.stderr.splitlines()) == 1
    assert port in finished.stderr


def test_a_folder_that_another_stack_uses_is_refused(stack: RunningStack) -> None:
    finished = run_in_vain(PORT=str(free_port()), GATHER_STATE_DIR=str(stack.state))
    assert finished.returncode == 2
    assert "another stack runs" in finished.stderr


def test_a_resource_the_stack_does_not_know_stops_the_start(tmp_path: Path) -> None:
    (tmp_path / "template.yaml").write_text(
        "Transform: AWS::Serverless-2016-10-31\nResources: {Cluster: {Type: 'AWS::RDS::DBCluster'}}\n"
    )
    finished = run_in_vain(
        PORT=str(free_port()), GATHER_STATE_DIR=str(tmp_path / "state"), project=str(tmp_path)
    )
    assert finished.returncode == 2
    assert len(finished.stderr.splitlines()) == 1
    assert "AWS::RDS::DBCluster" in finished.stderr


@pytest.mark.parametrize("signal_number", [signal.SIGINT, signal.SIGTERM])
def test_a_stop_leaves_nothing_behind_but_the_data(tmp_path: Path, signal_number: signal.Signals) -> None:
    state = tmp_path / "state"
    with RunningStack(state) as stack:
        assert stack.call("GET", "/things/1").status == 200
        assert len(living_processes(str(state))) > 1
        stack.process.send_signal(signal_number)
        assert stack.process.wait(STOP_SECONDS) == 0
        wait_until(lambda: living_processes(str(state)) == [])
        assert not stack.ready_file.exists()


def test_a_stop_during_the_start_leaves_nothing_behind(tmp_path: Path) -> None:
    state = tmp_path / "state"
    stack = RunningStack(state)
    wait_until(lambda: (state / "addresses.json").exists())
    stack.process.terminate()
    assert stack.process.wait(STOP_SECONDS) == 0
    wait_until(lambda: living_processes(str(state)) == [])


@pytest.mark.slow
def test_after_a_kill_everything_written_is_there_again(tmp_path: Path) -> None:
    state = tmp_path / "state"
    with RunningStack(state) as stack:
        assert stack.call("POST", "/things", {"id": "kept"}).status == 201
        first = stack.ready
        address = stack.call("POST", "/uploads", {"key": "kept.webm"}).json["url"]
        bucket, objects = first["mediaBucket"], stack.client("s3")
        objects.put_object(Bucket=bucket, Key="kept é.webm", Body=b"sound", ContentType="audio/webm")
        objects.put_object(Bucket=bucket, Key="removed.webm", Body=b"sound")
        objects.delete_object(Bucket=bucket, Key="removed.webm")
        # Written to the table with nobody left to see it in the stream.
        stack.process.send_signal(signal.SIGSTOP)
        stack.client("dynamodb").put_item(
            TableName=first["tableName"],
            Item={"pk": {"S": "unseen"}, "sk": {"S": "thing"}, "type": {"S": "outbox"}},
        )
        stack.process.kill()
        stack.process.wait()
        wait_until(lambda: living_processes(str(state)) == [])
        stack.ready_file.unlink()
    with RunningStack(state, port=stack.port) as stack:
        table = stack.ready["tableName"]
        items = stack.client("dynamodb").scan(TableName=table)["Items"]
        assert sorted(item["pk"]["S"] for item in items) == ["kept", "unseen"]
        read = stack.client("s3").get_object(Bucket=bucket, Key="kept é.webm")
        assert (read["Body"].read(), read["ContentType"]) == (b"sound", "audio/webm")
        assert [o["Key"] for o in stack.client("s3").list_objects_v2(Bucket=bucket)["Contents"]] == [
            "kept é.webm"
        ]
        assert stack.ready == first
        assert address.startswith(stack.ready["endpoints"]["AWS_ENDPOINT_URL_S3"])
        wait_until(lambda: "unseen" in str(stack.journal("dispatcher")))


def test_the_seed_is_the_one_that_was_asked_for(stack: RunningStack) -> None:
    assert stack.ready["seeded"] == "empty"
    assert stack.ready["tableOfSeed"] == stack.ready["tableName"]


@pytest.mark.slow
def test_without_dynoxide_the_stack_works_in_memory_and_says_what_it_lacks(tmp_path: Path) -> None:
    state = tmp_path / "state"
    with RunningStack(state, options=("--table-in-memory",)) as stack:
        assert "Table: moto, in memory." in stack.output()
        assert stack.call("POST", "/things", {"id": "dispatched", "type": "outbox"}).status == 201
        wait_until(lambda: "dispatched" in str(stack.journal("dispatcher")))
        first = stack.ready["apiKey"]
    with RunningStack(state, options=("--table-in-memory",)) as stack:
        assert stack.ready["apiKey"] != first


def test_the_ready_file_is_its_owner_s_alone(stack: RunningStack) -> None:
    assert stack.ready_file.stat().st_mode & 0o077 == 0
    assert stack.ready["baseUrl"] == stack.ready["connectUrl"] == f"http://127.0.0.1:{stack.port}"
