/** What lies over the table is put away from the top, and nothing under it is touched meanwhile. */
import { beforeEach, describe, expect, it } from "vitest";
import { phrase, session, sitsDown } from "./session";

sitsDown();

beforeEach(() => {
  session.sheets.covers = true;
  session.sheets.up = true;
});

describe("the column of a phone", () => {
  it("goes before what lies under it, by Escape and by the back button", () => {
    session.pick("one");
    session.notes.tell(phrase("offline"));
    expect(session.onTop).toBe(session.sheets);
    expect(session.back()).toBe(true);
    expect(session.sheets.up).toBe(false);
    expect(session.onTop).toBe(session.notes.note);
    expect(session.putAway()).toBe(true);
    expect([session.onTop, session.putAway()]).toEqual([null, false]);
    expect(session.choosing.picked).toEqual(["one"]);
    expect(session.back()).toBe(true);
    expect(session.choosing.picked).toEqual([]);
    expect(session.back()).toBe(false);
  });

  it("goes by a tap beside it, and a pick that is not seen stays", () => {
    session.pick("one");
    expect(session.aside()).toBe(true);
    expect(session.sheets.up).toBe(false);
    expect(session.choosing.picked).toEqual(["one"]);
  });

  it("takes no step back where it has a place of its own", () => {
    session.sheets.covers = false;
    expect(session.onTop).toBeNull();
    expect(session.back()).toBe(false);
    expect(session.sheets.up).toBe(true);
  });
});
