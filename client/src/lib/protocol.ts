/** What the server and its clients say to each other.
 *
 * Printed from src/tischlein/web/messages by `python -m tischlein.web.schema`; do not edit.
 */

/** A table to be opened. `fixed` keeps the chairs' order as seats A, B, C ... */
export interface NewMatch {
  game: string;
  chairs: Chair[];
  options?: Record<string, string>;
  fixed?: boolean;
  listed?: boolean;
  talk?: "off" | "friends" | "open";
  advice?: boolean | null;
  programs?: boolean;
  contributes?: boolean;
  time_control?: TimeControl | null;
  watched?: boolean;
}

/** A record to be opened. */
export interface RecordText {
  record: string;
}

/** Take an open chair under a name. */
export interface Join {
  name: string;
  hash?: string;
  beside?: boolean;
  chair?: number | null;
  again?: boolean;
}

/** Change the name of a person at one's device, before the start. */
export interface Rename {
  seat: number;
  name: string;
}

/** Contribute to the chance of a match, before it starts.
 *
 * First `hashes`, one for each chair of the session that has none; then, when the table says
 * `revealing`, the `contributions`, 16 to 64 random bytes each. All in hex;
 * `tischlein.tables.fairness` defines the hash. Both may come at once if no other browser
 * contributes. The same may be sent again.
 */
export interface Contribute {
  hashes?: string[];
  contributions?: string[];
}

/** Ask for the match that continues a finished one; the body may be left out. */
export interface Rematch {
  contributes?: boolean;
}

/** Replace the private link of a seat; all other devices lose the seat.
 *
 * Those of the same player card keep it.
 */
export interface RenewLink {
  secret?: string;
}

/** Hold the seat of a private link on this device too. */
export interface Claim {
  secret: string;
}

/** Let a bot play for an absent person, or hand the seat back. */
export interface StandIn {
  seat: number;
  on: boolean;
}

/** Propose something to the others.
 *
 * `end`: the match ends without a result; `back`: one's last turn and all after it are taken
 * back; `pause`. What needs nobody's consent, such as to `resume`, happens immediately.
 */
export interface Propose {
  what: "back" | "end" | "pause" | "resume" | "time";
}

/** Agree to what has been proposed, or refuse or withdraw it. */
export interface Consent {
  agree: boolean;
  at?: number | null;
}

/** The seat that resigns, or that has to be freed before the start. */
export interface SeatChoice {
  seat: number;
}

/** Give the others time. */
export interface GiveTime {
  seconds?: number | null;
}

/** Put a bot on an open chair (host only, before the start). */
export interface FillChair {
  seat: number;
  level: string;
}

/** Keep an open chair for a program, by its id (host only, before the start). */
export interface Invite {
  seat: number;
  program: string;
}

/** Say something at the table: a text of up to 200 characters, or a reaction by its name.
 *
 * If the host lets all talk, viewers may as well, under a name that they give.
 */
export interface Say {
  text?: string;
  reaction?: string;
  seat?: number | null;
  name?: string;
}

/** Set who may hear what is said (host only). */
export interface RuleTalk {
  talk: "off" | "friends" | "open";
}

/** Set whether others than the players may watch (host only). */
export interface RuleWatching {
  watched: boolean;
}

/** Set whether programs may take chairs uninvited (host only, before the start). */
export interface RulePrograms {
  programs: boolean;
}

/** Ask what a good player would do, for a seat of one's own. */
export interface AskAdvice {
  seat: number;
  after?: number[];
}

/** Subscribe to notifications about one's matches. */
export interface Subscribe {
  channel: "mail" | "push" | "webhook";
  target: string;
  keys?: [string, string];
  match?: string;
  whole?: boolean;
  kinds?: ("deadline" | "invited" | "over" | "turn")[];
  language?: string;
}

/** What follows the # of a link in a message. */
export interface LinkToken {
  token: string;
}

/** Make a player card. */
export interface NewCard {
  name: string;
  label?: string;
}

/** Change a card. */
export interface CardChange {
  name: string;
  shows: "card" | "nothing" | "rating";
}

/** Sign in with a recovery code. */
export interface UseCode {
  code: string;
  label?: string;
}

