/** Drawings of several games live in one page without getting in each other's way. */
import { expect, it } from "vitest";
import { hasSymbol, insertSymbols, symbolHref } from "../src/lib/art.svelte";

const file = (...names: string[]) =>
  `<svg xmlns="http://www.w3.org/2000/svg">${names
    .map((name) => `<symbol id="${name}" viewBox="0 0 1 1"><path d="M0 0"/></symbol>`)
    .join("")}</svg>`;

it("finds a game's own drawing before the shared one", () => {
  insertSymbols("core", file("die", "crown"));
  insertSymbols("go", file("stone", "die"));
  insertSymbols("chess", file("crown"));
  expect(symbolHref("die", "go")).toBe("#go-die");
  expect(symbolHref("die", "chess")).toBe("#core-die");
  expect(symbolHref("crown", "chess")).toBe("#chess-crown");
  expect(symbolHref("crown")).toBe("#core-crown");
  expect(hasSymbol("stone", "go")).toBe(true);
  expect(hasSymbol("stone", "chess")).toBe(false);
  for (const id of ["core-die", "go-die", "chess-crown"]) {
    expect(document.getElementById(id)?.namespaceURI).toBe("http://www.w3.org/2000/svg");
  }
});

it("hides the drawings themselves from view and from screen readers", () => {
  for (const sprite of document.querySelectorAll(".sprite")) {
    expect(sprite).toHaveAttribute("aria-hidden", "true");
  }
});
