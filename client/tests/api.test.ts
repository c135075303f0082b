/** Answers of the server, and errors that can be said in any language. */
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import {
  ApiError,
  ASK_AGAIN_DELAY,
  askAdvice,
  BRIEF_PATIENCE,
  join,
  keepsake,
  leave,
  matches,
  MAX_PATIENCE,
  PATIENCE,
  preparation,
  rulesPage,
} from "../src/lib/api";

afterEach(() => vi.unstubAllGlobals());

function serverAnswers(status: number, body: string | null) {
  const fetching = vi.fn((_path: string, _init: RequestInit) =>
    Promise.resolve(new Response(body, { status })),
  );
  vi.stubGlobal("fetch", fetching);
  return fetching;
}

async function errorOf(asking: Promise<unknown>): Promise<ApiError> {
  const error: unknown = await asking.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(ApiError);
  return error as ApiError;
}

describe("asking", () => {
  it("sends what is to be done as JSON", async () => {
    const fetching = serverAnswers(201, '{"match":"m","seat_secrets":["s"]}');
    expect(await join("a/b", { name: "Anna" })).toEqual({ match: "m", seat_secrets: ["s"] });
    const [path, init] = fetching.mock.calls[0]!;
    expect(path).toBe("/api/matches/a%2Fb/join");
    expect(init).toMatchObject({ method: "POST", body: '{"name":"Anna"}' });
  });

  it("takes an empty answer for done", async () => {
    serverAnswers(204, null);
    await expect(leave("m")).resolves.toBeUndefined();
  });
});

describe("what the server cannot answer just now", () => {
  const away = '{"phrase":{"key":"problem-storage","values":{}}}';
  const answers = (...told: [number, string][]) => {
    const fetching = vi.fn(() => {
      const [status, body] = told.shift()!;
      return Promise.resolve(new Response(body, { status }));
    });
    vi.stubGlobal("fetch", fetching);
    return fetching;
  };

  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it("is asked again where that changes nothing, and nobody hears of it", async () => {
    const fetching = answers([503, away], [503, away], [200, '{"mine":[],"open":[]}']);
    const listed = matches();
    await vi.advanceTimersByTimeAsync(2 * ASK_AGAIN_DELAY);
    expect(await listed).toEqual({ mine: [], open: [] });
    expect(fetching).toHaveBeenCalledTimes(3);
  });

  it("is told of if it lasts", async () => {
    const fetching = answers([503, away], [503, away], [503, away]);
    const error = errorOf(matches());
    await vi.advanceTimersByTimeAsync(2 * ASK_AGAIN_DELAY);
    expect((await error).phrase.key).toBe("problem-storage");
    expect(fetching).toHaveBeenCalledTimes(3);
  });

  it("is told of at once where it may have been done", async () => {
    const fetching = answers([503, away]);
    expect((await errorOf(join("m", { name: "Anna" }))).status).toBe(503);
    expect(fetching).toHaveBeenCalledTimes(1);
  });
});

