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

/** The server said no, or could not be reached (`status` 0); `phrase` says why in any language. */
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

/** What a proxy answers, in no words of ours, for a server that does not. */
const GATEWAY_ERRORS = [502, 503, 504];

function phraseIn(answer: unknown): Phrase | undefined {
  const phrase =
    typeof answer === "object" && answer !== null && "phrase" in answer ? answer.phrase : undefined;
  return typeof phrase === "object" && phrase !== null && "key" in phrase
    ? (phrase as Phrase)
    : undefined;
}

/** Ask the server; the secret of a private link asks for its seat, not for this browser. */
async function request(
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
        // The usual header may be a proxy's, which asks for a password.
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
    // Not the server has answered, but what stands between: the entry page of a network, say.
    throw unexpected(response.status);
  }
}

async function text(path: string): Promise<string> {
  return readBody(await request("GET", path));
}

/** The whole of an answer, which may break off on its way. */
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

/** How many games are ready; a table waits for its own. */
export const preparation = () => json<Progress>("GET", "/api/preparation");

/** The boxes on the shelf. */
export const games = () => json<GameInfo[]>("GET", "/api/games");

/** The boxes with the words and drawings of all games. */
export const fullCatalogue = (language: string) =>
  json<FullShelf>("GET", `/api/shelf/${urlPath(language)}`);

/** The words of a game, or of the product (`core`), as a Fluent file. */
export const texts = (place: string, language: string) =>
  text(`/api/texts/${urlPath(place, language)}`);

/** The drawings of a game, or those that all share (`core`), as an SVG file of symbols. */
export const art = (place: string) => text(`/api/art/${urlPath(place)}`);

export const rulesPage = (game: string, language: string) =>
  json<RulesPage>("GET", `/api/games/${urlPath(game)}/rules/${urlPath(language)}`);

/** Whether a game accepts options together (`name=value` words); refused with the reason. */
export const checkOptions = (game: string, seats: number, chosen: string) =>
  json<ChosenOptions>(
    "GET",
    `/api/games/${urlPath(game)}/options?${new URLSearchParams({ seats: `${seats}`, chosen })}`,
  );

export const matches = () => json<Matches>("GET", "/api/matches");

/** What this browser's finished matches come to. */
export const statistics = () => json<Statistics>("GET", "/api/statistics");

/** The eyes of whoever looks on, as the server numbers them. */
const SPECTATOR = 9;

/** Where a match stands, as this browser may see it, or as anybody may; the log is left out. */
export const boardScene = async (id: string, asAnybody = false) => {
  const eyes = asAnybody ? `&seat=${SPECTATOR}` : "";
  return (await json<View>("GET", `/api/matches/${urlPath(id)}/view?have=1000000${eyes}`)).scene;
};

/** A match's table, without the board. */
export const match = (id: string) => json<TableInfo>("GET", `/api/matches/${urlPath(id)}`);

/** A match's table as the seat of a private link sees it. */
export const matchOfSeat = (id: string, secret: string) =>
  json<TableInfo>("GET", `/api/matches/${urlPath(id)}`, undefined, secret);

export const createMatch = (table: NewMatch) => json<Opened>("POST", "/api/matches", table);

export const join = (id: string, who: Join) =>
  json<Opened>("POST", `/api/matches/${urlPath(id)}/join`, who);

/** Have another name on an own chair, before the start. */
export const rename = (id: string, how: Rename) =>
  json<void>("POST", `/api/matches/${urlPath(id)}/name`, how);

/** Put a bot on an open chair. */
export const fillChair = (id: string, chair: FillChair) =>
  json<void>("POST", `/api/matches/${urlPath(id)}/chairs`, chair);

/** Ask a program whether it wants to play, and keep an open chair for it meanwhile. */
export const invite = (id: string, chair: Invite) =>
  json<void>("POST", `/api/matches/${urlPath(id)}/invitations`, chair);

/** The programs that can be invited on this server. */
export const listPrograms = () => json<ProgramInfo[]>("GET", "/api/programs");

export const standIn = (id: string, who: StandIn) =>
  json<void>("POST", `/api/matches/${urlPath(id)}/stand-in`, who);

/** Say something at the table. */
export const sendChat = (id: string, what: Say) =>
  json<void>("POST", `/api/matches/${urlPath(id)}/talk`, what);

/** Settle who may hear what is said. */
export const setChatRule = (id: string, rule: RuleTalk) =>
  json<void>("POST", `/api/matches/${urlPath(id)}/talk/rule`, rule);

/** Settle whether others than the players may look on. */
export const setSpectatorsAllowed = (id: string, watched: boolean) =>
  json<void>("POST", `/api/matches/${urlPath(id)}/watching`, { watched });

/** Settle whether programs may take chairs uninvited. */
export const setProgramsAllowed = (id: string, programs: boolean) =>
  json<void>("POST", `/api/matches/${urlPath(id)}/programs`, { programs });

/** Ask what a good player would do. */
export const askAdvice = (id: string, question: AskAdvice) =>
  json<Advice>("POST", `/api/matches/${urlPath(id)}/advice`, question);

/** Put something to the others at the table. */
export const propose = (id: string, what: Propose) =>
  json<void>("POST", `/api/matches/${urlPath(id)}/proposals`, what);