/** The browser's result, as WebAuthn writes it in JSON. */
export interface PasskeyAnswer {
  credential: Record<string, unknown>;
  label?: string;
}

/** Choose a passkey from the card's list. */
export interface PasskeyChoice {
  id: string;
}

/** Sign devices out of the card. */
export interface CardSignOut {
  id?: string;
}

/** Perform this action, for the seat looked through.
 *
 * `id` is chosen by the client (1 to 64 characters); a repeated id gets the same answer.
 * `action` is the number from a scene's choice, or a text in the game's notation. `seen` is
 * the number of the last event that the client knows: an action meant for an earlier occasion
 * (such as an earlier deal) is refused, anything else is judged in the present position.
 * `elapsed`, in a race (`Scene.race`), is how many whole milliseconds have passed since the
 * client first drew it.
 */
export interface Act {
  type: "act";
  id: string;
  action: number | string;
  seen: number;
  elapsed?: number | null;
}

/** Would picking these targets be refused, and by which rule?
 *
 * `after` are the actions of a draft, to whose position the targets refer.
 */
export interface Why {
  type: "why";
  id: string;
  path: string[];
  after?: number[];
}

/** What would the seat see after these actions of its own, one after the other?
 *
 * Answered with Drafted, or with Refused if one of them is not possible.
 */
export interface Draft {
  type: "draft";
  id: string;
  actions: number[];
}

/** The seat looked through has pressed its buzzer in a race; its claim follows.
 *
 * Only for people who share one device and should not have to enter their answer first: it counts
 * if the session holds the seats of all people in the match, and the claim comes within seconds.
 */
export interface Buzz {
  type: "buzz";
  elapsed: number;
}

/** Let the bots act without their usual pauses until a person is awaited.
 *
 * It counts if the session holds the seats of all people in the match.
 */
export interface Hurry {
  type: "hurry";
}

/** See through the eyes of another seat that this session holds, or None as a spectator. */
export interface Look {
  type: "look";
  seat: number | null;
}

/** Send the whole scene, and the log after the event with this number. */
export interface Sync {
  type: "sync";
  have: number;
}

/** The answer to Probe. */
export interface Echo {
  type: "echo";
  stamp: number;
}

/** Whether scenes are to show what is on layers that are off by default, too.
 *
 * If this changes, the resulting changes of the present scene are sent immediately, as Changed
 * with equal `base` and `number`. A connection begins with these aids, or with `?aids=0`
 * without.
 */
export interface Aids {
  type: "aids";
  on: boolean;
}

/** Whether somebody is looking at the table now; a window that says nothing counts as such.
 *
 * People who see the table get no notifications about it elsewhere.
 */
export interface Attention {
  type: "attention";
  on: boolean;
}

/** Are you there? */
export interface Ping {
  type: "ping";
}

/** Show this step of the first match from its beginning (1 is the first). */
export interface GoTo {
  type: "go-to";
  step: number;
}

/** Lead from now on, or stop leading; a previous leader follows. */
export interface Lead {
  type: "lead";
  on: boolean;
  name?: string;
}

/** The leader looks at this now. */
export interface Point {
  type: "point";
  address: string;
}

/** Who is to sit on a chair of a new match.
 *
 * `me`: the session that opens it, under `name` (several such chairs make a hot-seat match);
 * `open`: anybody who takes it by the link; `bot`: a bot of `level`; `program`: a program
 * that this server knows, by its id, which is asked whether it wants to play.
 */
export interface Chair {
  kind: "bot" | "me" | "open" | "program";
  name?: string;
  level?: string;
  program?: string;
}

/** How much time people have at a table. */
export interface TimeControl {
  kind: "move" | "match";
  seconds: number;
  increment?: number;
  then?: "bot" | "lose";
  level?: string;
}

/** The visitors who go through a finished match together, and what their leader looks at. */
export interface Company {
  type: "company";
  people: number;
  leader: string | null;
  leading: boolean;
  address: string;
}

/** How many of the games on the shelf can be played. */
export interface Progress {
  ready: number;
  games: number;
  done: boolean;
}