describe("an answer that does not come", () => {
  const nothing = (signal: AbortSignal) =>
    new Promise<Response>((_, fail) => {
      signal.addEventListener("abort", () => fail(new DOMException("aborted", "AbortError")));
    });

  /** The server keeps silent about everything, except perhaps for whether it is there. */
  function serverIsSilent(sign: () => Promise<Response> | undefined) {
    const fetching = vi.fn((path: string, { signal }: RequestInit) =>
      path === "/api/preparation" ? (sign() ?? nothing(signal!)) : nothing(signal!),
    );
    vi.stubGlobal("fetch", fetching);
    return () => fetching.mock.calls.filter(([path]) => path !== "/api/preparation").length;
  }

  const nowhere = () => undefined;
  const saying = (progress: object) => () => Promise.resolve(new Response(JSON.stringify(progress)));
  const there = saying({ done: true });

  /** How a request ends after so many milliseconds; undefined if it has not by then. */
  async function endOf(asking: Promise<unknown>, after: number): Promise<string | undefined> {
    let end: string | undefined;
    asking.then(
      () => (end = "answered"),
      (error: ApiError) => (end = error.phrase.key),
    );
    await vi.advanceTimersByTimeAsync(after);
    return end;
  }

  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it("is given up once the server does not show that it is there, and is not asked for again", async () => {
    const asked = serverIsSilent(nowhere);
    expect(await endOf(matches(), PATIENCE + BRIEF_PATIENCE)).toBe("trouble-unreachable");
    expect(asked()).toBe(1);
  });

  it("is asked for again where that changes nothing and the server is there", async () => {
    const asked = serverIsSilent(there);
    const three = 3 * PATIENCE + 2 * ASK_AGAIN_DELAY;
    expect(await endOf(matches(), three)).toBe("trouble-unreachable");
    expect(asked()).toBe(3);
  });

  it.each([
    ["nowhere", nowhere],
    ["there", there],
  ])("may stand for something that was done: a server that is %s", async (_, sign) => {
    const asked = serverIsSilent(sign);
    const end = await endOf(leave("m"), PATIENCE + BRIEF_PATIENCE);
    expect(end).toBe("trouble-unanswered");
    expect(asked()).toBe(1);
  });

  it("is waited for as long as the server prepares games", async () => {
    let done = false;
    serverIsSilent(() => saying({ done })());
    const leaving = leave("m");
    expect(await endOf(leaving, 20 * PATIENCE)).toBeUndefined();
    done = true;
    expect(await endOf(leaving, PATIENCE)).toBe("trouble-unanswered");
  });

  it.each([
    ["advice", () => askAdvice("m", { seat: 0 }), "trouble-unanswered"],
    ["a film", () => keepsake("m", "film", "en"), "trouble-unreachable"],
  ])("is waited for longer where it takes long: %s", async (_, ask, trouble) => {
    const asked = serverIsSilent(there);
    const asking = ask();
    expect(await endOf(asking, MAX_PATIENCE - 1)).toBeUndefined();
    expect(await endOf(asking, 1)).toBe(trouble);
    expect(asked()).toBe(1);
  });

  it("is waited for where the server only refuses to say how far it is", async () => {
    serverIsSilent(() => Promise.resolve(new Response("{}", { status: 429 })));
    expect(await endOf(keepsake("m", "film", "en"), MAX_PATIENCE - 1)).toBeUndefined();
  });

  it("shows soon that the server is not there, where just that is asked", async () => {
    serverIsSilent(nowhere);
    expect(await endOf(preparation(), BRIEF_PATIENCE)).toBe("trouble-unreachable");
  });

  it("may also break off on its way, and what was to be done may be done", async () => {
    vi.stubGlobal("fetch", (path: string, { signal }: RequestInit) => {
      if (path === "/api/preparation") return there();
      const body = new ReadableStream({
        start(content) {
          content.enqueue(new TextEncoder().encode('{"match":'));
          signal!.addEventListener("abort", () => content.error(signal!.reason));
        },
      });
      return Promise.resolve(new Response(body));
    });
    expect(await endOf(join("m", { name: "Anna" }), PATIENCE)).toBe("trouble-unanswered");
  });

  it("comes all the same where it only comes slowly", async () => {
    const parts = ['{"mine":', "[]", ',"open":', "[]", "}"];
    const body = new ReadableStream({
      async pull(content) {
        await new Promise((go) => setTimeout(go, PATIENCE - 1));
        const part = parts.shift();
        if (part === undefined) content.close();
        else content.enqueue(new TextEncoder().encode(part));
      },
    });
    vi.stubGlobal("fetch", () => Promise.resolve(new Response(body)));
    const listed = matches();
    await vi.advanceTimersByTimeAsync(7 * PATIENCE);
    expect(await listed).toEqual({ mine: [], open: [] });
  });

  it("leaves nothing behind once it has come", async () => {
    serverAnswers(200, '{"mine":[],"open":[]}');
    await matches();
    expect(vi.getTimerCount()).toBe(0);
  });

  it("may have been cut off by a proxy, after something was done", async () => {
    serverAnswers(504, "<html>Gateway timeout</html>");
    expect(await endOf(leave("m"), 0)).toBe("trouble-unanswered");
  });
});

describe("a browser without cookies", () => {
  it("takes no seat, since it would be a stranger there, and says why", async () => {
    const fetching = serverAnswers(201, '{"match":"m","seat_secrets":["s"]}');
    vi.spyOn(navigator, "cookieEnabled", "get").mockReturnValue(false);
    expect((await errorOf(join("m", { name: "Anna" }))).phrase.key).toBe("trouble-no-cookies");
    expect(fetching).not.toHaveBeenCalled();
    vi.restoreAllMocks();
  });

  it("can look on", async () => {
    serverAnswers(200, '{"mine":[],"open":[]}');
    vi.spyOn(navigator, "cookieEnabled", "get").mockReturnValue(false);
    await expect(matches()).resolves.toEqual({ mine: [], open: [] });
    vi.restoreAllMocks();
  });
});

describe("a refusal", () => {
  it("keeps the server's phrase", async () => {
    serverAnswers(409, '{"phrase":{"key":"problem-full","values":{"n":2}}}');
    const { status, phrase } = await errorOf(join("m", { name: "Anna" }));
    expect(status).toBe(409);
    expect(phrase).toEqual({ key: "problem-full", values: { n: 2 } });
  });

  it("without a phrase gets ours", async () => {
    serverAnswers(404, "<html>");
    expect((await errorOf(rulesPage("nothing", "en"))).phrase.key).toBe("trouble-not-found");
    serverAnswers(500, "Internal server error");
    expect((await errorOf(matches())).phrase).toMatchObject({
      key: "trouble-unexpected",
      values: { status: 500 },
    });
  });

  it.each([502, 503, 504])("of a proxy behind which nobody answers is none: %i", async (status) => {
    serverAnswers(status, "<html>Bad gateway</html>");
    expect(await errorOf(matches())).toMatchObject({
      status: 0,
      phrase: { key: "trouble-unreachable" },
    });
  });

  it("is also an answer of somebody who is not the server", async () => {
    serverAnswers(200, "<html>Welcome to our hotel</html>");
    const { status, phrase } = await errorOf(matches());
    expect(status).toBe(200);
    expect(phrase.key).toBe("trouble-unexpected");
  });

  it("is also an answer that breaks off", async () => {
    const broken = new ReadableStream({
      start(content) {
        content.enqueue(new TextEncoder().encode('{"mine":'));
        content.error(new TypeError("network error"));
      },
    });
    vi.stubGlobal("fetch", () => Promise.resolve(new Response(broken)));
    expect((await errorOf(matches())).phrase.key).toBe("trouble-unreachable");
  });

  it("is also that nobody answers", async () => {
    vi.stubGlobal("fetch", () => Promise.reject(new TypeError("no network")));
    const { status, phrase } = await errorOf(matches());
    expect(status).toBe(0);
    expect(phrase.key).toBe("trouble-unreachable");
  });
});
