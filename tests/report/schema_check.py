#!/usr/bin/env python3
"""Validates the golden files of `cost`, `explain`, `fix` and the report against the schemas in docs/schema.

    schema_check.py SOURCE_DIRECTORY

Ends with 77 (ctest's «skipped») if python3-jsonschema is not there.
"""
import copy
import json
import pathlib
import sys
import urllib.parse

try:
    import jsonschema
except ImportError:
    print("python3-jsonschema is missing: nothing was checked")
    sys.exit(77)

root = pathlib.Path(sys.argv[1])
schemas = {path.name: json.loads(path.read_text()) for path in (root / "docs/schema").glob("*.json")}
by_id = {schema["$id"]: schema for schema in schemas.values()}


def references(node):
    """All values of "$ref" below `node`."""
    if isinstance(node, list):
        return [ref for child in node for ref in references(child)]
    if not isinstance(node, dict):
        return []
    own = [node["$ref"]] if isinstance(node.get("$ref"), str) else []
    return own + [ref for child in node.values() for ref in references(child)]


def check_references():
    """Each leads into a schema of ours, by the rule that a validator goes by: joined to "$id"."""
    for name, schema in schemas.items():
        for ref in references(schema):
            target, _, pointer = urllib.parse.urljoin(schema["$id"], ref).partition("#")
            if ref.startswith("#"):
                target = schema["$id"]
            node = by_id.get(target)
            assert node is not None, f"{name}: {ref} leads to no schema"
            for key in pointer.split("/")[1:]:
                assert key in node, f"{name}: {ref} leads to nothing"
                node = node[key]


def inlined(schema):
    """`schema` with references into other schema files copied in: no resolver is needed."""
    schema = copy.deepcopy(schema)
    for other_id, other in by_id.items():
        text = json.dumps(schema)
        if f'"{other_id}#/$defs/' not in text:
            continue
        schema = json.loads(text.replace(f'"{other_id}#/$defs/', '"#/$defs/'))
        schema["$defs"] = {**other["$defs"], **schema["$defs"]}
    return schema


def validator(name, part=None):
    schema = inlined(schemas[name])
    if part is not None:
        schema = {"$ref": f"#/$defs/{part}", "$defs": schema["$defs"]}
    jsonschema.Draft202012Validator.check_schema(schema)
    return jsonschema.Draft202012Validator(schema)


def main():
    check_references()
    checked = 0
    explain = validator("explain.schema.json")
    for path in sorted((root / "tests/golden/explain_json").glob("*.json")):
        explain.validate(json.loads(path.read_text()))
        checked += 1

    report = validator("report.schema.json")
    for path in sorted((root / "tests/golden/report_json").glob("*.json")):
        report.validate(json.loads(path.read_text()))
        checked += 1

    fix = validator("fix.schema.json")
    for path in sorted((root / "tests/golden/fix").glob("*.json")):
        fix.validate(json.loads(path.read_text()))
        checked += 1
    fix_program = validator("fix_program.schema.json")
    for path in sorted((root / "tests/golden/fix_program").glob("*.json")):
        fix_program.validate(json.loads(path.read_text()))
        checked += 1
    problem = validator("fix.schema.json", "problem")
    for line in (root / "tests/solve/problems.jsonl").open():
        problem.validate(json.loads(line))
        checked += 1

    # Requests and verdicts take turns in the file.
    parts = [validator("cost.schema.json", "request"), validator("cost.schema.json", "verdict")]
    for number, line in enumerate((root / "tests/golden/cost/verdicts.jsonl").open()):
        parts[number % 2].validate(json.loads(line))
        checked += 1

    # A schema that accepts anything would prove nothing.
    request, verdict = parts
    for bad in [
        {"bytes": 4, "addresses": [0]},
        {"op": "load", "addresses": [0]},
        {"op": "load", "bytes": 3, "addresses": [0]},
        {"op": "load", "bytes": 4, "addresses": [-1]},
        {"op": "ldmatrix", "addresses": [0]},
        {"op": "atomic", "bytes": 1, "addresses": [0]},
    ]:
        assert not request.is_valid(bad), bad
    assert not verdict.is_valid({"wavefronts": 1}), "a verdict without its numbers"
    assert not explain.is_valid({"schema": "smemlens.explain/1"}), "an empty explanation"
    assert not fix.is_valid({"schema": "smemlens.fix/1"}), "an empty solution"
    assert not fix_program.is_valid({"schema": "smemlens.fix_program/1"}), "an empty answer"
    assert not problem.is_valid({"array": {"shape": [32]}}), "a problem without an access"
    assert not report.is_valid({"schema": "smemlens.report/1"}), "an empty report"
    assert checked > 20, f"only {checked} documents"
    print(f"{checked} documents are valid")


main()
