/** Answers of the server, and errors that can be said in any language. */
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { ApiError, ASK_AGAIN_DELAY, join, leave, matches, rulesPage } from "../src/lib/api";

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
    const broken = { ok: true, text: () => Promise.reject(new TypeError("network error")) };
    vi.stubGlobal("fetch", () => Promise.resolve(broken));
    expect((await errorOf(matches())).phrase.key).toBe("trouble-unreachable");
  });

  it("is also that nobody answers", async () => {
    vi.stubGlobal("fetch", () => Promise.reject(new TypeError("no network")));
    const { status, phrase } = await errorOf(matches());
    expect(status).toBe(0);
    expect(phrase.key).toBe("trouble-unreachable");
  });
});