/** Agree to what has been proposed, refuse it, or withdraw it. */
export const consent = (id: string, how: Consent) =>
  json<void>("POST", `/api/matches/${urlPath(id)}/consent`, how);

/** Give up for a seat. */
export const resign = (id: string, who: SeatChoice) =>
  json<void>("POST", `/api/matches/${urlPath(id)}/resign`, who);

/** Give the others time, where it is limited. */
export const giveTime = (id: string, how: GiveTime = {}) =>
  json<void>("POST", `/api/matches/${urlPath(id)}/time`, how);

/** Free a chair before the start, as the host. */
export const dismiss = (id: string, who: SeatChoice) =>
  json<void>("POST", `/api/matches/${urlPath(id)}/dismiss`, who);

export const leave = (id: string) => json<void>("POST", `/api/matches/${urlPath(id)}/leave`);

/** Open the match that continues a finished one, or find the one already opened. */
export const rematch = (id: string, how: Rematch) =>
  json<Opened>("POST", `/api/matches/${urlPath(id)}/rematch`, how);

/** Add to the chance of a match before it starts: hashes first, then what they stand for. */
export const contribute = (id: string, what: Contribute) =>
  json<void>("POST", `/api/matches/${urlPath(id)}/contributions`, what);

/** Hold the seat of a private link on this device too. */
export const claim = (secret: string) => json<Opened>("POST", "/api/seats", { secret });

/** Replace the private link of a seat, or with no secret of all own seats; other devices lose it. */
export const renewLink = (id: string, secret = "") =>
  json<Opened>("POST", `/api/matches/${urlPath(id)}/links`, { secret });

/** End this browser's session on the server. */
export const endSession = () => json<void>("POST", "/api/session/end");

/** How this server can tell people of their matches, and how it tells this browser. */
export const notificationInfo = () => json<TellingInfo>("GET", "/api/telling");

/** Ask to be told; the same once more changes what of. */
export const subscribe = (how: Subscribe) => json<SubscriptionInfo>("POST", "/api/telling", how);

/** Stop one way of being told. */
export const unsubscribe = (id: string) => json<void>("POST", `/api/telling/${urlPath(id)}/end`);

/** Do what a link in a message says. */
export const followLink = (deed: "confirm" | "stop" | "refuse", token: string) =>
  json<void>("POST", `/api/telling/${deed}`, { token });

export const record = (id: string) => text(`/api/matches/${urlPath(id)}/record`);

/** Scenes from event `first` on, as many as the server gives at once, through the eyes of a seat. */
export const replay = (id: string, first: number, seat: number | null) =>
  json<Replay>(
    "GET",
    `/api/matches/${urlPath(id)}/replay?first=${first}${seat === null ? "" : `&seat=${seat}`}`,
  );

/** How a finished match stood, as far as it is judged. */
export const analysis = (id: string) =>
  json<Analysis>("GET", `/api/matches/${urlPath(id)}/analysis`);

export type KeepsakeKind = "picture" | "film";

/** A picture of a finished match's last position, or a film of it; drawing may take a while. */
export const keepsake = async (id: string, kind: KeepsakeKind, language: string) =>
  (
    await request("GET", `/api/matches/${urlPath(id)}/${kind}?language=${urlPath(language)}`)
  ).blob();

export const fairness = (id: string) =>
  json<Fairness>("GET", `/api/matches/${urlPath(id)}/fairness`);

/** The player card that this browser is signed in to, if any, and where passkeys work. */
export const card = () => json<CardPage>("GET", "/api/card");

/** The cards of those who sit at a table, by seat. */
export const cardsAt = (id: string) =>
  json<(PlayerCard | null)[]>("GET", `/api/matches/${urlPath(id)}/cards`);

/** Make a player card; the recovery code is told this once. */
export const makeCard = (name: string, label: string) =>
  json<RecoveryCode>("POST", "/api/card", { name, label });

export const changeCard = (how: CardChange) => json<void>("POST", "/api/card/change", how);

/** Make a new recovery code; the old one opens nothing any more. */
export const renewCode = () => json<RecoveryCode>("POST", "/api/card/code");

/** What the browser needs to make a passkey for the card. */
export const passkeyQuestion = () => json<PasskeyQuestion>("POST", "/api/card/passkeys/question");

export const addPasskey = (credential: unknown, label: string) =>
  json<void>("POST", "/api/card/passkeys", { credential, label });

export const removePasskey = (id: string) => json<void>("POST", "/api/card/passkeys/remove", { id });

/** What the browser needs to sign in with a passkey. */
export const signInQuestion = () => json<PasskeyQuestion>("POST", "/api/card/sign-in/question");

export const signIn = (credential: unknown, label: string) =>
  json<void>("POST", "/api/card/sign-in", { credential, label });

/** Sign in with a recovery code. */
export const recover = (code: string, label: string) =>
  json<void>("POST", "/api/card/recover", { code, label });

/** Sign a device out of the card, or with no id all but this one. */
export const signOutOf = (id: string) => json<void>("POST", "/api/card/sign-out", { id });

/** Delete the card with all that belongs to it. */
export const deleteCard = () => json<void>("POST", "/api/card/delete");
