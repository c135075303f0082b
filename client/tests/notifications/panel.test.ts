/** The notifications panel: what is turned on, what can be, and what went wrong where. */
import { readFileSync } from "node:fs";
import { cleanup, fireEvent, render, screen, within } from "@testing-library/svelte";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { Subscribe, SubscriptionInfo } from "../../src/lib/protocol";
import { addTexts, t } from "../../src/lib/texts.svelte";
import NotificationsPanel from "../../src/notifications/NotificationsPanel.svelte";

const HERE = "https://push.example.org/here";

/** What the server knows, and how it answers the next wish. */
let mine: SubscriptionInfo[];
let wishes: Subscribe[];
let refusal: string;

const subscription = (more: Partial<SubscriptionInfo>): SubscriptionInfo => ({
  id: "1",
  channel: "push",
  target: HERE,
  match: "",
  whole: false,
  kinds: ["turn", "deadline", "over", "invited"],
  language: "en",
  confirmed: true,
  secret: "",
  ...more,
});

beforeEach(() => {
  mine = [];
  wishes = [];
  refusal = "";
  addTexts("core", "en", readFileSync("../src/tischlein/presentation/texts.en.ftl", "utf8"));
  Element.prototype.scrollIntoView = vi.fn<Element["scrollIntoView"]>();
  const known = { endpoint: HERE, options: { applicationServerKey: new ArrayBuffer(1) }, getKey: () => null };
  const pushManager = { getSubscription: async () => known, subscribe: async () => known };
  const registration = { pushManager };
  const serviceWorker = {
    getRegistration: async () => registration,
    ready: Promise.resolve(registration),
  };
  Object.defineProperty(navigator, "serviceWorker", { value: serviceWorker, configurable: true });
  vi.stubGlobal("PushManager", class {});
  vi.stubGlobal("Notification", { requestPermission: async () => "granted" });
  vi.stubGlobal("fetch", async (_: string, { method, body }: RequestInit) => {
    if (method !== "POST")
      return Response.json({ push: "AA", mail: true, webhooks: true, mine });
    if (refusal)
      return Response.json({ error: refusal, phrase: { key: refusal, values: {} } }, { status: 409 });
    wishes.push(JSON.parse(String(body)));
    const { kinds } = wishes.at(-1)!;
    mine = [subscription({ kinds })];
    return Response.json(mine[0]);
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  delete (navigator as { serviceWorker?: unknown }).serviceWorker;
});

const ticked = () =>
  screen.getAllByRole<HTMLInputElement>("checkbox").map(({ checked }) => checked);

it("ticks what this device is told, and changes it", async () => {
  mine = [subscription({ kinds: ["turn", "over"] })];
  render(NotificationsPanel);
  await screen.findByRole("button", { name: "Turn off" });
  await vi.waitFor(() => expect(ticked()).toEqual([true, false, true, false]));
  expect(screen.getByRole("listitem")).toHaveTextContent(
    "all my matches. When: it is my turn and a match is over",
  );
  expect(screen.queryByRole("button", { name: "Save" })).toBeNull();
  await fireEvent.click(screen.getByRole("checkbox", { name: "a match is over" }));
  await fireEvent.click(screen.getByRole("button", { name: "Save" }));
  await vi.waitFor(() => expect(screen.queryByRole("button", { name: "Save" })).toBeNull());
  expect(wishes.map(({ target, kinds }) => [target, kinds])).toEqual([[HERE, ["turn"]]]);
  expect(screen.getByRole("listitem")).toHaveTextContent("all my matches. When: it is my turn");
});

it("says beside the address that it cannot be reached, where it is seen on a phone", async () => {
  refusal = "problem-mail-refused";
  render(NotificationsPanel);
  const address = await screen.findByLabelText("Your address");
  await fireEvent.input(address, { target: { value: "anna@example.org" } });
  const form = address.closest("form")!;
  await fireEvent.submit(form);
  expect(await within(form).findByRole("alert")).toHaveTextContent(t("problem-mail-refused"));
  expect(screen.getAllByRole("alert")).toHaveLength(1);
  expect(Element.prototype.scrollIntoView).toHaveBeenCalledWith({ block: "nearest" });
});

it("says where there can be no notifications, and how there can be on an iPhone", async () => {
  delete (globalThis as { PushManager?: unknown }).PushManager;
  render(NotificationsPanel);
  expect(await screen.findByText(/iPhone.*home screen/)).toBeInTheDocument();
  expect(screen.queryByRole("button", { name: "Turn on" })).toBeNull();
});