/** A box on the shelf. */
export interface GameInfo {
  key: string;
  seats: number[];
  minutes: number;
  secrets: boolean;
  chance: boolean;
  quick: boolean;
  levels: string[];
  options: OptionInfo[];
  credits: string;
  cover: Scene;
  lesson: number;
}

/** All that the first page shows, in one answer: the games with their boxes, and matches. */
export interface FullShelf {
  games: GameInfo[];
  texts: Record<string, string>;
  art: Record<string, string>;
  matches: Matches | null;
}

/** Options that a game accepts together. */
export interface ChosenOptions {
  options: string;
}

/** The match, and the private links of the seats that the session has received. */
export interface Opened {
  match: string;
  seat_secrets: string[];
  commitment: string;
}

/** The session's own matches, and the open tables that anybody may join. */
export interface Matches {
  mine: MatchSummary[];
  open: MatchSummary[];
}

/** A match in a list. */
export interface MatchSummary {
  id: string;
  game: string;
  status: "abandoned" | "ended" | "over" | "playing" | "waiting";
  seats: SeatInfo[];
  options: string;
  your_turn: boolean;
  changed: number;
  time_control: TimeControl | null;
  left: number | null;
  near: boolean;
  from_record: boolean;
}

/** The statistics of the session's finished matches. */
export interface Statistics {
  games: GameStatistics[];
}

/** The match of a record that has been opened. */
export interface OpenedRecord {
  match: string;
}

/** Scenes of a range of events, for the replay of what a seat may see. */
export interface Replay {
  first: number;
  scene: Scene;
  changes: Record<string, unknown>[];
  entries: LogEntry[];
}

/** The evaluation of a finished match step by step, as far as it is known. */
export interface Analysis {
  measure: "none" | "points" | "win_probability";
  steps: number[];
  values: (number[] | null)[];
  done: boolean;
}

/** A game's rules as HTML, every rule with its identifier as anchor. */
export interface RulesPage {
  html: string;
  identifiers: string[];
}

/** All that proves the chance of a finished match, so that anybody can recompute it. */
export interface Fairness {
  match: string;
  protocol: number;
  commitment: string;
  secret: string;
  fixed: boolean;
  seats: ProvenSeat[];
  draws: ProvenDraw[];
  from_record: boolean;
}

/** What a good player would do, best first. */
export interface Advice {
  number: number;
  actions: number[];
  shares?: number[];
  logs?: Phrase[][];
  value?: number | null;
  exact?: boolean;
  line?: LogEntry[];
}

/** A program that plays at this server under an identity of its own. */
export interface ProgramInfo {
  id: string;
  name: string;
  owner: string;
  games: string[];
  present: boolean;
}

/** All that a program currently has to answer, over all its matches; each replaces the last one.
 *
 * Of a match, proposals come before a turn, which would void them. Kinds of duties may be added:
 * ignore those that you do not know.
 */
export interface Duties {
  type: "duties";
  revision: string;
  duties: (Turn | Invited | Asked)[];
}

/** How this server can notify people about their matches, and the session's subscriptions. */
export interface TellingInfo {
  push: string;
  mail: boolean;
  webhooks: boolean;
  mine: SubscriptionInfo[];
}

/** The card that a browser is signed in to, if any, and where passkeys work. */
export interface CardPage {
  card: OwnCard | null;
  origins: string[];
}

/** The card of a player at a table, as far as it is shown. */
export interface PlayerCard {
  name: string;
  mark: number;
  rating: Rated | null;
}

/** A card's recovery code, which is only sent once. */
export interface RecoveryCode {
  code: string;
}

/** What a browser needs to make or use a passkey, as WebAuthn writes it in JSON. */
export interface PasskeyQuestion {
  options: Record<string, unknown>;
}

