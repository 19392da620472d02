import { readFileSync } from "node:fs";
import ts from "typescript";
import { describe, expect, it } from "vitest";

// The TypeScript types say the same as docs/schema: the same keys, optional where the schema doesn't
// require them.

interface Schema {
  properties?: Record<string, unknown>;
  required?: string[];
  $defs?: Record<string, Schema>;
}

const schemaOf = (name: string): Schema => JSON.parse(readFileSync(new URL(`../../docs/schema/${name}.schema.json`, import.meta.url), "utf8"));

const types = ts.createSourceFile("types.ts", readFileSync(new URL("../src/types.ts", import.meta.url), "utf8"), ts.ScriptTarget.ES2022);

function membersOf(name: string): { all: string[]; required: string[] } {
  const found = types.statements.find((node): node is ts.InterfaceDeclaration => ts.isInterfaceDeclaration(node) && node.name.text === name);
  const members = [...(found?.members ?? [])].filter((member): member is ts.PropertySignature => ts.isPropertySignature(member));
  const nameOf = (member: ts.PropertySignature): string => (member.name as ts.Identifier).text;
  return {
    all: members.map(nameOf).sort(),
    required: members.filter((member) => member.questionToken === undefined).map(nameOf).sort(),
  };
}

const explain = schemaOf("explain");
const fix = schemaOf("fix");
const itemsOf = (schema: string, name: string): Schema | undefined => (schemaOf(schema).$defs?.[name] as { items: Schema } | undefined)?.items;

describe("types follow the schema", () => {
  it.each([
    ["Explanation", explain],
    ["Totals", explain.$defs?.totals],
    ["Access", explain.$defs?.access],
    ["Warp", explain.$defs?.warp],
    ["Solution", fix.$defs?.solution],
    ["Point", fix.$defs?.point],
    ["Law", explain.properties?.law as Schema],
    ["Phase", itemsOf("cost", "phases")],
    ["Wavefront", itemsOf("cost", "schedule")],
  ])("%s", (name, schema) => {
    expect(membersOf(name).all).toEqual(Object.keys(schema?.properties ?? {}).sort());
    expect(membersOf(name).required).toEqual([...(schema?.required ?? [])].sort());
  });
});
