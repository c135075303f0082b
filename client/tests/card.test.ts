/** Player cards: where passkeys work, identicons, and labels of devices. */
import { describe, expect, test } from "vitest";
import { deviceLabel } from "../src/card/deviceLabel.ts";
import { decodeIdenticon } from "../src/card/identicon.ts";
import { passkeyObstacle, passkeyUrl } from "../src/card/passkeys.ts";
import { routeOf } from "../src/lib/router.svelte.ts";

const HOME = ["http://localhost:8000"];
const PUBLIC = [...HOME, "https://play.example.org"];
const at = (address: string) => new URL(address);

describe("passkeys", () => {
  test("work where the server knows that they do, if the browser can", () => {
    expect(passkeyObstacle(HOME, at("http://localhost:8000/card"), true)).toBe("");
    expect(passkeyObstacle(PUBLIC, at("https://play.example.org/card"), true)).toBe("");
    expect(passkeyObstacle(HOME, at("http://localhost:8000/card"), false)).toBe("browser");
  });

  test("do not work under a number, and the page leads where they do", () => {
    for (const number of ["http://127.0.0.1:8000", "http://[::1]:8000"]) {
      const why = passkeyObstacle(PUBLIC, at(number), true);
      expect(why).toBe("localhost");
      expect(passkeyUrl(PUBLIC, why)).toBe("http://localhost:8000/card");
    }
    expect(passkeyObstacle(HOME, at("http://192.168.1.7:8000"), true)).toBe("tls");
    expect(passkeyUrl(HOME, "tls")).toBe("");
    expect(passkeyObstacle(PUBLIC, at("http://192.168.1.7:8000"), true)).toBe("elsewhere");
    expect(passkeyUrl(PUBLIC, "elsewhere")).toBe("https://play.example.org/card");
  });
});

test("a mark is alike from left and right, and every bit shows", () => {
  const { hue, inked } = decodeIdenticon(0b101_000_000_000_000_001);
  expect(hue).toBe(5);
  expect(inked).toEqual([
    [0, 0],
    [4, 0],
  ]);
  const marks = Array.from({ length: 18 }, (_, bit) => JSON.stringify(decodeIdenticon(1 << bit)));
  expect(new Set(marks).size).toBe(18);
});

test("a device is called by its browser and its system", () => {
  const chrome = "AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0 Safari/537.36";
  expect(deviceLabel(`Mozilla/5.0 (X11; Linux x86_64) ${chrome}`)).toBe("Chrome · Linux");
  expect(deviceLabel(`Mozilla/5.0 (Linux; Android 14) ${chrome} EdgA/130.0`)).toBe("Edge · Android");
  expect(deviceLabel("something else")).toBe("");
});

test("the card has a page of its own", () => {
  expect(routeOf("/card")).toEqual({ page: "card" });
  expect(routeOf("/card/x").page).toBe("lost");
});