/** The match around the board; sent on connecting and whenever something of it changes. */
export interface TableInfo {
  type: "table";
  id: string;
  game: string;
  options: string;
  status: "abandoned" | "ended" | "over" | "playing" | "waiting";
  seats: SeatInfo[];
  looking: number | null;
  number: number;
  host: boolean;
  secrets: boolean;
  drafts: boolean;
  commitment: string;
  parts: PartInfo[];
  revealing: boolean;
  fixed: boolean;
  from_record: boolean;
  rematch: string;
  talk: "off" | "friends" | "open";
  advice: boolean;
  watched: boolean;
  programs: boolean;
  rated: boolean;
  paused: boolean;
  proposal: ProposalInfo | null;
  ending: "resigned" | "overdue" | "agreed" | "rules" | null;
  winners: number[];
  time_control: TimeControl | null;
  gift: number;
  starts_within: number | null;
  warming_up: boolean;
  unattended: boolean;
}

/** The position after event `number`, and the entries of the log that lead to it.
 *
 * The first message about a position, and the answer to Sync; later events come as Changed.
 * `fresh` views (on connecting, on looking through other eyes) have the whole log and replace
 * what the client had; `former` turns their scene into the one before a seat acted last, so that
 * what has moved can be marked.
 */
export interface View {
  type: "view";
  number: number;
  entries: LogEntry[];
  scene: Scene;
  thinking: number[];
  fresh: boolean;
  film: Film | null;
  clock: Clock | null;
  former: Record<string, unknown> | null;
}

/** What has changed in the scene after event `base` with the events up to `number`.
 *
 * `changes` turn the scene that the connection was shown last, after event `base`, into the
 * present one (see `tischlein.presentation.changes`). A client that has another one asks for a
 * whole view with Sync.
 */
export interface Changed {
  type: "changed";
  number: number;
  base: number;
  entries: LogEntry[];
  changes: Record<string, unknown>;
  thinking: number[];
  film: Film | null;
  clock: Clock | null;
}

/** What a program gets instead of views if it connects with `?scenes=0`. */
export interface Happened {
  type: "happened";
  number: number;
  entries: LogEntry[];
  acting: number[];
  legal: number[];
  fresh: boolean;
}

/** Which bots are at work now. */
export interface Thinking {
  type: "thinking";
  seats: number[];
}

/** Remarks that may be heard here; fresh ones replace what the client had. */
export interface Said {
  type: "said";
  remarks: Remark[];
  fresh: boolean;
}

/** The command with this id has become the event of this number, and is on disk. */
export interface Accepted {
  type: "accepted";
  id: string;
  number: number;
}

/** The command is not possible; nothing has changed. Also the answer to Why. */
export interface Refused {
  type: "refused";
  id: string;
  rule: string;
  phrase: Phrase;
  culprits: string[];
}

/** The answer to Why for a path that is possible, or means nothing yet. */
export interface Allowed {
  type: "allowed";
  id: string;
}

/** The answer to Draft: the position as the seat would see it; nothing has happened. */
export interface Drafted {
  type: "drafted";
  id: string;
  number: number;
  changes: Record<string, unknown>;
  open: boolean;
}

/** Send this back immediately as Echo, so that the server can measure the round trip. */
export interface Probe {
  type: "probe";
  stamp: number;
}

/** Another line of a finished match so far; sent while one is tried. */
export interface TriedLine {
  type: "line";
  at: number;
  line: string;
  settled: boolean;
  values: number[] | null;
}

/** A message could not be understood, or came too fast; `id` is its id if it had one. */
export interface Problem {
  type: "problem";
  phrase: Phrase;
  id: string;
  detail: string;
}

/** The answer to Ping, and a sign of life as long as a table is not ready to be shown. */
export interface Pong {
  type: "pong";
}

/** The state of a first match; sent with its position, and whenever either changes. */
export interface Lesson {
  type: "lesson";
  step: number;
  steps: number;
  sentence: Phrase;
  rules: string[];
  targets: string[];
  done: boolean;
}

/** Everything that one viewer sees of one position.
 *
 * The board is the box of `width` and `height` whose upper left corner is at `left` and
 * `top`. If a board grows, its box moves and everything on it keeps its coordinates, so that a
 * client can tell pieces that moved from those whose view has shifted.
 */
