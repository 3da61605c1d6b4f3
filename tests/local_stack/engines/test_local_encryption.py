"""The local stack's encryption: its key stays with the stack's data."""

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from gather.ports.encryption import SecretNotReadable
from local_stack.engines.local_encryption import LocalEncryption

CONTEXT = "integration-1"


def test_another_process_on_the_same_folder_decrypts(tmp_path: Path) -> None:
    sealed = LocalEncryption(tmp_path / "state" / "encryption.key").encrypt("token", CONTEXT)

    assert LocalEncryption(tmp_path / "state" / "encryption.key").decrypt(sealed, CONTEXT) == "token"


def test_another_folder_has_another_key(tmp_path: Path) -> None:
    sealed = LocalEncryption(tmp_path / "one.key").encrypt("token", CONTEXT)

    with pytest.raises(SecretNotReadable):
        LocalEncryption(tmp_path / "other.key").decrypt(sealed, CONTEXT)


def test_several_that_make_the_key_at_once_have_the_same(tmp_path: Path) -> None:
    path = tmp_path / "encryption.key"

    with ThreadPoolExecutor(8) as pool:
        sealed = list(pool.map(lambda number: LocalEncryption(path).encrypt(str(number), CONTEXT), range(16)))

    reader = LocalEncryption(path)
    assert [reader.decrypt(each, CONTEXT) for each in sealed] == [str(number) for number in range(16)]
    assert [each.name for each in tmp_path.iterdir()] == ["encryption.key"]


def test_nobody_else_reads_the_key(tmp_path: Path) -> None:
    path = tmp_path / "encryption.key"
    LocalEncryption(path).encrypt("token", CONTEXT)

    assert path.stat().st_mode & 0o077 == 0
