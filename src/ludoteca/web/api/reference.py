"""The API reference, rendered from the OpenAPI description, without any external script."""

from __future__ import annotations

from collections import defaultdict
from typing import Any

from fastapi import APIRouter, Request, Response

from ludoteca.web.bodies import BoundedRoute
from ludoteca.web.templating import page

router = APIRouter(route_class=BoundedRoute)


@router.get("/api/docs")
def docs(request: Request) -> Response:
    described: dict[str, Any] = request.app.openapi()
    groups: dict[str, list[dict[str, Any]]] = defaultdict(list)
    for path, methods in described["paths"].items():
        for method, one in methods.items():
            groups[one["tags"][0]].append({"method": method.upper(), "path": path, **one})
    schemas = described["components"]["schemas"]
    return page(request, "reference.html", groups=groups, schemas=schemas, short=short, body=body)


def short(schema: dict[str, Any]) -> str:
    """A type in a few words: `GameState`, `[LegalMove]`, `string`."""
    if "$ref" in schema:
        return str(schema["$ref"].rsplit("/", 1)[-1])
    if "anyOf" in schema:
        return " | ".join(dict.fromkeys(short(one) for one in schema["anyOf"]))
    if "enum" in schema:
        return " | ".join(f'"{one}"' for one in schema["enum"])
    if "const" in schema:
        return f'"{schema["const"]}"'
    kind = schema.get("type", "any")
    if kind == "array":
        return f"[{short(schema.get('items', {}))}]"
    if kind == "object" and isinstance(schema.get("additionalProperties"), dict):
        return f"{{…: {short(schema['additionalProperties'])}}}"
    return str(kind)


def body(one: dict[str, Any]) -> str:
    """The name of the request body."""
    content = one.get("requestBody", {}).get("content", {})
    return next((short(value["schema"]) for value in content.values()), "")