export interface Scene {
  width: number;
  height: number;
  prompt: Phrase;
  left?: number;
  top?: number;
  turns?: boolean;
  places?: Place[];
  pieces?: Piece[];
  pictures?: Picture[];
  lines?: Line[];
  letterings?: Lettering[];
  trays?: Tray[];
  buttons?: Button[];
  choices?: Choice[];
  any_order?: boolean;
  explains?: boolean;
  prompts?: Record<string, Phrase>;
  moment?: boolean;
  aims?: Aim[];
  beneath?: Stretch[];
  descriptions?: Description[];
  countdown?: number;
  race?: string;
  hues?: number[];
  layers?: Layer[];
  panels?: Panel[];
  awaited?: number[];
  result?: Result | null;
}

/** A message of a game's or the product's `texts.*.ftl`, with the values it needs.
 *
 * Values are numbers, strings that need no translation, other phrases, or lists of these, which
 * are joined as the language joins lists ("Anna, Ben and Cleo"). The phrase with the key
 * `seat-name` and a number `seat` stands for the name of the player on that seat.
 */
export interface Phrase {
  key: string;
  values: Record<string, number | string | Phrase | (number | string | Phrase)[]>;
}

/** An option of a game; texts are the messages `option-NAME` and `option-NAME-VALUE`.
 *
 * If a game has `option-NAME-VALUE-hint` or `option-NAME-hint`, it explains the effect.
 */
export interface OptionInfo {
  name: string;
  kind: "choices" | "number" | "order" | "teams" | "written";
  offers: Offer[];
  low?: number;
  high?: number;
  needs?: [string, string] | null;
}

/** One seat as everybody sees it.
 *
 * Before the start seats are chairs in the order of taking; the lot then deals out the letters.
 */
export interface SeatInfo {
  seat: number;
  name: string;
  kind: "bot" | "open" | "person";
  level: string;
  present: boolean;
  stand_in: boolean;
  patience: number | null;
  mine: boolean;
  resigned: boolean;
  kept: boolean;
  kept_for_me: boolean;
  program: boolean;
  time: SeatTime | null;
  chair: number;
}

/** A player's results in one game. */
export interface GameStatistics {
  game: string;
  matches: number;
  placed: number;
  wins: number;
  places: number[];
  best: number | null;
  mean: number | null;
  events: number;
  facts: FactStatistics[];
}

/** An event in words, as the receiving seat may know it. */
export interface LogEntry {
  number: number;
  seat: number;
  phrases: Phrase[];
  at: number;
}

/** What a seat has contributed to chance; in hex, empty for nothing. */
export interface ProvenSeat {
  chair: number;
  state: "hashed" | "left-out" | "none" | "promised" | "revealed";
  hash: string;
  contribution: string;
}

/** One outcome of chance. */
export interface ProvenDraw {
  number: number;
  weights: string;
  index: number;
}

/** One of the session's subscriptions; nobody else sees it. */
export interface SubscriptionInfo {
  id: string;
  channel: "mail" | "push" | "webhook";
  target: string;
  match: string;
  whole: boolean;
  kinds: ("deadline" | "invited" | "over" | "turn")[];
  language: string;
  confirmed: boolean;
  secret: string;
}

/** The card that a browser is signed in to. */
export interface OwnCard {
  name: string;
  mark: number;
  created: number;
  shows: "card" | "nothing" | "rating";
  passkeys: PasskeyInfo[];
  devices: CardDevice[];
  ratings: CardRating[];
}

/** A player's estimated strength in a game: newcomers 25, give or take 8.3. */
export interface Rated {
  mean: number;
  give_or_take: number;
  at_least: number;
}

/** What one chair (once the match has begun: seat) contributes to chance, as far as public. */
export interface PartInfo {
  state: "hashed" | "left-out" | "none" | "promised" | "revealed";
  hash: string;
}

/** A proposal to the people at a table. */
export interface ProposalInfo {
  what: "back" | "end" | "pause" | "resume" | "stand-in" | "time";
  seat: number;
  about: number | null;
  asked: number[];
  at: number;
}

/** How an event looked while it happened; it ends in the scene that follows the event. */
export interface Film {
  rate: number;
  frames: number;
  tracks: Track[];
}

/** The time to think, in milliseconds. */
export interface Clock {
  left: number;
  whole: number;
}

/** A remark at the table. */
export interface Remark {
  number: number;
  seat: number | null;
  name: string;
  kind: "text" | "reaction" | "advice" | "time" | "refused" | "lapsed";
  at: number;
  text?: string;
  speaker?: string;
  device?: string;
}

