"""The messages of ``docs/formats/majsoul.proto`` as protobuf's own classes, which the reader is compared with."""

import tempfile
from functools import cache
from pathlib import Path
from typing import Any, Final

from google.protobuf.descriptor_pb2 import FileDescriptorSet
from google.protobuf.descriptor_pool import DescriptorPool
from google.protobuf.json_format import MessageToDict, ParseDict
from google.protobuf.message import Message
from google.protobuf.message_factory import GetMessageClass
from grpc_tools import protoc

SCHEMA: Final = Path(__file__).parents[3] / "docs" / "formats" / "majsoul.proto"


@cache
def _pool() -> DescriptorPool:
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "set"
        status = protoc.main(["protoc", f"-I{SCHEMA.parent}", f"--descriptor_set_out={out}", SCHEMA.name])
        assert status == 0
        files = FileDescriptorSet.FromString(out.read_bytes())
    pool = DescriptorPool()
    for file in files.file:
        pool.Add(file)
    return pool


@cache
def message_class(name: str) -> type[Message]:
    """The class of a message, by its name without the package."""
    return GetMessageClass(_pool().FindMessageTypeByName(f"lq.{name}"))


def encoded(name: str, data: dict[str, Any]) -> bytes:
    """The message as bytes."""
    return ParseDict(data, message_class(name)()).SerializeToString(deterministic=True)


def decoded(name: str, data: bytes) -> dict[str, Any]:
    """What protobuf makes of the bytes, by the platform's names; what has its default is left out."""
    return MessageToDict(message_class(name).FromString(data), preserving_proto_field_name=True)
