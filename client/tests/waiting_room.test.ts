/** A table before the start, on a device that several people share. */
import { cleanup, render, screen, within } from "@testing-library/svelte";
import { flushSync, tick } from "svelte";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Join, SeatInfo, TableInfo } from "../src/lib/protocol";
import WaitingRoom from "../src/shell/WaitingRoom.svelte";
import { seat, serverSends, session, useTableSession, table } from "./table/session";

useTableSession();

/** The chairs as the server has them, and names that are taken. */
let chairs: SeatInfo[];
let taken: string[];
/** The names under which somebody has asked to sit down. */
let asked: string[];
let reachable = true;
let room: ReturnType<typeof render>;

const taking = (number: number, name: string): SeatInfo => ({ ...seat(number, true), name });
const free = (number: number): SeatInfo => ({ ...seat(number, false), kind: "open", name: "" });
const kept = (number: number, name: string): SeatInfo => ({
  ...free(number),
  name,
  kept: true,
  kept_for_me: true,
});
const waiting = (): TableInfo => table({ status: "waiting", seats: chairs, host: false });

/** A fake server that seats everybody for whom chairs are reserved and whose names are free. */
function joins({ name, chair: wanted }: Join): Response {
  asked.push(name);
  if (taken.includes(name)) {
    const phrase = { key: "problem-name-taken", values: { name } };
    return new Response(JSON.stringify({ phrase }), { status: 409 });
  }
  const seated = chairs.some(({ mine }) => mine);
  const ours = chairs.filter(({ kept_for_me }) => kept_for_me);
  const first =
    chairs.find(({ seat }) => seat === wanted) ??
    ours.find((chair) => chair.name === name) ??
    ours[0] ??
    chairs.find((chair) => chair.kind === "open");
  chairs = chairs.map((chair) => {
    if (chair === first) return taking(chair.seat, name);
    const comes = !seated && chair.kept_for_me && !taken.includes(chair.name);
    return comes ? taking(chair.seat, chair.name) : chair;
  });
  return new Response(JSON.stringify({ match: "m", seat_secrets: [] }));
}

/** Render a waiting table with these chairs. */
function comes(...seats: SeatInfo[]): void {
  chairs = seats;
  room = render(WaitingRoom, { table: waiting(), session });
}

