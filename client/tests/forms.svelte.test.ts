/** Form fields: options of every kind, links to copy, QR codes. */
import { render, screen } from "@testing-library/svelte";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeAll, expect, it, vi } from "vitest";
import type { Offer, OptionInfo } from "../src/lib/protocol";
import { addTexts } from "../src/lib/texts.svelte";
import { isLoopback } from "../src/lib/seatLinks";
import CopyLink from "../src/shell/CopyLink.svelte";
import OptionField from "../src/shell/OptionField.svelte";
import QrCode from "../src/shell/QrCode.svelte";

beforeAll(() => {
  addTexts(
    "core",
    "en",
    `own-value = Own
own-value-label = { $option }: your own
number-between = From { $low } to { $high }
teams-none = Alone
teams-lot = By lot
teams-chosen = As you like
teams-hint = Tap
team = Team { $team }
team-change = { $name }: to team { $team }
order-forward = { $thing }, place { $place }
copied = Copied
qr-code = The link as a picture`,
  );
  addTexts("go", "en", "option-size = Size\noption-size-small = Small\noption-size-large = Large");
  addTexts(
    "chess",
    "en",
    `option-size = Size
option-size-small = Small
option-size-large = Large
option-size-hint = Of the board
option-size-large-hint = Hard to oversee`,
  );
  addTexts(
    "shogi",
    "en",
    "option-size = Size\noption-size-hint = Of the board\noption-size-own-hint = Width by height",
  );
});

afterEach(() => void vi.restoreAllMocks());

function field(
  kind: OptionInfo["kind"],
  offer: Offer,
  limits: { low?: number; high?: number } = {},
  target: HTMLElement = document.body,
  people: string[] = [],
  game = "go",
) {
  let value = $state<string | undefined>(offer.default);
  let order = $state<"lot" | "fixed">("lot");
  const props = {
    people,
    get order() {
      return order;
    },
    set order(picked) {
      order = picked;
    },
    game,
    option: { name: "size", kind, offers: [offer], ...limits },
    offer,
    get value() {
      return value;
    },
    set value(picked) {
      value = picked;
    },
  };
  render(OptionField, { target, props });
  return { value: () => value, order: () => order };
}

it("a choice offers the values by their names", async () => {
  const option = field("choices", { default: "small", values: ["small", "large"] });
  const select = screen.getByRole("combobox", { name: "Size" });
  expect(select).toHaveValue("small");
  await userEvent.selectOptions(select, "Large");
  expect(option.value()).toBe("large");
  expect(screen.queryByRole("option", { name: "Own" })).toBeNull();
});

it("says what an option, or what is chosen of it, comes to", async () => {
  const offer = { default: "small", values: ["small", "large"] };
  field("choices", offer, {}, document.body, [], "chess");
  const select = screen.getByRole("combobox", { name: "Size" });
  expect(select).toHaveAccessibleDescription("Of the board");
  await userEvent.selectOptions(select, "Large");
  expect(select).toHaveAccessibleDescription("Hard to oversee");
});

it("what an option comes to is told of one's own value, of an order and of teams, too", async () => {
  const people = ["You", "Ben"];
  for (const kind of ["written", "order", "teams"] as const) {
    const offer = { default: "12", values: ["12"] };
    field(kind, offer, {}, document.body, people, "chess");
  }
  const [written, teams] = screen.getAllByRole("combobox", { name: "Size" });
  await userEvent.selectOptions(written!, "Own");
  const own = screen.getByRole("textbox", { name: "Size: your own" });
  for (const one of [written!, own, screen.getByRole("group", { name: "Size" }), teams!]) {
    expect(one).toHaveAccessibleDescription("Of the board");
  }
});

it("how one's own value is written is told with it, where the game says so", async () => {
  field("written", { default: "12", values: ["12"] }, {}, document.body, [], "shogi");
  const select = screen.getByRole("combobox", { name: "Size" });
  expect(select).toHaveAccessibleDescription("Of the board");
  await userEvent.selectOptions(select, "Own");
  const own = screen.getByRole("textbox", { name: "Size: your own" });
  expect(own).toHaveAccessibleDescription("Width by height");
});

it("says nothing of an option that the game does not explain", () => {
  field("choices", { default: "small", values: ["small", "large"] });
  expect(screen.getByRole("combobox", { name: "Size" })).not.toHaveAccessibleDescription();
});

it("a number stays a text and says its limits", async () => {
  const option = field("number", { default: "9", values: [] }, { low: 5, high: 19 });
  const input = screen.getByRole("spinbutton", { name: "Size" });
  expect(input).toHaveValue(9);
  expect(input).toHaveAttribute("max", "19");
  expect(input).toHaveAttribute("title", "From 5 to 19");
  await userEvent.clear(input);
  await userEvent.type(input, "13");
  expect(option.value()).toBe("13");
});

