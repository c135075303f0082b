/** The server's HTTP routes as typed functions. */
import type {
  Analysis,
  Advice,
  AskAdvice,
  CardChange,
  CardPage,
  ChosenOptions,
  Consent,
  Contribute,
  Fairness,
  FillChair,
  FullShelf,
  GameInfo,
  GiveTime,
  Invite,
  Join,
  Matches,
  NewMatch,
  Opened,
  OpenedRecord,
  PasskeyQuestion,
  Phrase,
  PlayerCard,
  ProgramInfo,
  Progress,
  Propose,
  RecordText,
  RecoveryCode,
  Rematch,
  Rename,
  Replay,
  RulesPage,
  RuleTalk,
  Say,
  SeatChoice,
  StandIn,
  TakeOver,
  Statistics,
  Subscribe,
  SubscriptionInfo,
  TableInfo,
  TellingInfo,
  View,
} from "./protocol.ts";

/** The server refused, or could not be reached (`status` 0); `phrase` says why in any language. */
export class ApiError extends Error {
  readonly status: number;
  readonly phrase: Phrase;

  constructor(status: number, phrase: Phrase) {
    super(`${status}: ${phrase.key}`);
    this.name = "ApiError";
    this.status = status;
    this.phrase = phrase;
  }
}

/** The status of a server that cannot answer just now. */
const UNAVAILABLE = 503;
/** How often a page asks a server that cannot answer just now, before it says so. */
const MAX_ASKED = 3;
/** Between two times, in milliseconds: as long as such a server asks for. */
export const ASK_AGAIN_DELAY = 1000;

/** All in milliseconds. After this without a sign, the server is asked whether it is there. */
export const PATIENCE = 15_000;
/** What should be there at once is not after this. */
export const BRIEF_PATIENCE = 8_000;
/** Longer than anything takes: a node waits for another one's answer for two minutes. */
export const MAX_PATIENCE = 150_000;

/** Statuses by which a proxy says that the server behind it does not answer. */
const GATEWAY_ERRORS = [502, 503, 504];
/** Of these, the one for a server that has got the request. */
const GATEWAY_TIMEOUT = 504;

function phraseIn(answer: unknown): Phrase | undefined {
  const phrase =
    typeof answer === "object" && answer !== null && "phrase" in answer ? answer.phrase : undefined;
  return typeof phrase === "object" && phrase !== null && "key" in phrase
    ? (phrase as Phrase)
    : undefined;
}

/** How long an answer may take: one that should be there at once, an ordinary one, or one that is
 * computed for long, or queued for.
 */
type Pace = "brief" | "usual" | "long";

interface Asking {
  method: "GET" | "POST";
  path: string;
  body?: unknown;
  /** The secret of a private link: the request acts for that seat, not this browser. */
  secret?: string;
  pace?: Pace;
}

/** Reads the content of an answer that has this status. */
type Reader<Content> = (content: Response, status: number) => Promise<Content>;

/** Nothing has arrived in time; `mayRepeat` if the server is there and only the answer is not. */
class UnansweredError extends ApiError {
  readonly mayRepeat: boolean;

  constructor(phrase: Phrase, mayRepeat: boolean) {
    super(0, phrase);
    this.mayRepeat = mayRepeat;
  }
}

/** Ends a request on which nothing arrives any more.
 *
 * A connection can die without a word, and then an answer would be waited for as long as the page
 * is open. After a while without a sign, the server is asked whether it is there.
 */
class Watch {
  /** Whether the server was there when the request was given up; undefined before that. */
  serverThere: boolean | undefined;
  readonly #pace: Pace;
  readonly #ending = new AbortController();
  readonly signal = this.#ending.signal;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #waited = 0;

  constructor(pace: Pace) {
    this.#pace = pace;
    this.restart();
  }

  /** Something has arrived. */
  restart(): void {
    this.#waited = 0;
    this.#wait();
  }