const hears = () => room.rerender({ table: waiting(), session });
const chair = (number: number) => within(screen.getAllByRole("listitem")[number]!);
const sitting = () => chairs.filter(({ mine }) => mine).map(({ name }) => name);
const together = () => screen.getByRole("button", { name: /^\[sit-down-together/ });

/** Press a button, and wait until all requests are answered. */
async function press(button: HTMLElement): Promise<void> {
  button.click();
  flushSync();
  await vi.waitFor(() => expect(document.querySelector(".room .patience")).toBeNull());
}

/** Type another name at a chair, and sit down under it. */
async function corrects(number: number, name: string): Promise<void> {
  const field = chair(number).getByRole<HTMLInputElement>("textbox", { name: "[your-name]" });
  field.value = name;
  field.dispatchEvent(new Event("input", { bubbles: true }));
  await press(chair(number).getByRole("button", { name: "[sit-down]" }));
}

beforeEach(() => {
  localStorage.clear();
  taken = [];
  asked = [];
  reachable = true;
  vi.stubGlobal("fetch", async (path: string, { body }: { body?: string } = {}) => {
    await Promise.resolve();
    if (!reachable) throw new TypeError("no network");
    if (path.endsWith("/join")) return joins(JSON.parse(body!));
    if (path === "/api/matches/m") return new Response(JSON.stringify(waiting()));
    if (path.endsWith("/name")) return new Response("{}");
    return new Response("[]");
  });
});
afterEach(cleanup);

describe("chairs kept for several", () => {
  it("are taken together while nobody of this device sits, and each by itself afterwards", () => {
    comes(kept(0, "Anna"), kept(1, "Mia"));
    expect(screen.queryAllByRole("button", { name: "[sit-down]" })).toEqual([]);
    expect(together()).toBeVisible();
    cleanup();
    comes(taking(0, "Ben"), kept(1, "Anna"), kept(2, "Mia"));
    expect(screen.getAllByRole("button", { name: "[sit-down]" })).toHaveLength(2);
  });

  it("are taken by the others where one name is taken, who then gets another", async () => {
    taken = ["Anna"];
    comes(kept(0, "Anna"), kept(1, "Mia"));
    await press(together());
    expect(asked).toEqual(["Anna", "Mia"]);
    expect(sitting()).toEqual(["Mia"]);
    expect(screen.getByRole("alert")).toHaveTextContent("problem-name-taken Anna");
    await hears();
    await corrects(0, "Anne");
    expect(sitting()).toEqual(["Anne", "Mia"]);
    expect(screen.queryByRole("alert")).toBeNull();
  });

  it("ask for another name where all are taken", async () => {
    taken = ["Anna", "Mia"];
    comes(kept(0, "Anna"), kept(1, "Mia"));
    await press(together());
    expect(asked).toEqual(["Anna", "Mia"]);
    for (const [number, name] of ["Anna", "Mia"].entries()) {
      const field = chair(number).getByRole("textbox", { name: "[your-name]" });
      expect(field).toHaveValue(name);
      expect(field).toBeInvalid();
      expect(field).toHaveAccessibleDescription(`[problem-name-taken ${name}]`);
      expect(chair(number).getByRole("alert")).toBeVisible();
    }
    expect(screen.getAllByRole("alert")).toHaveLength(2);
  });

  it("can be given another name each, that of a later one too", async () => {
    taken = ["Mia"];
    comes(kept(0, "Anna"), kept(1, "Mia"), taking(2, "Ben"));
    await press(chair(1).getByRole("button", { name: "[sit-down]" }));
    expect(chair(1).getByRole("textbox")).toHaveFocus();
    await corrects(1, "Ben Two");
    expect(chairs.map(({ name }) => name)).toEqual(["Anna", "Ben Two", "Ben"]);
    expect(sitting()).toEqual(["Ben Two", "Ben"]);
    expect(screen.queryByRole("alert")).toBeNull();
  });

  it("ask for another name where one is taken beside somebody who sits", async () => {
    taken = ["Anna"];
    comes(taking(0, "Ben"), kept(1, "Anna"));
    await press(chair(1).getByRole("button", { name: "[sit-down]" }));
    expect(chair(1).getByRole("textbox", { name: "[your-name]" })).toBeVisible();
  });

  it("are not tried one after the other where the server is not there", async () => {
    comes(kept(0, "Anna"), kept(1, "Mia"));
    reachable = false;
    await press(together());
    expect(screen.getByRole("alert")).toHaveTextContent("trouble-unreachable");
    expect(screen.queryByRole("textbox", { name: "[your-name]" })).toBeNull();
  });
});

it("a name that is taken is typed anew where it was", async () => {
  taken = ["Anna"];
  comes(free(0), { ...seat(1, false), name: "Anna" });
  const field = chair(0).getByRole<HTMLInputElement>("textbox", { name: "[your-name]" });
  field.value = "Anna";
  field.dispatchEvent(new Event("input", { bubbles: true }));
  await press(chair(0).getByRole("button", { name: "[sit-down]" }));
  expect(field).toHaveFocus();
  expect(field).toHaveAccessibleDescription("[problem-name-taken Anna]");
  expect(screen.getAllByRole("alert")).toHaveLength(1);
});

describe("the keyboard", () => {
  const another = () => screen.getByRole("button", { name: "[chair-another]" });
  const renames = (number: number) => chair(number).getByRole("button", { name: /^\[chair-rename\]/ });
  const name = (number: number) => chair(number).getByRole<HTMLInputElement>("textbox");

  /** Press a button that has the focus, as the keyboard does. */
  function opens(button: HTMLElement): void {
    button.focus();
    button.click();
    flushSync();
  }

  function types(field: HTMLInputElement, text: string): void {
    field.value = text;
    field.dispatchEvent(new Event("input", { bubbles: true }));
  }

  async function escapes(field: HTMLElement): Promise<void> {
    field.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape", bubbles: true }));
    await tick();
  }

  it("puts away one field by itself, and is back at its button", async () => {
    comes(taking(0, "Anna"), free(1), free(2));
    opens(renames(0));
    opens(another());
    types(name(1), "Mia");
    expect(name(1)).toHaveFocus();
    await escapes(name(0));
    expect(name(1)).toHaveValue("Mia");
    expect(name(1)).toHaveFocus(); // somebody types there
    opens(renames(0));
    await escapes(name(1));
    expect(name(0)).toBeVisible();
    expect(another()).toBeVisible();
    await escapes(name(0));
    expect(renames(0)).toHaveFocus();
    opens(another());
    await escapes(name(1));
    expect(another()).toHaveFocus();
  });

  it("is not taken by a button that comes long after a field was put away", async () => {
    comes(taking(0, "Anna"), free(1));
    opens(another());
    types(name(1), "Mia");
    const sits = chair(1).getByRole("button", { name: "[sit-down]" });
    chairs = [taking(0, "Anna"), taking(1, "Mia")];
    const answered = press(sits);
    await hears(); // of the last free chair, before the answer comes
    await answered;
    await tick();
    expect(document.body).toHaveFocus();
    chairs = [taking(0, "Anna"), free(1)];
    await hears();
    expect(another()).not.toHaveFocus();
  });

  it("does not step back from what is on its way", async () => {
    comes(taking(0, "Anna"), free(1));
    opens(renames(0));
    types(name(0), "Anne");
    const renamed = press(chair(0).getByRole("button", { name: "[chair-renamed]" }));
    await escapes(name(0));
    expect(name(0)).toBeVisible();
    await renamed;
    await vi.waitFor(() => expect(renames(0)).toHaveFocus());
  });

  it("goes along with what moves to another chair, unless somebody types elsewhere", async () => {
    const anna = taking(0, "Anna");
    const guest = { ...seat(1, false), name: "Ben" };
    comes(anna, free(1), free(2), free(3));
    another().focus();
    chairs = [anna, guest, free(2), free(3)];
    await hears();
    expect(another()).toHaveFocus();
    opens(another());
    types(name(2), "Mia");
    chairs = [anna, guest, { ...guest, seat: 2, name: "Cleo" }, free(3)];
    await hears();
    expect(name(3)).toHaveValue("Mia");
    expect(name(3)).toHaveFocus();
    opens(renames(0));
    chairs = [anna, guest, free(2), free(3)];
    await hears();
    expect(name(2)).toHaveValue("Mia");
    expect(name(0)).toHaveFocus();
  });
});

it("the link that is to be sent comes directly after the words that ask for it", () => {
  comes(taking(0, "Anna"), free(1));
  const link = screen.getByRole("textbox", { name: "[invitation-link]" });
  expect(screen.getByRole("list").compareDocumentPosition(link)).toBe(
    Node.DOCUMENT_POSITION_PRECEDING,
  );
});

it("whoever has played before is led here by a button, others by the link", async () => {
  const forAnother = { ...kept(1, "Ben"), kept_for_me: false };
  const hint = () => screen.getByText(/^\[waiting-room-(kept|hint)/).textContent;
  comes(taking(0, "Anna"), forAnother);
  expect(hint()).toBe("[waiting-room-kept]");
  chairs = [taking(0, "Anna"), free(1)];
  await hears();
  expect(hint()).toBe("[waiting-room-hint]");
  chairs = [taking(0, "Anna"), { ...forAnother, program: true }];
  await hears();
  expect(hint()).toBe("[waiting-room-hint]");
});

describe("a chair that somebody has lost", () => {
  it("is told of where the host has freed it, until they sit down again", async () => {
    comes(taking(0, "Ben"), free(1));
    expect(screen.queryByRole("alert")).toBeNull();
    chairs = [free(0), free(1)];
    await hears();
    expect(screen.getByRole("alert")).toHaveTextContent("[chair-freed Ben 1]");
    await hears();
    expect(screen.getByRole("alert")).toBeVisible();
    chairs = [free(0), taking(1, "Ben")];
    await hears();
    expect(screen.queryByRole("alert")).toBeNull();
  });

  it("is told of beside others of this device who keep theirs", async () => {
    comes(taking(0, "Ben"), taking(1, "Mia"));
    chairs = [taking(0, "Ben"), free(1)];
    await hears();
    await hears();
    expect(screen.getByRole("alert")).toHaveTextContent("[chair-freed Mia 1]");
  });

  it("is told of where another device has made a new link", async () => {
    comes(taking(0, "Ben"), free(1));
    chairs = [{ ...seat(0, false), name: "Ben" }, free(1)];
    await hears();
    expect(screen.getByRole("alert")).toHaveTextContent("[table-put-out Ben 1]");
  });

  it("is not told of to whoever gets up", async () => {
    comes(taking(0, "Ben"), free(1));
    screen.getByRole("button", { name: "[leave-table]" }).click();
    chairs = [free(0), free(1)];
    await hears();
    expect(screen.queryByRole("alert")).toBeNull();
  });
});

describe("a match that begins without whoever asks for a chair", () => {
  const refused = { key: "problem-table-started", values: {} };
  let refuses: () => void;
  const asks = () => screen.getByRole("button", { name: "[sit-down]" });

  beforeEach(() => {
    comes({ ...seat(0, false), name: "Anna" }, free(1));
    session.seating.table = waiting();
    flushSync();
    const told = new Promise<void>((done) => (refuses = done));
    vi.stubGlobal("fetch", async (path: string) => {
      await told;
      if (!path.endsWith("/join")) return new Response("[]");
      return new Response(JSON.stringify({ phrase: refused }), { status: 409 });
    });
  });

  it("says at the table why, if the refusal comes first", async () => {
    refuses();
    await press(asks());
    expect(session.notes.note).toBeNull();
    await serverSends(table({ seats: [seat(0, false), seat(1, false)] }));
    expect(session.notes.note?.phrase).toEqual(refused);
  });

  it("says at the table why, if the start comes first", async () => {
    asks().click();
    await serverSends(table({ seats: [seat(0, false), seat(1, false)] }));
    room.unmount();
    expect(session.notes.note).toBeNull();
    refuses();
    await vi.waitFor(() => expect(session.notes.note?.phrase).toEqual(refused));
  });

  it("says nothing to somebody who has got another chair", async () => {
    refuses();
    await press(asks());
    await serverSends(table({ seats: [seat(0, false), seat(1, true)] }));
    expect(session.notes.note).toBeNull();
  });
});