/** A spot on the board that can be picked or pointed at; `symbol` is its ground, if any. */
export interface Place {
  id: string;
  x: number;
  y: number;
  w: number;
  h: number;
  label: Phrase;
  symbol?: string;
  turn?: number;
  round?: boolean;
  key?: boolean;
}

/** A movable thing, on the board (centre x, y) or in a tray (where x and y are meaningless).
 *
 * `kind` says which pieces are interchangeable: one that leaves a spot and one of the same kind
 * that appears elsewhere are the same thing in motion. `seat` colours the symbol and adds
 * nothing else, so symbols of different seats must differ in shape too. `text` is a numeral or
 * letter drawn on it. `count` above 1 draws a stack. A piece is a target if a choice names it.
 */
export interface Piece {
  id: string;
  kind: string;
  symbol: string;
  label: Phrase;
  x?: number;
  y?: number;
  w?: number;
  h?: number;
  turn?: number;
  seat?: number | null;
  text?: string;
  count?: number;
  place?: string;
  layer?: string;
  faded?: boolean;
  laid?: string;
  span?: number;
  upright?: boolean;
  note?: boolean;
}

/** Scenery that is never clicked: a symbol in the box (x, y, w, h) of the board. */
export interface Picture {
  symbol: string;
  x: number;
  y: number;
  w: number;
  h: number;
  turn?: number;
  seat?: number | null;
  layer?: string;
  upright?: boolean;
}

/** Scenery: an outline in SVG path notation, stroked and possibly filled. */
export interface Line {
  path: string;
  tone?: "accent" | "good" | "ink" | "line" | "muted" | "paper";
  fill?: "accent" | "good" | "ink" | "line" | "muted" | "paper" | null;
  dashed?: boolean;
  width?: number;
  seat?: number | null;
  layer?: string;
}

/** Scenery: a text of the given size in board units, centred on (x, y) or beginning there. */
export interface Lettering {
  text: string | Phrase;
  x: number;
  y: number;
  size: number;
  tone?: "accent" | "good" | "ink" | "line" | "muted" | "paper";
  layer?: string;
  room?: number;
  begins?: boolean;
  wraps?: boolean;
  legible?: boolean;
}

/** A group of pieces beside the board: a hand, a stock, captured chips.
 *
 * `seat` is the owner, None if it belongs to the table. `role` tells the client where to show
 * it: the viewer's own hand and stock along the lower edge, others at their seat's panel; captured
 * pieces, and pieces played or set aside for now, always at the panel.
 */
export interface Tray {
  id: string;
  label: Phrase;
  role: "captured" | "hand" | "played" | "stock" | "table";
  pieces: Piece[];
  seat?: number | null;
  captions?: boolean;
}

/** A target that is no thing: pass, done, guess. `alarm` marks an interrupt. */
export interface Button {
  id: string;
  label: Phrase;
  tone?: "alarm" | "main" | "plain";
}

/** One legal action and the targets that select it.
 *
 * `confirm` asks for a second step where a slip would hurt. `button_label` labels the button
 * for it, which is shown immediately where only one pick can be made. `ordered` requires the
 * order of the path in a scene where others are picked in any order: such a choice is begun on
 * purpose. A client previews a choice by its marks, and by drawing the picked piece translucently
 * on the place pointed at.
 */
export interface Choice {
  action: number;
  path: string[];
  label?: Phrase | null;
  confirm?: boolean;
  marks?: Mark[];
  button_label?: Phrase | null;
  ordered?: boolean;
}

/** Legal actions too many to list: a piece is moved along a line, turned, and released.
 *
 * Position `i` puts the piece's centre at `x + i * step`, at the height `y`. The piece is
 * drawn with `symbol` in the box (w, h); `turns` are in the order of turning. A guide line
 * down to `floor` shows what is below, never what will happen.
 */
export interface Aim {
  piece: string;
  symbol: string;
  w: number;
  h: number;
  x: number;
  y: number;
  step: number;
  floor: number;
  turns: AimTurn[];
  label: Phrase;
  seat?: number | null;
}

