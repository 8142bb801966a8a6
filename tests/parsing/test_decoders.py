"""Decoders are named in a table, and loaded when a file has something for them."""

from __future__ import annotations

import pytest

from legendary_git.parsing.decoders import DECODERS, READERS, load_decoder, load_reader


@pytest.mark.parametrize("name", DECODERS)
def test_decoder_makes_bytes_of_bytes(name: str) -> None:
    assert isinstance(load_decoder(name)(b'"x"'), bytes)


@pytest.mark.parametrize("name", READERS)
def test_reader_is_there(name: str) -> None:
    assert callable(load_reader(name))
