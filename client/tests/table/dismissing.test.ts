/** What lies over the table is dismissed from the top, without touching anything below. */
import { beforeEach, describe, expect, it } from "vitest";
import { phrase, session, useTableSession } from "./session";

useTableSession();

beforeEach(() => {
  session.sidePanel.isOverlay = true;
  session.sidePanel.expanded = true;
});

describe("the column of a phone", () => {
  it("goes before what lies under it, by Escape and by the back button", () => {
    session.pick("one");
    session.notes.show(phrase("offline"));
    expect(session.onTop).toBe(session.sidePanel);
    expect(session.back()).toBe(true);
    expect(session.sidePanel.expanded).toBe(false);
    expect(session.onTop).toBe(session.notes.note);
    expect(session.dismissTop()).toBe(true);
    expect([session.onTop, session.dismissTop()]).toEqual([null, false]);
    expect(session.selection.picked).toEqual(["one"]);
    expect(session.back()).toBe(true);
    expect(session.selection.picked).toEqual([]);
    expect(session.back()).toBe(false);
  });

  it("goes by a tap beside it, and a pick that is not seen stays", () => {
    session.pick("one");
    expect(session.clickOutside()).toBe(true);
    expect(session.sidePanel.expanded).toBe(false);
    expect(session.selection.picked).toEqual(["one"]);
  });

  it("takes no step back where it has a place of its own", () => {
    session.sidePanel.isOverlay = false;
    expect(session.onTop).toBeNull();
    expect(session.back()).toBe(false);
    expect(session.sidePanel.expanded).toBe(true);
  });
});
