/** Records as files and texts, and what the server says is wrong with them. */
import type { Phrase } from "../lib/protocol.ts";

/** Larger files are not even read: the server takes no such text. */
export const MAX_RECORD_BYTES = 250_000;

/** What a decoder puts in place of what is no UTF-8, and what no text has. */
const NO_TEXT = /[\ufffd\0]/;

/** The text in a file; null if it has none. */
export async function textOf(file: Blob): Promise<string | null> {
  const text = await file.text().catch(() => null);
  return text === null || NO_TEXT.test(text) ? null : text;
}

/** Where a line, counted from 1, begins and ends in a text. */
export function lineIn(text: string, line: number): { start: number; end: number } {
  const lines = text.split("\n");
  const before = lines.slice(0, line - 1);
  const start = Math.min(
    text.length,
    before.reduce((sum, one) => sum + one.length + 1, 0),
  );
  return { start, end: start + (lines[line - 1]?.length ?? 0) };
}

/** The line that a refusal cites, counted from 1. */
export const citedLine = ({ values }: Phrase): number | undefined =>
  typeof values.line === "number" ? values.line : undefined;

/** The game in whose words a refusal is told. */
export const gameOf = ({ values }: Phrase): string | undefined =>
  typeof values.game === "string" ? values.game : undefined;

/** The names of the players in a record, as far as a refusal needs them. */
export const namesOf = ({ values }: Phrase): string[] =>
  Array.isArray(values.names) ? values.names.map(String) : [];
