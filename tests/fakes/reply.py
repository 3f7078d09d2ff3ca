"""The fake server's replies as bytes: the envelope of a chat completion, and its faults."""

import asyncio
from typing import Any

from tests.fakes.answers import DROP, Answer


def tokens(text: str) -> int:
    """The server's stated rule: bytes / 4, rounded up."""
    return -(-len(text.encode("utf-8", "replace")) // 4)


def envelope(
    request: dict[str, Any], answer: Answer, spent: dict[str, int], reference: str
) -> dict[str, Any]:
    """The body of a chat completion (https://platform.openai.com/docs/api-reference/chat)."""
    message = {"role": "assistant", "content": answer.content, "refusal": answer.refusal}
    counts = {
        "prompt_tokens": spent["input_tokens"],
        "completion_tokens": spent["output_tokens"],
        "total_tokens": sum(spent.values()),
    }
    whole = {
        "id": reference,
        "object": "chat.completion",
        "created": 1_700_000_000,
        "model": answer.reported_model or request.get("model"),
        "choices": [{"index": 0, "message": message, "finish_reason": answer.finish_reason}],
        "usage": counts if answer.usage is None else answer.usage,
    }
    return {name: value for name, value in whole.items() if value != DROP}


async def write(writer: asyncio.StreamWriter, answer: Answer, body: bytes) -> bool:
    """Write one reply with its fault; whether the connection goes on."""
    headers = {"Content-Type": "application/json", **answer.headers}
    headers |= (
        {"Transfer-Encoding": "chunked"} if answer.chunked else {"Content-Length": str(len(body))}
    )
    lines = [f"HTTP/1.1 {answer.status} Fake", *(f"{name}: {v}" for name, v in headers.items())]
    writer.write(("\r\n".join(lines) + "\r\n\r\n").encode("latin-1"))
    cut = answer.fault in ("close_mid_body", "hang_mid_body")
    part = body[: len(body) // 2] if cut else body
    size = 64 if answer.dribble else 65_536
    for start in range(0, len(part), size):
        piece = part[start : start + size]
        writer.write(b"%x\r\n%b\r\n" % (len(piece), piece) if answer.chunked else piece)
        await writer.drain()
        if answer.dribble:
            await asyncio.sleep(answer.dribble)
    if answer.chunked and not cut:
        writer.write(b"0\r\n\r\n")
    await writer.drain()
    if answer.fault == "hang_mid_body":
        await asyncio.sleep(86_400)
    return answer.fault not in ("close_mid_body", "close_after_reply")