/** What the guide line of an aim meets first from `x` on, in words. */
export interface Stretch {
  x: number;
  w: number;
  label: Phrase;
}

/** A sentence for people who do not see the board: what scenery shows, or how pieces lie. */
export interface Description {
  text: Phrase;
  layer?: string;
}

/** A group of aids that a viewer can switch on and off; items name it in `layer`. */
export interface Layer {
  id: string;
  label: Phrase;
  on?: boolean;
}

/** What is shown at a seat besides its name: the current score and short facts. */
export interface Panel {
  seat: number;
  score?: number | null;
  facts?: Phrase[];
  out?: boolean;
  room?: Phrase[];
}

/** The end: ranks (0 is first, ties share), scores, and how they came about, by seat. */
export interface Result {
  ranks: number[];
  scores: number[];
  rows: ResultRow[];
}

/** A program may act on a seat: it answers with one of the legal actions (`/actions`). */
export interface Turn {
  type: "turn";
  match: string;
  game: string;
  seat: number;
  number: number;
  legal: number[];
  awaited: boolean;
}

/** A chair is kept for a program: it accepts (`/join`) or declines (`/decline`). */
export interface Invited {
  type: "invited";
  match: string;
  game: string;
  options: string;
  seats: SeatInfo[];
}

/** A proposal to the people at a table, including a program (`/consent`). */
export interface Asked {
  type: "asked";
  match: string;
  game: string;
  what: "back" | "end" | "pause" | "resume" | "stand-in" | "time";
  seat: number;
}

/** The values of an option at one seat count. */
export interface Offer {
  default: string;
  values: string[];
}

/** How much time a seat has, if time is limited.
 *
 * While the time runs, the receiver counts down from `left` by its own clock, so that the
 * absolute time of that clock does not matter.
 */
export interface SeatTime {
  left: number;
  runs: boolean;
  near: boolean;
  overdue: boolean;
}

/** One of the facts that a game declares memorable, over all matches. */
export interface FactStatistics {
  label: Phrase;
  best: number;
  mean: number;
}

/** A passkey that opens the card. */
export interface PasskeyInfo {
  id: string;
  label: string;
  created: number;
  used: number;
}

/** A browser that is signed in to the card. */
export interface CardDevice {
  id: string;
  label: string;
  created: number;
  seen: number;
  own: boolean;
}

/** A card's rating in one game. */
export interface CardRating {
  game: string;
  matches: number;
  rating: Rated;
}

/** The path of one piece in a film: rows of frame, x, y and turn, interpolated in between.
 *
 * Lengths and angles are those of the scene.
 */
export interface Track {
  piece: string;
  rows: [number, number, number, number][];
}

/** What a choice would do to a target, shown as a preview before it is made. */
export interface Mark {
  target: string;
  kind: "gain" | "info" | "loss" | "warn";
}

/** One angle of an aim, and its row of actions.
 *
 * At position `first` the action is `action`; every further position, up to and including
 * `last`, is the next number.
 */
export interface AimTurn {
  turn: number;
  first: number;
  last: number;
  action: number;
}

/** One line of the final account: what is counted, and the figure of every seat.
 *
 * Without figures (each is empty) it is a heading, and the lines after it do not count for scores.
 * Studies use `least` and `most` as bounds of the mean over many matches.
 */
export interface ResultRow {
  label: Phrase;
  figures: (number | string)[];
  least?: number | null;
  most?: number | null;
}

export type FromServer = TableInfo | View | Changed | Happened | Thinking | Said | Accepted | Refused | Allowed | Drafted | Probe | TriedLine | Problem | Pong;

export type FromClient = Act | Why | Draft | Buzz | Hurry | Look | Sync | Echo | Aids | Attention | Ping;

export type ToLearner = TableInfo | View | Changed | Accepted | Refused | Allowed | Problem | Pong | Lesson;

export type FromLearner = Act | Why | GoTo | Hurry | Sync | Aids | Attention | Ping;

export type FromCompany = Lead | Point | Ping;

export type Duty = Turn | Invited | Asked;

export type Status = "abandoned" | "ended" | "over" | "playing" | "waiting";