  end(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  #wait(): void {
    clearTimeout(this.#timer);
    const patience = this.#pace === "brief" ? BRIEF_PATIENCE : PATIENCE;
    const timer = setTimeout(() => {
      this.#waited += patience;
      void this.#look(timer);
    }, patience);
    this.#timer = timer;
  }

  /** Wait on if that is worthwhile, unless something has arrived meanwhile. */
  async #look(timer: ReturnType<typeof setTimeout>): Promise<void> {
    const sign = this.#pace === "brief" ? "none" : await signOfLife();
    if (timer !== this.#timer) return;
    const working = this.#pace === "long" && sign === "there" && this.#waited < MAX_PATIENCE;
    if (working || sign === "preparing") this.#wait();
    else {
      this.serverThere = sign === "there";
      this.#ending.abort();
    }
  }
}

/** Whether the server is there, and whether it still prepares games, which tables wait for. */
async function signOfLife(): Promise<"none" | "there" | "preparing"> {
  try {
    return (await preparation()).done ? "there" : "preparing";
  } catch (error) {
    // Whoever is refused an answer has got one.
    const refused = error instanceof ApiError && error.status >= 400 && error.status < 500;
    return refused ? "there" : "none";
  }
}

/** Send a request, and again where that changes nothing and there is no answer just now. */
async function request<Content>(
  asking: Asking,
  read: Reader<Content>,
): Promise<Content> {
  for (let asked = 1; ; asked += 1) {
    try {
      return await requestOnce(asking, read);
    } catch (error) {
      const passing =
        error instanceof UnansweredError
          ? error.mayRepeat && asking.pace !== "long"
          : error instanceof ApiError && error.status === UNAVAILABLE;
      if (!passing || asking.method !== "GET" || asked === MAX_ASKED) throw error;
    }
    await new Promise((go) => setTimeout(go, ASK_AGAIN_DELAY));
  }
}

/** Send a request and read the answer. */
async function requestOnce<Content>(
  { method, path, body, secret, pace = "usual" }: Asking,
  read: Reader<Content>,
): Promise<Content> {
  const watch = new Watch(pace);
  /** What is known if the connection breaks: with something to be done, it may have been done. */
  let trouble: Phrase = { key: "trouble-unreachable", values: {} };
  const mayBeDone: Phrase = method === "GET" ? trouble : { key: "trouble-unanswered", values: {} };
  try {
    const response = await fetch(path, {
      method,
      headers: {
        ...(body === undefined ? {} : { "Content-Type": "application/json" }),
        // The Authorization header may belong to a proxy that asks for a password.
        ...(secret === undefined ? {} : { "X-Tischlein-Token": secret }),
      },
      body: body === undefined ? undefined : JSON.stringify(body),
      signal: watch.signal,
    });
    watch.restart();
    trouble = mayBeDone;
    const content = watched(response, watch);
    if (response.ok) return await read(content, response.status);
    const answer: unknown = await content.json().catch(() => undefined);
    throw refusal(response.status, phraseIn(answer), mayBeDone);
  } catch (error) {
    if (error instanceof ApiError) throw error;
    if (watch.serverThere !== undefined) throw new UnansweredError(mayBeDone, watch.serverThere);
    throw new ApiError(0, trouble);
  } finally {
    watch.end();
  }
}

/** The content of a response; each part of it is a sign that it goes on, however slowly. */
function watched(response: Response, watch: Watch): Response {
  const heard = new TransformStream<Uint8Array, Uint8Array>({
    transform(part, out) {
      watch.restart();
      out.enqueue(part);
    },
  });
  return new Response(response.body?.pipeThrough(heard), { headers: response.headers });
}

/** What a refusal says; without words of its own, what is known. */
function refusal(status: number, phrase: Phrase | undefined, mayBeDone: Phrase): ApiError {
  if (phrase) return new ApiError(status, phrase);
  if (status === GATEWAY_TIMEOUT) return new ApiError(0, mayBeDone);
  if (GATEWAY_ERRORS.includes(status)) return unreachable();
  if (status !== 404) return unexpected(status);
  return new ApiError(404, { key: "trouble-not-found", values: {} });
}

async function json<Answer>(
  method: "GET" | "POST",
  path: string,
  body?: unknown,
  how: Pick<Asking, "secret" | "pace"> = {},
): Promise<Answer> {
  return request({ method, path, body, ...how }, async (content, status) => {
    const words = await content.text();
    try {
      return (words ? JSON.parse(words) : undefined) as Answer;
    } catch {
      // Something in between has answered, such as the login page of a network.
      throw unexpected(status);
    }
  });
}

/** Ask for something that belongs to this browser, which the server knows again by a cookie only. */
async function own<Answer>(path: string, body: unknown, pace?: Pace): Promise<Answer> {
  if (!navigator.cookieEnabled) throw new ApiError(0, { key: "trouble-no-cookies", values: {} });
  return json("POST", path, body, { pace });
}

const text = (path: string, pace?: Pace) =>
  request({ method: "GET", path, pace }, (content) => content.text());

/** The error of a server that nothing arrives from. */
export const unreachable = () => new ApiError(0, { key: "trouble-unreachable", values: {} });
const unexpected = (status: number) =>
  new ApiError(status, { key: "trouble-unexpected", values: { status } });

const urlPath = (...parts: (string | number)[]) =>
  parts.map((part) => encodeURIComponent(part)).join("/");

const LONG = { pace: "long" } as const;

/** How many games the server has prepared; a table waits for its own game only. */
export const preparation = () =>
  json<Progress>("GET", "/api/preparation", undefined, { pace: "brief" });

/** The games of this server. */
export const games = () => json<GameInfo[]>("GET", "/api/games");

/** The games together with the texts and drawings of all of them. */
export const fullCatalogue = (language: string) =>
  json<FullShelf>("GET", `/api/shelf/${urlPath(language)}`);

/** The texts of a game, or of the product (`core`), as a Fluent file. */
export const texts = (place: string, language: string) =>
  text(`/api/texts/${urlPath(place, language)}`);

/** The drawings of a game, or the shared ones (`core`), as an SVG file of symbols. */
export const art = (place: string) => text(`/api/art/${urlPath(place)}`);

export const rulesPage = (game: string, language: string) =>
  json<RulesPage>("GET", `/api/games/${urlPath(game)}/rules/${urlPath(language)}`);

/** Check whether a game accepts these options together (`name=value` words). */
export const checkOptions = (game: string, seats: number, chosen: string) =>
  json<ChosenOptions>(
    "GET",
    `/api/games/${urlPath(game)}/options?${new URLSearchParams({ seats: `${seats}`, chosen })}`,
  );

export const matches = () => json<Matches>("GET", "/api/matches");

/** Statistics of this browser's finished matches. */
export const statistics = () => json<Statistics>("GET", "/api/statistics", undefined, LONG);

/** The seat number by which the server means a spectator. */
const SPECTATOR = 9;

/** The position of a match as this browser sees it, or as a spectator does; without the log. */
export const boardScene = async (id: string, asAnybody = false) => {
  const eyes = asAnybody ? `&seat=${SPECTATOR}` : "";
  return (await json<View>("GET", `/api/matches/${urlPath(id)}/view?have=1000000${eyes}`)).scene;
};

/** A match's table, without the board. */
export const match = (id: string) => json<TableInfo>("GET", `/api/matches/${urlPath(id)}`);

/** A match's table as seen from the seat of a private link. */
export const matchOfSeat = (id: string, secret: string) =>
  json<TableInfo>("GET", `/api/matches/${urlPath(id)}`, undefined, { secret });

export const createMatch = (table: NewMatch) => own<Opened>("/api/matches", table);

export const join = (id: string, who: Join) =>
  own<Opened>(`/api/matches/${urlPath(id)}/join`, who);

/** Ask to play on for a bot of a running match. */
export const takeOver = (id: string, who: TakeOver) =>
  own<Opened>(`/api/matches/${urlPath(id)}/take-over`, who);

/** Rename one of this browser's chairs before the start. */
export const rename = (id: string, how: Rename) =>
  json<void>("POST", `/api/matches/${urlPath(id)}/name`, how);

/** Put a bot on an open chair. */
export const fillChair = (id: string, chair: FillChair) =>
  json<void>("POST", `/api/matches/${urlPath(id)}/chairs`, chair);

/** Invite a program, and reserve an open chair for it meanwhile. */
export const invite = (id: string, chair: Invite) =>
  json<void>("POST", `/api/matches/${urlPath(id)}/invitations`, chair);

/** The programs that can be invited on this server. */
export const listPrograms = () => json<ProgramInfo[]>("GET", "/api/programs");

export const standIn = (id: string, who: StandIn) =>
  json<void>("POST", `/api/matches/${urlPath(id)}/stand-in`, who);

/** Send a chat message or reaction. */
export const sendChat = (id: string, what: Say) =>
  json<void>("POST", `/api/matches/${urlPath(id)}/talk`, what);

/** Set who may chat. */
export const setChatRule = (id: string, rule: RuleTalk) =>
  json<void>("POST", `/api/matches/${urlPath(id)}/talk/rule`, rule);

/** Set whether spectators are allowed. */
export const setSpectatorsAllowed = (id: string, watched: boolean) =>
  json<void>("POST", `/api/matches/${urlPath(id)}/watching`, { watched });

/** Set whether programs may take chairs uninvited. */
export const setProgramsAllowed = (id: string, programs: boolean) =>
  json<void>("POST", `/api/matches/${urlPath(id)}/programs`, { programs });

/** Ask what a good player would do. */
export const askAdvice = (id: string, question: AskAdvice) =>
  json<Advice>("POST", `/api/matches/${urlPath(id)}/advice`, question, LONG);

/** Propose something to the other players. */
export const propose = (id: string, what: Propose) =>
  json<void>("POST", `/api/matches/${urlPath(id)}/proposals`, what);

/** Agree to a proposal, refuse it, or withdraw it. */
export const consent = (id: string, how: Consent) =>
  json<void>("POST", `/api/matches/${urlPath(id)}/consent`, how);

/** Resign for a seat. */
export const resign = (id: string, who: SeatChoice) =>
  json<void>("POST", `/api/matches/${urlPath(id)}/resign`, who);

/** Give the other players more time, where it is limited. */
export const giveTime = (id: string, how: GiveTime = {}) =>
  json<void>("POST", `/api/matches/${urlPath(id)}/time`, how);

/** Free a chair before the start, as the host. */
export const dismiss = (id: string, who: SeatChoice) =>
  json<void>("POST", `/api/matches/${urlPath(id)}/dismiss`, who);

/** Get up; `release`: somebody else may play on in a running match. */
export const leave = (id: string, { release = false } = {}) =>
  json<void>("POST", `/api/matches/${urlPath(id)}/leave`, { release });

/** Store the finished match of a record; the same record is stored once. */
export const openRecord = (record: RecordText) =>
  own<OpenedRecord>("/api/records", record, "long");

/** Open the rematch of a finished match, or find the one already opened. */
export const rematch = (id: string, how: Rematch) =>
  own<Opened>(`/api/matches/${urlPath(id)}/rematch`, how);

/** Open a table for the players of a finished match, or find the one that continues it already. */
export const createNext = (id: string, table: NewMatch) =>
  own<Opened>(`/api/matches/${urlPath(id)}/next`, table);

/** Contribute to the randomness of a match before it starts: hashes first, then their preimages. */
export const contribute = (id: string, what: Contribute) =>
  json<void>("POST", `/api/matches/${urlPath(id)}/contributions`, what);

/** Claim the seat of a private link for this browser, too. */
export const claim = (secret: string) => own<Opened>("/api/seats", { secret });

/** Replace the private link of a seat, or of all own seats without a secret; other devices lose
 * access.
 */
export const renewLink = (id: string, secret = "") =>
  json<Opened>("POST", `/api/matches/${urlPath(id)}/links`, { secret });

/** End this browser's session on the server. */
export const endSession = () => json<void>("POST", "/api/session/end");

/** How this server can notify people, and this browser's subscriptions. */
export const notificationInfo = () => json<TellingInfo>("GET", "/api/telling");

/** Subscribe to notifications, or change an existing subscription. */
export const subscribe = (how: Subscribe) => json<SubscriptionInfo>("POST", "/api/telling", how);

/** End a subscription. */
export const unsubscribe = (id: string) => json<void>("POST", `/api/telling/${urlPath(id)}/end`);

/** Carry out the action of a link in a notification. */
export const followLink = (action: "confirm" | "stop" | "refuse", token: string) =>
  json<void>("POST", `/api/telling/${action}`, { token });

/** Scenes from event `first` on, a batch at a time, as a seat sees them. */
export const replay = (id: string, first: number, seat: number | null) =>
  json<Replay>(
    "GET",
    `/api/matches/${urlPath(id)}/replay?first=${first}${seat === null ? "" : `&seat=${seat}`}`,
    undefined,
    LONG,
  );

/** The evaluation of a finished match, as far as it has been computed. */
export const analysis = (id: string) =>
  json<Analysis>("GET", `/api/matches/${urlPath(id)}/analysis`);

export type KeepsakeKind = "picture" | "film";

/** A picture of a finished match's last position, or a film of the match; may take a while. */
export const keepsake = (id: string, kind: KeepsakeKind, language: string) => {
  const path = `/api/matches/${urlPath(id)}/${kind}?language=${urlPath(language)}`;
  return request({ method: "GET", path, ...LONG }, (content) => content.blob());
};

export const fairness = (id: string) =>
  json<Fairness>("GET", `/api/matches/${urlPath(id)}/fairness`, undefined, LONG);

/** The player card that this browser is signed in to, if any, and where passkeys work. */
export const card = () => json<CardPage>("GET", "/api/card");

/** The cards of the players at a table, by seat. */
export const cardsAt = (id: string) =>
  json<(PlayerCard | null)[]>("GET", `/api/matches/${urlPath(id)}/cards`);

/** Create a player card; the recovery code is returned this once. */
export const makeCard = (name: string, label: string) =>
  own<RecoveryCode>("/api/card", { name, label });

export const changeCard = (how: CardChange) => json<void>("POST", "/api/card/change", how);

/** Create a new recovery code; the old one becomes invalid. */
export const renewCode = () => json<RecoveryCode>("POST", "/api/card/code");

/** The options for creating a passkey. */
export const passkeyQuestion = () => json<PasskeyQuestion>("POST", "/api/card/passkeys/question");

export const addPasskey = (credential: unknown, label: string) =>
  json<void>("POST", "/api/card/passkeys", { credential, label });

export const removePasskey = (id: string) => json<void>("POST", "/api/card/passkeys/remove", { id });

/** The options for signing in with a passkey. */
export const signInQuestion = () => json<PasskeyQuestion>("POST", "/api/card/sign-in/question");

export const signIn = (credential: unknown, label: string) =>
  own<void>("/api/card/sign-in", { credential, label });

/** Sign in with a recovery code. */
export const recover = (code: string, label: string) =>
  own<void>("/api/card/recover", { code, label });

/** Sign a device out of the card, or without an id all other devices. */
export const signOutOf = (id: string) => json<void>("POST", "/api/card/sign-out", { id });

/** Delete the card and everything that belongs to it. */
export const deleteCard = () => json<void>("POST", "/api/card/delete");