it("a number with few values offers just those that go", async () => {
  const option = field("number", { default: "6", values: ["4", "6", "8"] }, { low: 4, high: 8 });
  const select = screen.getByRole("combobox", { name: "Size" });
  expect(screen.getAllByRole("option").map((one) => one.textContent)).toEqual(["4", "6", "8"]);
  await userEvent.selectOptions(select, "8");
  expect(option.value()).toBe("8");
});

it("a written option offers named samples, and an unnamed one to begin one's own with", async () => {
  const option = field("written", { default: "small", values: ["small", "large", "7x9"] });
  const select = screen.getByRole("combobox", { name: "Size" });
  expect(screen.queryByRole("option", { name: "7x9" })).toBeNull();
  await userEvent.selectOptions(select, "Own");
  expect(option.value()).toBe("7x9");
  const own = screen.getByRole("textbox", { name: "Size: your own" });
  await userEvent.clear(own);
  await userEvent.type(own, "8x8");
  expect(option.value()).toBe("8x8");
  await userEvent.selectOptions(select, "Small");
  expect(option.value()).toBe("small");
  expect(screen.queryByRole("textbox")).toBeNull();
});

it("people are tapped into teams, of which none gets empty, and sit as they are listed", async () => {
  const people = ["You", "Ben", "Cleo"];
  const offer = { default: "none", values: ["none", "121"] };
  const option = field("teams", offer, {}, document.body, people);
  await userEvent.selectOptions(screen.getByRole("combobox", { name: "Size" }), "As you like");
  expect([option.value(), option.order()]).toEqual(["121", "fixed"]);
  await userEvent.click(screen.getByRole("button", { name: "You: to team 2" }));
  expect(option.value()).toBe("221");
  await userEvent.click(screen.getByRole("button", { name: "Cleo: to team 2" }));
  expect(option.value()).toBe("221");
  await userEvent.selectOptions(screen.getByRole("combobox", { name: "Size" }), "By lot");
  expect([option.value(), option.order()]).toEqual(["121", "lot"]);
});

it("things of an order are tapped forward", async () => {
  const option = field("order", { default: "rgy", values: ["rgy"] });
  await userEvent.click(screen.getByRole("button", { name: "y, place 3" }));
  expect(option.value()).toBe("ryg");
});

it("Enter in one's own value sends the form, and is no part of it", async () => {
  const form = document.body.appendChild(document.createElement("form"));
  const sent = vi.fn((event: Event) => event.preventDefault());
  form.addEventListener("submit", sent);
  const option = field("written", { default: "small", values: ["small", "7x9"] }, {}, form);
  await userEvent.selectOptions(screen.getByRole("combobox", { name: "Size" }), "Own");
  await userEvent.type(screen.getByRole("textbox"), "0{Enter}");
  expect(option.value()).toBe("7x90");
  expect(sent).toHaveBeenCalledOnce();
});

it("a link is copied, also where the browser forbids the clipboard", async () => {
  const user = userEvent.setup();
  render(CopyLink, { link: "https://x.org/match/a", label: "Link", copyLabel: "Copy it" });
  await user.click(screen.getByRole("button", { name: "Copy it" }));
  expect(await navigator.clipboard.readText()).toBe("https://x.org/match/a");
  expect(screen.getByRole("status")).toHaveTextContent("Copied");
});

it("without a clipboard the link is copied the older way", async () => {
  const user = userEvent.setup();
  vi.spyOn(navigator.clipboard, "writeText").mockRejectedValue(new Error("not allowed"));
  const copy = vi.fn(() => true);
  document.execCommand = copy;
  render(CopyLink, { link: "http://x/match/a", label: "Link", copyLabel: "Copy it" });
  await user.click(screen.getByRole("button", { name: "Copy it" }));
  expect(copy).toHaveBeenCalledWith("copy");
  const { value, selectionStart, selectionEnd } = screen.getByRole<HTMLInputElement>("textbox");
  expect(value.slice(selectionStart!, selectionEnd!)).toBe("http://x/match/a");
});

it("a longer link makes a finer picture", () => {
  const { container, rerender } = render(QrCode, { link: "http://x/match/a" });
  expect(screen.getByRole("img", { name: "The link as a picture" })).toBeInTheDocument();
  const side = () => Number(container.querySelector("rect")!.getAttribute("width"));
  const small = side();
  expect(small).toBe(21 + 8); // the smallest picture has 21 modules, and 4 empty ones around
  return rerender({ link: `http://x/match/${"a".repeat(200)}` }).then(() => {
    expect(side()).toBeGreaterThan(small);
  });
});

it("knows addresses that no other computer can open", () => {
  const here = ["localhost", "127.0.0.1", "127.8.9.1", "[::1]", "a.localhost"];
  expect(here.filter((host) => isLoopback(host))).toEqual(here);
  const shared = ["192.168.1.5", "tischlein.example.org", "box.local"];
  expect(shared.filter((host) => isLoopback(host))).toEqual([]);
});
