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
  PasskeyQuestion,
  Phrase,
  PlayerCard,
  ProgramInfo,
  Progress,
  Propose,
  RecoveryCode,
  Rematch,
  Rename,
  Replay,
  RulesPage,
  RuleTalk,
  Say,
  SeatChoice,
  StandIn,
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

/** Statuses by which a proxy says that the server behind it does not answer. */
const GATEWAY_ERRORS = [502, 503, 504];

function phraseIn(answer: unknown): Phrase | undefined {
  const phrase =
    typeof answer === "object" && answer !== null && "phrase" in answer ? answer.phrase : undefined;
  return typeof phrase === "object" && phrase !== null && "key" in phrase
    ? (phrase as Phrase)
    : undefined;
}

/** Send a request, and again where that changes nothing and the server cannot answer just now. */
async function request(
  method: "GET" | "POST",
  path: string,
  body?: unknown,
  secret?: string,
): Promise<Response> {
  for (let asked = 1; ; asked += 1) {
    try {
      return await requestOnce(method, path, body, secret);
    } catch (error) {
      const passing = error instanceof ApiError && error.status === UNAVAILABLE;
      if (!passing || method !== "GET" || asked === MAX_ASKED) throw error;
    }
    await new Promise((go) => setTimeout(go, ASK_AGAIN_DELAY));
  }
}

/** Send a request; with the secret of a private link it acts for that seat, not this browser. */
async function requestOnce(
  method: "GET" | "POST",
  path: string,
  body?: unknown,
  secret?: string,
): Promise<Response> {
  let response: Response;
  try {
    response = await fetch(path, {
      method,
      headers: {
        ...(body === undefined ? {} : { "Content-Type": "application/json" }),
        // The Authorization header may belong to a proxy that asks for a password.
        ...(secret === undefined ? {} : { "X-Tischlein-Token": secret }),
      },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
  } catch {
    throw unreachable();
  }
  if (response.ok) return response;
  const phrase = phraseIn(await response.json().catch(() => undefined));
  if (phrase) throw new ApiError(response.status, phrase);
  if (GATEWAY_ERRORS.includes(response.status)) throw unreachable();
  if (response.status !== 404) throw unexpected(response.status);
  throw new ApiError(404, { key: "trouble-not-found", values: {} });
}

async function json<Answer>(
  method: "GET" | "POST",
  path: string,
  body?: unknown,
  secret?: string,
): Promise<Answer> {
  const response = await request(method, path, body, secret);
  const words = await readBody(response);
  try {
    return (words ? JSON.parse(words) : undefined) as Answer;
  } catch {
    // Something in between has answered, such as the login page of a network.
    throw unexpected(response.status);
  }
}

/** Ask for something that belongs to this browser, which the server knows again by a cookie only. */
async function own<Answer>(path: string, body: unknown): Promise<Answer> {
  if (!navigator.cookieEnabled) throw new ApiError(0, { key: "trouble-no-cookies", values: {} });
  return json("POST", path, body);
}

async function text(path: string): Promise<string> {
  return readBody(await request("GET", path));
}

/** The body of a response; the connection may break while it is read. */
async function readBody(response: Response): Promise<string> {
  try {
    return await response.text();
  } catch {
    throw unreachable();
  }
}

const unreachable = () => new ApiError(0, { key: "trouble-unreachable", values: {} });
const unexpected = (status: number) =>
  new ApiError(status, { key: "trouble-unexpected", values: { status } });

const urlPath = (...parts: (string | number)[]) =>
  parts.map((part) => encodeURIComponent(part)).join("/");

/** How many games the server has prepared; a table waits for its own game only. */
export const preparation = () => json<Progress>("GET", "/api/preparation");

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
export const statistics = () => json<Statistics>("GET", "/api/statistics");

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
  json<TableInfo>("GET", `/api/matches/${urlPath(id)}`, undefined, secret);

export const createMatch = (table: NewMatch) => own<Opened>("/api/matches", table);

export const join = (id: string, who: Join) =>
  own<Opened>(`/api/matches/${urlPath(id)}/join`, who);

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
  json<Advice>("POST", `/api/matches/${urlPath(id)}/advice`, question);

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

export const leave = (id: string) => json<void>("POST", `/api/matches/${urlPath(id)}/leave`);

/** Open the rematch of a finished match, or find the one already opened. */
export const rematch = (id: string, how: Rematch) =>
  own<Opened>(`/api/matches/${urlPath(id)}/rematch`, how);

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

export const record = (id: string) => text(`/api/matches/${urlPath(id)}/record`);

/** Scenes from event `first` on, a batch at a time, as a seat sees them. */
export const replay = (id: string, first: number, seat: number | null) =>
  json<Replay>(
    "GET",
    `/api/matches/${urlPath(id)}/replay?first=${first}${seat === null ? "" : `&seat=${seat}`}`,
  );

/** The evaluation of a finished match, as far as it has been computed. */
export const analysis = (id: string) =>
  json<Analysis>("GET", `/api/matches/${urlPath(id)}/analysis`);

export type KeepsakeKind = "picture" | "film";

/** A picture of a finished match's last position, or a film of the match; may take a while. */
export const keepsake = async (id: string, kind: KeepsakeKind, language: string) =>
  (
    await request("GET", `/api/matches/${urlPath(id)}/${kind}?language=${urlPath(language)}`)
  ).blob();

export const fairness = (id: string) =>
  json<Fairness>("GET", `/api/matches/${urlPath(id)}/fairness`);

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
