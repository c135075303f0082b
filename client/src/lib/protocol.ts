/** What the server and its clients say to each other.
 *
 * Printed from src/tischlein/web/messages by `python -m tischlein.web.descriptions.schema`; do not
 * edit.
 */

/** A table to be opened. */
export interface NewMatch {
  /** The game's key. */
  game: string;
  /** Who is to sit at the table, in order. */
  chairs: Chair[];
  /** Values of options, as text by name; those left out have their defaults. */
  options?: Record<string, string>;
  /** Whether the chairs keep their order as seats A, B, C ...; otherwise the lot decides. */
  fixed?: boolean;
  /** Whether the lobby shows it to everybody on this server. */
  listed?: boolean;
  /** Who may hear what is said at the table; if left out, those who sit at it. */
  talk?: "off" | "friends" | "open";
  /** Whether players may ask for advice, of which all are told.
   *
   * If left out: only if one person plays against bots.
   */
  advice?: boolean | null;
  /** Whether programs may take chairs without an invitation. */
  programs?: boolean;
  /** Whether the browser will contribute to chance (Contribute) once it knows the commitment. */
  contributes?: boolean;
  /** How much time people have; if left out, unlimited.
   *
   * A move, or a clock at the start, has 10 seconds to 30 days; a clock gains up to a day with every
   * turn.
   */
  time_control?: TimeControl | null;
  /** Whether others than the players may watch while the match is being played. */
  watched?: boolean;
}

/** A record to be opened. */
export interface RecordText {
  /** Its text. */
  record: string;
}

/** Take an open chair under a name. */
export interface Join {
  /** What the person is to be called at the table. */
  name: string;
  /** The hash of the browser's contribution to chance, in hex; empty for none. */
  hash?: string;
  /** Whether another person sits down at a device whose people already have a seat there. */
  beside?: boolean;
  /** Which of the chairs that may be taken; null for the one kept under the name, or the first. */
  chair?: number | null;
  /** Whether the people of a device sit down as in the match before.
   *
   * That is where they had sat down there themselves, if they had, and not where others had; the
   * name is that of the first chair. Refused together with `beside` or a `chair`.
   */
  again?: boolean;
}

/** Get up: a chair becomes free, and in a match a bot plays until one is back. */
export interface Leave {
  /** Whether meanwhile somebody else may ask for the seat of a match that is being played. */
  release?: boolean;
}

/** Change the name of a person at one's device, before the start. */
export interface Rename {
  /** The person's chair, from 0. */
  seat: number;
  /** The new name. */
  name: string;
}

/** Contribute to the chance of a match, before it starts.
 *
 * First `hashes`, one for each chair of the session that has none; then, when the table says
 * `revealing`, the `contributions`, 16 to 64 random bytes each. All in hex;
 * `tischlein.tables.chance.fairness` defines the hash. Both may come at once if no other browser
 * contributes. The same may be sent again.
 */
export interface Contribute {
  /** Hashes of contributions, in hex: one for each chair of the session that has none. */
  hashes?: string[];
  /** The contributions, in hex: 16 to 64 random bytes each, in the order of the hashes. */
  contributions?: string[];
}

/** Ask for the match that continues a finished one; the body may be left out. */
export interface Rematch {
  /** As in NewMatch. */
  contributes?: boolean;
}

/** Replace the private link of a seat; all other devices lose the seat.
 *
 * Those of the same player card keep it.
 */
export interface RenewLink {
  /** The old one, which may have expired; empty for the links of all seats that one holds. */
  secret?: string;
}

/** Hold the seat of a private link on this device too. */
export interface Claim {
  /** The secret of the seat: what follows the # of its private link. */
  secret: string;
}

/** Let a bot play for an absent person, or hand the seat back. */
export interface StandIn {
  /** The seat, from 0. */
  seat: number;
  /** Whether a bot is to play; otherwise the seat is handed back. */
  on: boolean;
}

/** Propose something to the others.
 *
 * What needs nobody's consent, such as to `resume`, happens immediately.
 */
export interface Propose {
  /** What is proposed.
   *
   * `end`: the match ends without a result; `back`: one's last turn and all after it are taken
   * back; `pause`, `resume`: nobody acts until the people resume; `time`: the proposer gets
   * more time.
   */
  what: "back" | "end" | "pause" | "resume" | "time";
}

/** Ask for a seat in a match that is being played: a bot's, or a released one. */
export interface TakeOver {
  /** The seat, from 0. */
  seat: number;
  /** What the person is to be called at the table. */
  name: string;
  /** Whether it is another person at a device whose people play there already. */
  beside?: boolean;
}

/** Agree to what has been proposed, or refuse or withdraw it. */
export interface Consent {
  /** Whether one agrees; otherwise the proposal is refused, or one's own withdrawn. */
  agree: boolean;
  /** When the intended proposal was made (`ProposalInfo.at`); if left out, the current one.
   *
   * No other proposal is answered.
   */
  at?: number | null;
}

/** The seat that resigns, or that has to be freed before the start. */
export interface SeatChoice {
  /** The seat, from 0; before the start, the chair. */
  seat: number;
}

/** Give the others time. */
export interface GiveTime {
  /** How many, at most those of a move or of a clock at the start; if left out, as usual. */
  seconds?: number | null;
}

/** Put a bot on an open chair (host only, before the start). */
export interface FillChair {
  /** The open chair, from 0. */
  seat: number;
  /** The bot's level, from `GameInfo.levels`. */
  level: string;
}

/** Keep an open chair for a program, by its id (host only, before the start). */
export interface Invite {
  /** The open chair, from 0. */
  seat: number;
  /** The program's id, from the list of programs. */
  program: string;
}

/** Say something at the table: a text of up to 200 characters, or a reaction by its name.
 *
 * If the host lets all talk, viewers may as well, under a name that they give.
 */
export interface Say {
  /** What is said; empty for a reaction. */
  text?: string;
  /** The reaction's name; empty for a text. */
  reaction?: string;
  /** The speaking seat, if the session holds several. */
  seat?: number | null;
  /** The name of a viewer. */
  name?: string;
}

/** Set who may hear what is said (host only). */
export interface RuleTalk {
  /** Who may hear it from now on. */
  talk: "off" | "friends" | "open";
}

/** Set whether others than the players may watch (host only). */
export interface RuleWatching {
  /** Whether they may watch from now on. */
  watched: boolean;
}

/** Set whether programs may take chairs uninvited (host only, before the start). */
export interface RulePrograms {
  /** Whether they may take chairs from now on. */
  programs: boolean;
}

/** Ask what a good player would do, for a seat of one's own. */
export interface AskAdvice {
  /** The seat, from 0. */
  seat: number;
  /** Actions of a draft, after which advice is wanted. */
  after?: number[];
}

/** Subscribe to notifications about one's matches. */
export interface Subscribe {
  /** How one is told: by the browser, by mail, or by a request to a server. */
  channel: "mail" | "push" | "webhook";
  /** The endpoint that the push service gave to the browser, a mail address, or a URL. */
  target: string;
  /** For push: `p256dh` and `auth` of the browser's subscription. */
  keys?: [string, string];
  /** The one match that it is about; empty for all of one's own. */
  match?: string;
  /** For the webhook of a table's host: whether it covers everybody's turns. */
  whole?: boolean;
  /** What one is told of.
   *
   * That it is one's turn, that a deadline is near, that a match is over, that one is invited.
   */
  kinds?: ("deadline" | "invited" | "over" | "turn")[];
  /** The language of the messages. */
  language?: string;
}

/** What follows the # of a link in a message. */
export interface LinkToken {
  /** The token of the link. */
  token: string;
}

/** Make a player card. */
export interface NewCard {
  /** The name on the card. */
  name: string;
  /** This device's name in the card's list. */
  label?: string;
}

/** Change a card. */
export interface CardChange {
  /** The new name on the card. */
  name: string;
  /** What others at a table see of it: name and rating, the name, or nothing. */
  shows: "card" | "nothing" | "rating";
}

/** Sign in with a recovery code. */
export interface UseCode {
  /** The code, with or without its hyphens. */
  code: string;
  /** This device's name in the card's list. */
  label?: string;
}

/** The browser's result, as WebAuthn writes it in JSON. */
export interface PasskeyAnswer {
  /** The credential that the browser has made or used. */
  credential: Record<string, unknown>;
  /** The name of a new passkey in the card's list. */
  label?: string;
}

/** Choose a passkey from the card's list. */
export interface PasskeyChoice {
  /** Which one (`PasskeyInfo.id`). */
  id: string;
}

/** Sign devices out of the card. */
export interface CardSignOut {
  /** Which one, from the card's list; empty for all but this one. */
  id?: string;
}

/** Perform this action, for the seat looked through. */
export interface Act {
  /** Which kind of message this is. */
  type: "act";
  /** Chosen by the client, 1 to 64 characters; a repeated id gets the same answer. */
  id: string;
  /** A number from a scene's choice, or a text in the game's notation. */
  action: number | string;
  /** The number of the last event that the client knows.
   *
   * An action meant for an earlier occasion (such as an earlier deal) is refused, anything else is
   * judged in the present position.
   */
  seen: number;
  /** In a race (`Scene.race`): whole milliseconds since the client first drew it. */
  elapsed?: number | null;
}

/** Would picking these targets be refused, and by which rule? */
export interface Why {
  /** Which kind of message this is. */
  type: "why";
  /** Chosen by the client; the answer has it. */
  id: string;
  /** The ids of the targets, in order. */
  path: string[];
  /** Actions of a draft, to whose position the targets refer. */
  after?: number[];
}

/** What would the seat see after these actions of its own, one after the other?
 *
 * Answered with Drafted, or with Refused if one of them is not possible.
 */
export interface Draft {
  /** Which kind of message this is. */
  type: "draft";
  /** Chosen by the client; the answer has it. */
  id: string;
  /** The numbers of the actions, in order. */
  actions: number[];
}

/** The seat looked through has pressed its buzzer in a race; its claim follows.
 *
 * Only for people who share one device and should not have to enter their answer first: it counts
 * if the session holds the seats of all people in the match, and the claim comes within seconds.
 */
export interface Buzz {
  /** Which kind of message this is. */
  type: "buzz";
  /** Whole milliseconds since the client first drew the race. */
  elapsed: number;
}

/** Let the bots act without their usual pauses until a person is awaited.
 *
 * It counts if the session holds the seats of all people in the match.
 */
export interface Hurry {
  /** Which kind of message this is. */
  type: "hurry";
}

/** See through the eyes of another seat that this session holds, or None as a spectator. */
export interface Look {
  /** Which kind of message this is. */
  type: "look";
  /** The seat, from 0; None to look as a spectator. */
  seat: number | null;
}

/** Send the whole scene, and the log after the event with this number. */
export interface Sync {
  /** Which kind of message this is. */
  type: "sync";
  /** The number of the last event whose log the client has. */
  have: number;
}

/** The answer to Probe. */
export interface Echo {
  /** Which kind of message this is. */
  type: "echo";
  /** The stamp of the Probe. */
  stamp: number;
}

/** Whether scenes are to show what is on layers that are off by default, too.
 *
 * If this changes, the resulting changes of the present scene are sent immediately, as Changed
 * with equal `base` and `number`. A connection begins with these aids, or with `?aids=0`
 * without.
 */
export interface Aids {
  /** Which kind of message this is. */
  type: "aids";
  /** Whether they are to be shown. */
  on: boolean;
}

/** Whether somebody is looking at the table now; a window that says nothing counts as such.
 *
 * People who see the table get no notifications about it elsewhere.
 */
export interface Attention {
  /** Which kind of message this is. */
  type: "attention";
  /** Whether somebody is looking. */
  on: boolean;
}

/** Are you there? */
export interface Ping {
  /** Which kind of message this is. */
  type: "ping";
}

/** Show this step of the first match from its beginning (1 is the first). */
export interface GoTo {
  /** Which kind of message this is. */
  type: "go-to";
  /** Its number. */
  step: number;
}

/** Lead from now on, or stop leading; a previous leader follows. */
export interface Lead {
  /** Which kind of message this is. */
  type: "lead";
  /** Whether to lead; otherwise to stop. */
  on: boolean;
  /** The name that the others are told; it may be empty. */
  name?: string;
}

/** The leader looks at this now. */
export interface Point {
  /** Which kind of message this is. */
  type: "point";
  /** The query and the fragment of the page's address. */
  address: string;
}

/** Who is to sit on a chair of a new match. */
export interface Chair {
  /** Who sits there.
   *
   * `me`: the session that opens the match (several such chairs make a hot-seat match);
   * `open`: anybody who takes it by the link; `bot`: a bot; `program`: a program that this
   * server knows, which is asked whether it wants to play; `player`: who had a seat of the match
   * that this one continues, so at no other table. The session sits down there at once; for others
   * the chair is kept.
   */
  kind: "bot" | "me" | "open" | "player" | "program";
  /** Of `me`: the person's name. */
  name?: string;
  /** Of `bot`: its level, from `GameInfo.levels`. */
  level?: string;
  /** Of `program`: its id, from the list of programs. */
  program?: string;
  /** Of `player`: the seat, from 0, which no bot had. */
  seat?: number | null;
}

/** How much time people have at a table. */
export interface TimeControl {
  /** What is limited. */
  kind: "move" | "match";
  /** For a move, or on each clock at the start. */
  seconds: number;
  /** Seconds that a clock gains with every turn. */
  increment?: number;
  /** What happens when a seat's time is up; if left out, a bot plays. */
  then?: "bot" | "lose";
  /** Of the bot that plays on; empty for the game's level for absent players. */
  level?: string;
}

/** The visitors who go through a finished match together, and what their leader looks at. */
export interface Company {
  /** Which kind of message this is. */
  type: "company";
  /** Open windows. */
  people: number;
  /** The leader's name, None if there is no leader; it may be empty. */
  leader: string | null;
  /** Whether the receiver is the leader. */
  leading: boolean;
  /** What the leader looks at: the query and the fragment of the page's address. */
  address: string;
}

/** How many of the games on the shelf can be played. */
export interface Progress {
  /** How many can be played. */
  ready: number;
  /** All of them, 0 if they have not been counted yet. */
  games: number;
  /** Whether bots can think about all of them, too. */
  done: boolean;
}

/** A box on the shelf. */
export interface GameInfo {
  /** The game's key, by which requests name it. */
  key: string;
  /** How many can play, in increasing order. */
  seats: number[];
  /** How long a match takes, roughly. */
  minutes: number;
  /** Whether seats know what others do not. */
  secrets: boolean;
  /** Whether anything is dealt, drawn or rolled. */
  chance: boolean;
  /** Whether those act first who are fastest. */
  quick: boolean;
  /** The levels of its bots, from weak to strong. */
  levels: string[];
  /** Its options. */
  options: OptionInfo[];
  /** Its authors and publisher. */
  credits: string;
  /** A real position as a spectator sees it, for the picture on the box. */
  cover: Scene;
  /** The number of steps of its interactive first match, 0 if there is none. */
  lesson: number;
}

/** All that the first page shows, in one answer: the games with their boxes, and matches. */
export interface FullShelf {
  /** The games of this server, in the order of the shelf. */
  games: GameInfo[];
  /** The texts of each game, by its key, and of the product (`core`), as Fluent files. */
  texts: Record<string, string>;
  /** The drawings of each game, by its key, and of the product, as SVG files of symbols. */
  art: Record<string, string>;
  /** None from a server that has just been started, or cannot read storage at the moment.
   *
   * It has them a little later.
   */
  matches: Matches | null;
}

/** Options that a game accepts together. */
export interface ChosenOptions {
  /** Those that differ from their defaults, as `name=value` words. */
  options: string;
}

/** The match, and the private links of the seats that the session has received. */
export interface Opened {
  /** The id of the match. */
  match: string;
  /** One for each seat taken; `/seat#SECRET` opens that seat on another device. */
  seat_secrets: string[];
  /** SHA-256 of the server's secret: the browser's contribution is made after this. */
  commitment: string;
}

/** The session's own matches, and the open tables that anybody may join. */
export interface Matches {
  /** Matches in which the session holds a seat, or whose record it has opened. */
  mine: MatchSummary[];
  /** Tables with free chairs that are shown to everybody. */
  open: MatchSummary[];
}

/** A match in a list. */
export interface MatchSummary {
  /** The id of the match. */
  id: string;
  /** The game's key. */
  game: string;
  /** Whether it waits for players, is played, or how it ended. */
  status: "abandoned" | "ended" | "over" | "playing" | "waiting";
  /** Who sits there. */
  seats: SeatInfo[];
  /** Options that differ from their defaults, as `name=value` words. */
  options: string;
  /** Whether the match waits for the receiver. */
  your_turn: boolean;
  /** Milliseconds since 1970 of the last event. */
  changed: number;
  /** How much time people have. */
  time_control: TimeControl | null;
  /** How many milliseconds the receiver has left to act.
   *
   * If it is not the receiver's turn, the first of those who are to act. None if no time passes.
   */
  left: number | null;
  /** Whether that is little. */
  near: boolean;
  /** Whether somebody put it in as a record: this server has not seen it being played. */
  from_record: boolean;
}

/** The statistics of the session's finished matches. */
export interface Statistics {
  /** One for each game, the most played first. */
  games: GameStatistics[];
}

/** The match of a record that has been opened. */
export interface OpenedRecord {
  /** Its id. */
  match: string;
}

/** Scenes of a range of events, for the replay of what a seat may see. */
export interface Replay {
  /** The number of the event after which the first scene is; event 0 is the start. */
  first: number;
  /** The scene after that event, whole. */
  scene: Scene;
  /** What each further event changes in the previous scene. */
  changes: Record<string, unknown>[];
  /** The log of the whole match so far. */
  entries: LogEntry[];
}

/** The evaluation of a finished match step by step, as far as it is known. */
export interface Analysis {
  /** The meaning of the values: the chance of winning from 0 to 1, current points, or nothing. */
  measure: "none" | "points" | "win_probability";
  /** Numbers of events. */
  steps: number[];
  /** For each of these events, a value per seat; null if it is not evaluated yet. */
  values: (number[] | null)[];
  /** Whether all is evaluated. */
  done: boolean;
}

/** A game's rules as HTML, every rule with its identifier as anchor. */
export interface RulesPage {
  /** The rules, without a page around them. */
  html: string;
  /** The identifiers of all rules, such as `BAU-12`, in order. */
  identifiers: string[];
}

/** All that proves the chance of a finished match, so that anybody can recompute it. */
export interface Fairness {
  /** The id of the match. */
  match: string;
  /** How contributions came in: 1 openly, 2 by hashes first. */
  protocol: number;
  /** SHA-256 of the secret in hex, published before anything was drawn. */
  commitment: string;
  /** The server's secret, in hex. */
  secret: string;
  /** Whether the chairs are the seats, so that no lot was drawn. */
  fixed: boolean;
  /** What each seat contributed, in order. */
  seats: ProvenSeat[];
  /** All outcomes of chance, in order. */
  draws: ProvenDraw[];
  /** Whether somebody put the match in as a record.
   *
   * Then it fits itself at most: this server has not committed itself to anything before.
   */
  from_record: boolean;
}

/** What a good player would do, best first. */
export interface Advice {
  /** The last event when it was asked. */
  number: number;
  /** The numbers of the actions, best first. */
  actions: number[];
  /** The share of the bot's tries for each of these actions, if it distributes them. */
  shares?: number[];
  /** The log of each of these actions, in games without secrets. */
  logs?: Phrase[][];
  /** What the seat can expect, from 0 to 1, if the bot has an estimate. */
  value?: number | null;
  /** Whether `value` is proven. */
  exact?: boolean;
  /** The expected continuation after the first action. */
  line?: LogEntry[];
}

/** A program that plays at this server under an identity of its own. */
export interface ProgramInfo {
  /** Identifies the program, to invite it. */
  id: string;
  /** Its name at tables. */
  name: string;
  /** Who is responsible for it. */
  owner: string;
  /** The keys of those games of this server that it plays. */
  games: string[];
  /** Whether it listens for requests to it. */
  present: boolean;
}

/** All that a program currently has to answer, over all its matches; each replaces the last one.
 *
 * Of a match, proposals come before a turn, which would void them. Kinds of duties may be added:
 * ignore those that you do not know.
 */
export interface Duties {
  /** Which kind of message this is. */
  type: "duties";
  /** Identifies this list; it changes whenever anything in the list changes. */
  revision: string;
  /** What it has to answer. */
  duties: (Turn | Invited | Asked)[];
}

/** How this server can notify people about their matches, and the session's subscriptions. */
export interface TellingInfo {
  /** The server's public key for push messages; empty if it sends none. */
  push: string;
  /** Whether it sends mail. */
  mail: boolean;
  /** Whether it sends requests to other servers. */
  webhooks: boolean;
  /** The session's subscriptions. */
  mine: SubscriptionInfo[];
}

/** The card that a browser is signed in to, if any, and where passkeys work. */
export interface CardPage {
  /** The card; None if the browser is signed in to none. */
  card: OwnCard | null;
  /** The addresses of the server at which passkeys work. */
  origins: string[];
}

/** The card of a player at a table, as far as it is shown. */
export interface PlayerCard {
  /** The name on the card. */
  name: string;
  /** 18 bits from which the card's own mark is drawn; nobody can choose it. */
  mark: number;
  /** In the game of the table; None if it is hidden, or there is none yet. */
  rating: Rated | null;
}

/** A card's recovery code, which is only sent once. */
export interface RecoveryCode {
  /** The code, to be kept by the owner. */
  code: string;
}

/** What a browser needs to make or use a passkey, as WebAuthn writes it in JSON. */
export interface PasskeyQuestion {
  /** The options of `navigator.credentials.create` or `get`. */
  options: Record<string, unknown>;
}

/** The match around the board; sent on connecting and whenever something of it changes. */
export interface TableInfo {
  /** Which kind of message this is. */
  type: "table";
  /** The id of the match. */
  id: string;
  /** The game's key. */
  game: string;
  /** Options that differ from their defaults, as `name=value` words. */
  options: string;
  /** Whether it waits for players, is played, or how it ended. */
  status: "abandoned" | "ended" | "over" | "playing" | "waiting";
  /** Who sits there; before the start, who sits on the chairs. */
  seats: SeatInfo[];
  /** The seat that this connection looks through, None for a spectator. */
  looking: number | null;
  /** The number of the last event. */
  number: number;
  /** Whether the receiving session opened the table, or the record. */
  host: boolean;
  /** Whether the game has secrets, so that hot-seat players need a privacy screen. */
  secrets: boolean;
  /** Whether actions may be tried with Draft before they are sent. */
  drafts: boolean;
  /** SHA-256 of the server's secret, published before anything is drawn. */
  commitment: string;
  /** What each chair or seat contributes to chance, in the order of `seats`. */
  parts: PartInfo[];
  /** Whether all hashes are in: browsers reveal now, or are left out of a match that starts. */
  revealing: boolean;
  /** Whether the chairs are the seats, so that no lot is drawn. */
  fixed: boolean;
  /** Whether somebody put it in as a record: this server has not seen it being played. */
  from_record: boolean;
  /** The match that continues this one, once a rematch has been opened. */
  rematch: string;
  /** Who may hear what is said: nobody, those who sit at the table, or viewers too. */
  talk: "off" | "friends" | "open";
  /** Whether players may ask for advice. */
  advice: boolean;
  /** Whether others than the players may watch while the match is being played. */
  watched: boolean;
  /** Whether programs may take chairs without an invitation. */
  programs: boolean;
  /** While the table waits: whether the match is to be rated.
   *
   * That requires that all who still sit down have player cards, as those have who sit here.
   */
  rated: boolean;
  /** Whether nobody acts until the people resume. */
  paused: boolean;
  /** The proposal that waits for consent. */
  proposal: ProposalInfo | null;
  /** Who has played on for bots since the match began, in order. */
  taken_over: TakeOverInfo[];
  /** Why the match was ended early, if `status` is `ended`. */
  ending: "resigned" | "overdue" | "agreed" | "rules" | null;
  /** The seats that win because all others have resigned, or run out of time.
   *
   * All of a team, also those of its seats that had resigned before. If several sides are left, they
   * share the first place. None if the match did not end like that, or no side is left, or all are.
   */
  winners: number[];
  /** How much time people have; None for unlimited time. */
  time_control: TimeControl | null;
  /** How many seconds are given to the others at once, if time is limited. */
  gift: number;
  /** While contributions of browsers are missing: milliseconds until the match starts without. */
  starts_within: number | null;
  /** Whether bots sit here whose searches are still being compiled, on a new machine. */
  warming_up: boolean;
  /** Whether there is no worker for this table's bots, or its physics. */
  unattended: boolean;
}

/** The position after event `number`, and the entries of the log that lead to it.
 *
 * The first message about a position, and the answer to Sync; later events come as Changed.
 * On connecting, and on looking through other eyes, it is fresh.
 */
export interface View {
  /** Which kind of message this is. */
  type: "view";
  /** The number of the last event. */
  number: number;
  /** The new entries of the log; of a fresh view, all. */
  entries: LogEntry[];
  /** What the seat looked through sees. */
  scene: Scene;
  /** Bots that are at work. */
  thinking: number[];
  /** Whether it replaces all that the client had. */
  fresh: boolean;
  /** How the last event looked, if it has just happened and there is something to see. */
  film: Film | null;
  /** In a race with a time limit. */
  clock: Clock | null;
  /** What turns a fresh scene into the one before a seat acted last, to mark what has moved. */
  former: Record<string, unknown> | null;
}

/** What has changed in the scene after event `base` with the events up to `number`.
 *
 * `changes` turn the scene that the connection was shown last, after event `base`, into the
 * present one (see `tischlein.presentation.changes`). A client that has another one asks for a
 * whole view with Sync.
 */
export interface Changed {
  /** Which kind of message this is. */
  type: "changed";
  /** The number of the last event. */
  number: number;
  /** The number of the event after which the scene was that is changed. */
  base: number;
  /** The new entries of the log. */
  entries: LogEntry[];
  /** What turns that scene into the present one. */
  changes: Record<string, unknown>;
  /** Bots that are at work. */
  thinking: number[];
  /** As in View. */
  film: Film | null;
  /** As in View. */
  clock: Clock | null;
}

/** What a program gets instead of views if it connects with `?scenes=0`. */
export interface Happened {
  /** Which kind of message this is. */
  type: "happened";
  /** The number of the last event. */
  number: number;
  /** The new entries of the log; if fresh, all. */
  entries: LogEntry[];
  /** The seats that may act. */
  acting: number[];
  /** The actions of the seat looked through; none while it may not act. */
  legal: number[];
  /** Whether it replaces all that the client had. */
  fresh: boolean;
}

/** Which bots are at work now. */
export interface Thinking {
  /** Which kind of message this is. */
  type: "thinking";
  /** Their seats, from 0. */
  seats: number[];
}

/** Remarks that may be heard here; fresh ones replace what the client had. */
export interface Said {
  /** Which kind of message this is. */
  type: "said";
  /** The remarks, oldest first. */
  remarks: Remark[];
  /** Whether they replace all that the client had. */
  fresh: boolean;
}

/** The command with this id has become the event of this number, and is on disk. */
export interface Accepted {
  /** Which kind of message this is. */
  type: "accepted";
  /** The id of the command. */
  id: string;
  /** The number of its event. */
  number: number;
}

/** The command is not possible; nothing has changed. Also the answer to Why. */
export interface Refused {
  /** Which kind of message this is. */
  type: "refused";
  /** The id of the command. */
  id: string;
  /** Identifier on the rules page, empty if no rule of the game is concerned. */
  rule: string;
  /** Why it is not possible. */
  phrase: Phrase;
  /** Targets of the scene that are highlighted to explain the refusal. */
  culprits: string[];
}

/** The answer to Why for a path that is possible, or means nothing yet. */
export interface Allowed {
  /** Which kind of message this is. */
  type: "allowed";
  /** The id of the question. */
  id: string;
}

/** The answer to Draft: the position as the seat would see it; nothing has happened. */
export interface Drafted {
  /** Which kind of message this is. */
  type: "drafted";
  /** The id of the question. */
  id: string;
  /** The event that the draft starts from; it is void after another event. */
  number: number;
  /** The changes from the scene after that event to what the seat would see. */
  changes: Record<string, unknown>;
  /** Whether the seat could go on. If not, the draft is complete: the client sends its actions. */
  open: boolean;
}

/** Send this back immediately as Echo, so that the server can measure the round trip. */
export interface Probe {
  /** Which kind of message this is. */
  type: "probe";
  /** The server's time, to be sent back. */
  stamp: number;
}

/** Another line of a finished match so far; sent while one is tried. */
export interface TriedLine {
  /** Which kind of message this is. */
  type: "line";
  /** The number of the event after which it leaves the match. */
  at: number;
  /** What has happened since (for the format, see `tischlein.tables.review.variations`). */
  line: string;
  /** Whether nothing happens by itself: a person is to move, or it is over. */
  settled: boolean;
  /** The seats' prospects here, in games whose bots evaluate them. */
  values: number[] | null;
}

/** A message could not be understood, or came too fast; `id` is its id if it had one. */
export interface Problem {
  /** Which kind of message this is. */
  type: "problem";
  /** What is wrong, in words for people. */
  phrase: Phrase;
  /** The id of the message; empty if it had none. */
  id: string;
  /** What is wrong in a request, and what would be right: for programmers. */
  detail: string;
}

/** The answer to Ping, and a sign of life as long as a table is not ready to be shown. */
export interface Pong {
  /** Which kind of message this is. */
  type: "pong";
}

/** The state of a first match; sent with its position, and whenever either changes. */
export interface Lesson {
  /** Which kind of message this is. */
  type: "lesson";
  /** The step that is shown, from 1 on. */
  step: number;
  /** How many there are. */
  steps: number;
  /** What is to be done; once the step is done, what has happened. */
  sentence: Phrase;
  /** The identifiers of the rules that the step is about. */
  rules: string[];
  /** The targets to pick, in order; empty if nothing or anything may be picked. */
  targets: string[];
  /** Whether nothing is left to do but to continue. */
  done: boolean;
}

/** Everything that one viewer sees of one position.
 *
 * The board is the box of `width` and `height` whose upper left corner is at `left` and
 * `top`. If a board grows, its box moves and everything on it keeps its coordinates, so that a
 * client can tell pieces that moved from those whose view has shifted.
 */
export interface Scene {
  /** The width of the board. */
  width: number;
  /** The height of the board. */
  height: number;
  /** The one sentence that says what is expected now. */
  prompt: Phrase;
  /** The left edge of the board. */
  left?: number;
  /** The upper edge of the board. */
  top?: number;
  /** Whether the board may be rotated by a quarter turn if that shows it larger.
   *
   * What lies on it turns with it. Not for boards on which things fall.
   */
  turns?: boolean;
  /** The spots on the board. */
  places?: Place[];
  /** The movable things on the board. */
  pieces?: Piece[];
  /** Scenery: drawings. */
  pictures?: Picture[];
  /** Scenery: outlines. */
  lines?: Line[];
  /** Scenery: texts. */
  letterings?: Lettering[];
  /** The groups of pieces beside the board. */
  trays?: Tray[];
  /** The targets that are no things. */
  buttons?: Button[];
  /** The legal actions, unless they are too many to list. */
  choices?: Choice[];
  /** Whether the targets of a choice are picked in any order. */
  any_order?: boolean;
  /** Whether the effect of a choice is to be read before it is made.
   *
   * Without a pointer that hovers, the first pick shows the effect, and the second makes the choice.
   */
  explains?: boolean;
  /** What is expected once a target is picked, by the last picked target.
   *
   * Only where the prompt does not say it.
   */
  prompts?: Record<string, Phrase>;
  /** Whether the scene is to be shown for a moment: the next event removes something from it. */
  moment?: boolean;
  /** The legal actions that are too many to list. */
  aims?: Aim[];
  /** What is below the piece being aimed: stretches from wall to wall, from left to right. */
  beneath?: Stretch[];
  /** What the board shows and no name of a place, piece or tray says, in words. */
  descriptions?: Description[];
  /** Milliseconds until the awaited outcome of chance, to be counted down. */
  countdown?: number;
  /** The name of the race in progress, if the fastest counts now.
   *
   * The client measures how long the seat has taken since it first drew a scene with this name.
   */
  race?: string;
  /** By seat: the seat whose colour it has, where colours of the game's own would conflict. */
  hues?: number[];
  /** The aids that can be switched on and off. */
  layers?: Layer[];
  /** What is shown at the seats, in order. */
  panels?: Panel[];
  /** The seats that the match waits for; empty for chance and at the end. */
  awaited?: number[];
  /** The end; None before it. */
  result?: Result | null;
}

/** A message of a game's or the product's `texts.*.ftl`, with the values it needs.
 *
 * Values are numbers, strings that need no translation, other phrases, or lists of these, which
 * are joined as the language joins lists ("Anna, Ben and Cleo"). The phrase with the key
 * `seat-name` and a number `seat` stands for the name of the player on that seat.
 */
export interface Phrase {
  /** The message's name in the texts. */
  key: string;
  /** The values that the message names. */
  values: Record<string, number | string | Phrase | (number | string | Phrase)[]>;
}

/** An option of a game; texts are the messages `option-NAME` and `option-NAME-VALUE`.
 *
 * If a game has `option-NAME-VALUE-hint` or `option-NAME-hint`, it explains the effect.
 */
export interface OptionInfo {
  /** The option's name. */
  name: string;
  /** What its values are: a few words, a number, a text, a division into teams, an order. */
  kind: "choices" | "number" | "order" | "teams" | "written";
  /** One for each of the game's seat counts, in order. */
  offers: Offer[];
  /** Of numbers: the least at any seat count. */
  low?: number;
  /** Of numbers: the greatest at any seat count. */
  high?: number;
  /** Another option, and the one value of it with which this one has any effect. */
  needs?: [string, string] | null;
}

/** One seat as everybody sees it.
 *
 * Before the start seats are chairs in the order of taking; the lot then deals out the letters.
 */
export interface SeatInfo {
  /** The seat, from 0; before the start, the chair. */
  seat: number;
  /** The player's name; empty for a free chair. */
  name: string;
  /** Whether a person or a bot has it, or it is free. */
  kind: "bot" | "open" | "person";
  /** The bot's level, also of a bot that stands in for a person. */
  level: string;
  /** Whether a browser of this person is connected (bots always are); not given in lists. */
  present: boolean;
  /** Whether a bot plays for a person who is away. */
  stand_in: boolean;
  /** Whether a person has gone and let others ask for the seat, unless they are back before. */
  released: boolean;
  /** For an absent person: for how many milliseconds more the others may not let a bot play.
   *
   * 0 if they may; None if they may not at all.
   */
  patience: number | null;
  /** Whether the receiving session holds this seat. */
  mine: boolean;
  /** Whether the player has given up. */
  resigned: boolean;
  /** For a free chair: whether it is kept for its previous player. */
  kept: boolean;
  /** Whether that is the receiving session. */
  kept_for_me: boolean;
  /** Whether a program has the seat under an identity of its own, or is invited to it. */
  program: boolean;
  /** A person's time, if it is limited and the match has begun. */
  time: SeatTime | null;
  /** Identifies a player both before the lot has dealt out the seats, and after that. */
  chair: number;
}

/** A player's results in one game. */
export interface GameStatistics {
  /** The game's key. */
  game: string;
  /** How many were decided. */
  matches: number;
  /** Those in which the player had one seat alone, so that its place is theirs. */
  placed: number;
  /** Of these; shared ones count. */
  wins: number;
  /** How often the player was first, second, and so on. */
  places: number[];
  /** The most points, None if points do not count. */
  best: number | null;
  /** Points per match, on average; None if points do not count. */
  mean: number | null;
  /** Events per match, on average. */
  events: number;
  /** What else the game counts. */
  facts: FactStatistics[];
}

/** An event in words, as the receiving seat may know it. */
export interface LogEntry {
  /** The number of the event. */
  number: number;
  /** 0 to 7, or 8 for chance. */
  seat: number;
  /** What has happened, sentence by sentence. */
  phrases: Phrase[];
  /** Milliseconds since 1970. */
  at: number;
}

/** What a seat has contributed to chance; in hex, empty for nothing. */
export interface ProvenSeat {
  /** Which chair, from 0, it was before the lot. */
  chair: number;
  /** As in PartInfo. */
  state: "hashed" | "left-out" | "none" | "promised" | "revealed";
  /** The hash that bound the browser. */
  hash: string;
  /** What it contributed. */
  contribution: string;
}

/** One outcome of chance. */
export interface ProvenDraw {
  /** Of its event. */
  number: number;
  /** The weight of each possible outcome, as words `WEIGHT` or `WEIGHT*TIMES` in a row. */
  weights: string;
  /** The index of the actual outcome. */
  index: number;
}

/** One of the session's subscriptions; nobody else sees it. */
export interface SubscriptionInfo {
  /** Identifies the subscription, to end it. */
  id: string;
  /** As in Subscribe. */
  channel: "mail" | "push" | "webhook";
  /** As in Subscribe. */
  target: string;
  /** Empty for all matches of one's own. */
  match: string;
  /** As in Subscribe. */
  whole: boolean;
  /** As in Subscribe. */
  kinds: ("deadline" | "invited" | "over" | "turn")[];
  /** As in Subscribe. */
  language: string;
  /** Whether the question to the mail address has been answered. */
  confirmed: boolean;
  /** The secret that signs a webhook's messages; empty for other channels. */
  secret: string;
}

/** The card that a browser is signed in to. */
export interface OwnCard {
  /** The name on the card. */
  name: string;
  /** As in PlayerCard. */
  mark: number;
  /** When the card was made, in milliseconds since 1970. */
  created: number;
  /** What others at a table see of it. */
  shows: "card" | "nothing" | "rating";
  /** The passkeys that open it. */
  passkeys: PasskeyInfo[];
  /** The browsers that are signed in to it. */
  devices: CardDevice[];
  /** Its ratings, one for each game with rated matches. */
  ratings: CardRating[];
}

/** A player's estimated strength in a game: newcomers 25, give or take 8.3. */
export interface Rated {
  /** The mean of the estimate. */
  mean: number;
  /** The standard deviation: in two of three cases the true strength is within it. */
  give_or_take: number;
  /** An almost certain lower bound: three standard deviations below the mean. */
  at_least: number;
}

/** What one chair (once the match has begun: seat) contributes to chance, as far as public. */
export interface PartInfo {
  /** Nothing; a hash is promised; it is there; so is the contribution; it did not come in time. */
  state: "hashed" | "left-out" | "none" | "promised" | "revealed";
  /** The hash that binds its browser, in hex; see `tischlein.tables.chance.fairness`. */
  hash: string;
}

/** A proposal to the people at a table. */
export interface ProposalInfo {
  /** What is proposed, as in Propose.
   *
   * `stand-in`: that a bot plays for an absent person; `take-over`: that somebody who has come
   * plays on for a bot, or for somebody who has gone.
   */
  what: "back" | "end" | "pause" | "resume" | "stand-in" | "take-over" | "time";
  /** The proposer; for `take-over`, the seat that is asked for. */
  seat: number;
  /** For a stand-in: the seat that it is about. */
  about: number | null;
  /** The seats whose consent is missing. */
  asked: number[];
  /** When it was proposed, in milliseconds since 1970. */
  at: number;
  /** For `take-over`: the name of the person who has come. */
  name?: string;
  /** For `take-over`: whether that is the receiving session. */
  mine?: boolean;
}

/** Somebody who came in the middle of a match, and played on for a bot, or who had gone. */
export interface TakeOverInfo {
  /** The seat. */
  seat: number;
  /** The number of the last event before that. */
  after: number;
  /** The level of the table's bot that had the seat; empty if a person had. */
  level: string;
}

/** How an event looked while it happened; it ends in the scene that follows the event. */
export interface Film {
  /** Frames per second. */
  rate: number;
  /** How many frames it has. */
  frames: number;
  /** What moves in it. */
  tracks: Track[];
}

/** The time to think, in milliseconds. */
export interface Clock {
  /** When the message was sent. */
  left: number;
  /** All that there was. */
  whole: number;
}

/** A remark at the table. */
export interface Remark {
  /** From 1 on. */
  number: number;
  /** The speaker's, None for a player who has left, or a viewer. */
  seat: number | null;
  /** The speaker's name. */
  name: string;
  /** What kind of remark it is.
   *
   * `text`; `reaction`, whose text is its name. The others are by the table: `advice`: the
   * player has asked for advice; `time`: the player has given the others time, with the seconds as
   * text; `refused`: the player has refused the proposal in the text; `lapsed`: the player's
   * proposal in the text has become pointless.
   */
  kind: "text" | "reaction" | "advice" | "time" | "refused" | "lapsed";
  /** Milliseconds since 1970. */
  at: number;
  /** What is said; its meaning depends on the kind. */
  text?: string;
  /** Of a viewer: distinguishes them from others at this match, whatever names they use.
   *
   * Empty if unknown.
   */
  speaker?: string;
  /** Of a player: the same for the device on which they sat down; people may share it.
   *
   * So players who get up are recognised as viewers, or on another chair.
   */
  device?: string;
}

/** A spot on the board that can be picked or pointed at. */
export interface Place {
  /** Identifies it as a target. */
  id: string;
  /** Its left edge, as it lies before it is turned about its centre. */
  x: number;
  /** Its upper edge, likewise. */
  y: number;
  /** Its width. */
  w: number;
  /** Its height. */
  h: number;
  /** What it is called. */
  label: Phrase;
  /** The drawing of its ground; empty for none. */
  symbol?: string;
  /** Degrees by which it is turned, clockwise. */
  turn?: number;
  /** Whether it is round; otherwise it is a rectangle. */
  round?: boolean;
  /** Whether it is a key of a pad: it is dimmed while it cannot be picked. */
  key?: boolean;
}

/** A movable thing, on the board (centre x, y) or in a tray (where x and y are meaningless).
 *
 * A seat's colour adds nothing else, so symbols of different seats must differ in shape too. A
 * piece is a target if a choice names it.
 */
export interface Piece {
  /** Identifies it as a target, and in the scenes that follow. */
  id: string;
  /** Which pieces are interchangeable.
   *
   * One that leaves a spot and one of the same kind that appears elsewhere are the same thing in
   * motion.
   */
  kind: string;
  /** The name of the drawing. */
  symbol: string;
  /** What it is called. */
  label: Phrase;
  /** Its centre, to the right. */
  x?: number;
  /** Its centre, downwards. */
  y?: number;
  /** Its width. */
  w?: number;
  /** Its height. */
  h?: number;
  /** Degrees by which it is turned, clockwise. */
  turn?: number;
  /** The seat whose colour it has; None for its own colours. */
  seat?: number | null;
  /** A numeral or letter drawn on it. */
  text?: string;
  /** How many lie there: above 1, it is drawn as a stack. */
  count?: number;
  /** The place or tray with the piece, for words and focus order. */
  place?: string;
  /** The layer that shows it (`Layer.id`); empty if it is always shown. */
  layer?: string;
  /** Whether it is drawn faintly: it does not count, or cannot be played now. */
  faded?: boolean;
  /** The symbol of a piece of several places as it would lie there.
   *
   * It is drawn over as many of the places that a choice marks as it has, in a row, from where the
   * path ends backwards.
   */
  laid?: string;
  /** How many places it covers. */
  span?: number;
  /** Whether it stays upright on a board that turns. */
  upright?: boolean;
  /** Whether it is only a remark about others: it is not marked as moved. */
  note?: boolean;
}

/** Scenery that is never clicked: a symbol in the box (x, y, w, h) of the board. */
export interface Picture {
  /** The name of the drawing. */
  symbol: string;
  /** Left edge of the box. */
  x: number;
  /** Upper edge of the box. */
  y: number;
  /** Width of the box. */
  w: number;
  /** Height of the box. */
  h: number;
  /** Degrees by which it is turned, clockwise. */
  turn?: number;
  /** The seat whose colour it has; None for its own colours. */
  seat?: number | null;
  /** The layer that shows it (`Layer.id`); empty if it is always shown. */
  layer?: string;
  /** Whether it stays upright, with its text, on a board that turns. */
  upright?: boolean;
}

/** Scenery: an outline in SVG path notation, stroked and possibly filled. */
export interface Line {
  /** The outline, in SVG path notation. */
  path: string;
  /** The colour of the stroke. */
  tone?: "accent" | "good" | "ink" | "line" | "muted" | "paper";
  /** The colour inside; None for an open line. */
  fill?: "accent" | "good" | "ink" | "line" | "muted" | "paper" | null;
  /** Whether the stroke is dashed. */
  dashed?: boolean;
  /** The width of the stroke. */
  width?: number;
  /** The seat whose colour it has instead of the tone's. */
  seat?: number | null;
  /** The layer that shows it (`Layer.id`); empty if it is always shown. */
  layer?: string;
}

/** Scenery: a text of the given size in board units, centred on (x, y) or beginning there. */
export interface Lettering {
  /** A numeral or name as it is, or words to translate. */
  text: string | Phrase;
  /** Its centre, or where it begins. */
  x: number;
  /** Its middle. */
  y: number;
  /** The height of its letters' type. */
  size: number;
  /** Its colour. */
  tone?: "accent" | "good" | "ink" | "line" | "muted" | "paper";
  /** The layer that shows it (`Layer.id`); empty if it is always shown. */
  layer?: string;
  /** Its maximal width, if that matters: a longer text is written smaller, then cut short. */
  room?: number;
  /** Whether it begins at x; otherwise x is its centre. */
  begins?: boolean;
  /** Whether it may first be wrapped into two lines about y. */
  wraps?: boolean;
  /** Whether it is enlarged on a screen where it would be illegible otherwise. */
  legible?: boolean;
}

/** A group of pieces beside the board: a hand, a stock, captured chips. */
export interface Tray {
  /** Identifies it as a target. */
  id: string;
  /** What it is called. */
  label: Phrase;
  /** Where it is shown.
   *
   * The viewer's own hand and stock along the lower edge, others at their seat's panel; captured
   * pieces, and pieces played or set aside for now, always at the panel.
   */
  role: "captured" | "hand" | "played" | "stock" | "table";
  /** What is in it, in order. */
  pieces: Piece[];
  /** The owner; None if it belongs to the table. */
  seat?: number | null;
  /** Whether the pieces are drawn larger, with their labels below: cards that need words. */
  captions?: boolean;
}

/** A target that is no thing: pass, done, guess. */
export interface Button {
  /** Identifies it as a target. */
  id: string;
  /** What it says. */
  label: Phrase;
  /** How much it stands out: `main` is what is usually meant, `alarm` interrupts. */
  tone?: "alarm" | "main" | "plain";
}

/** One legal action and the targets that select it.
 *
 * A client previews a choice by its marks, and by drawing the picked piece translucently on the
 * place pointed at.
 */
export interface Choice {
  /** The number of the action. */
  action: number;
  /** The ids of the targets to pick. */
  path: string[];
  /** What it does, in words, if its targets do not say it. */
  label?: Phrase | null;
  /** Whether a second step is asked for, where a slip would hurt. */
  confirm?: boolean;
  /** What it would do to targets, shown as a preview. */
  marks?: Mark[];
  /** The label of the button for it.
   *
   * It is shown immediately where only one pick can be made.
   */
  button_label?: Phrase | null;
  /** Whether the path has to be picked in order where others need not be.
   *
   * Such a choice is begun on purpose.
   */
  ordered?: boolean;
}

/** Legal actions too many to list: a piece is moved along a line, turned, and released.
 *
 * Position `i` puts the piece's centre at `x + i * step`, at the height `y`. A guide line
 * down to `floor` shows what is below, never what will happen.
 */
export interface Aim {
  /** The piece, usually of a tray, that starts the aiming when picked. */
  piece: string;
  /** The name of the piece's drawing. */
  symbol: string;
  /** The piece's width. */
  w: number;
  /** The piece's height. */
  h: number;
  /** Where the piece's centre is at position 0. */
  x: number;
  /** The height of its centre. */
  y: number;
  /** From one position to the next. */
  step: number;
  /** Down to where a guide line shows what is below. */
  floor: number;
  /** The angles, in the order of turning. */
  turns: AimTurn[];
  /** What is done, in words. */
  label: Phrase;
  /** The seat whose colour the piece has. */
  seat?: number | null;
}

/** What the guide line of an aim meets first from `x` on, in words. */
export interface Stretch {
  /** Where it begins. */
  x: number;
  /** Its width. */
  w: number;
  /** What the line meets there. */
  label: Phrase;
}

/** A sentence for people who do not see the board: what scenery shows, or how pieces lie. */
export interface Description {
  /** The sentence. */
  text: Phrase;
  /** The layer that shows it (`Layer.id`); empty if it is always shown. */
  layer?: string;
}

/** A group of aids that a viewer can switch on and off; items name it in `layer`. */
export interface Layer {
  /** Its name, as items give it. */
  id: string;
  /** What the switch says. */
  label: Phrase;
  /** Whether it is on at first. */
  on?: boolean;
}

/** What is shown at a seat besides its name: the current score and short facts. */
export interface Panel {
  /** The seat, from 0. */
  seat: number;
  /** Its points so far; None if there are none to show. */
  score?: number | null;
  /** What else is known of it. */
  facts?: Phrase[];
  /** Whether it has left the match. */
  out?: boolean;
  /** Facts as long as any that may come to stand there: where more lines would push the board
   * away, there is room for them from the start.
   */
  room?: Phrase[];
}

/** The end: ranks (0 is first, ties share), scores, and how they came about, by seat. */
export interface Result {
  /** By seat: 0 is first, ties share a rank. */
  ranks: number[];
  /** By seat: the points. */
  scores: number[];
  /** How they came about. */
  rows: ResultRow[];
}

/** A program may act on a seat: it answers with one of the legal actions (`/actions`). */
export interface Turn {
  /** Which kind of message this is. */
  type: "turn";
  /** The id of the match. */
  match: string;
  /** The game's key. */
  game: string;
  /** The program's seat, from 0. */
  seat: number;
  /** The number of the last event, for `seen` of the action. */
  number: number;
  /** The numbers of the legal actions. */
  legal: number[];
  /** Whether the match waits for it; otherwise it may act, but need not. */
  awaited: boolean;
}

/** A chair is kept for a program: it accepts (`/join`) or declines (`/decline`). */
export interface Invited {
  /** Which kind of message this is. */
  type: "invited";
  /** The id of the match. */
  match: string;
  /** The game's key. */
  game: string;
  /** Options that differ from their defaults, as `name=value` words. */
  options: string;
  /** Who sits there so far. */
  seats: SeatInfo[];
}

/** A proposal to the people at a table, including a program (`/consent`). */
export interface Asked {
  /** Which kind of message this is. */
  type: "asked";
  /** The id of the match. */
  match: string;
  /** The game's key. */
  game: string;
  /** What is proposed, as in Propose.
   *
   * `stand-in`: that a bot plays for an absent person; `take-over`: that somebody who has come
   * plays on for a bot, or for somebody who has gone.
   */
  what: "back" | "end" | "pause" | "resume" | "stand-in" | "take-over" | "time";
  /** The proposer; for `take-over`, the seat that is asked for. */
  seat: number;
}

/** The values of an option at one seat count. */
export interface Offer {
  /** As text. */
  default: string;
  /** What the game accepts there.
   *
   * All values of choices and of short ranges of numbers, samples of other options; empty for longer
   * ranges. A single value is no choice.
   */
  values: string[];
}

/** How much time a seat has, if time is limited.
 *
 * While the time runs, the receiver counts down from `left` by its own clock, so that the
 * absolute time of that clock does not matter.
 */
export interface SeatTime {
  /** In milliseconds, when the message was sent. */
  left: number;
  /** Whether it runs: the match waits for this seat, and a person plays for it. */
  runs: boolean;
  /** Whether little is left, of which all have been told. */
  near: boolean;
  /** Whether it was up, and the player has not come back since. */
  overdue: boolean;
}

/** One of the facts that a game declares memorable, over all matches. */
export interface FactStatistics {
  /** What is counted. */
  label: Phrase;
  /** The highest figure. */
  best: number;
  /** The mean over all matches. */
  mean: number;
}

/** A passkey that opens the card. */
export interface PasskeyInfo {
  /** Identifies the passkey, to remove it. */
  id: string;
  /** The device it was made on. */
  label: string;
  /** When it was made, in milliseconds since 1970. */
  created: number;
  /** When it was used last, in milliseconds since 1970. */
  used: number;
}

/** A browser that is signed in to the card. */
export interface CardDevice {
  /** Identifies the device, to sign it out. */
  id: string;
  /** What it calls itself. */
  label: string;
  /** When it was signed in, in milliseconds since 1970. */
  created: number;
  /** To the hour. */
  seen: number;
  /** Whether it is the asking browser. */
  own: boolean;
}

/** A card's rating in one game. */
export interface CardRating {
  /** The game's key. */
  game: string;
  /** How many rated matches it is based on. */
  matches: number;
  /** The estimate after these. */
  rating: Rated;
}

/** The path of one piece in a film: rows of frame, x, y and turn, interpolated in between.
 *
 * Lengths and angles are those of the scene.
 */
export interface Track {
  /** The id of the moving piece, as in scenes. */
  piece: string;
  /** Frame, x, y and turn, in order; interpolated in between. */
  rows: [number, number, number, number][];
}

/** What a choice would do to a target, shown as a preview before it is made. */
export interface Mark {
  /** The id of the target. */
  target: string;
  /** What it means for whoever chooses: a loss, a gain, a warning, or only a fact. */
  kind: "gain" | "info" | "loss" | "warn";
}

/** One angle of an aim, and its row of actions.
 *
 * At position `first` the action is `action`; every further position, up to and including
 * `last`, is the next number.
 */
export interface AimTurn {
  /** The angle, in degrees. */
  turn: number;
  /** The first position. */
  first: number;
  /** The last position. */
  last: number;
  /** The number of the action at the first position. */
  action: number;
}

/** One line of the final account: what is counted, and the figure of every seat.
 *
 * Without figures (each is empty) it is a heading. It and the lines after it do not count for
 * scores, nor do a line of texts and those after it.
 * Studies use `least` and `most` as bounds of the mean over many matches.
 */
export interface ResultRow {
  /** What is counted. */
  label: Phrase;
  /** By seat: a number, or a text that needs no translation; empty for none. */
  figures: (number | string)[];
  /** Lower bound of all figures; None if there is none. */
  least?: number | null;
  /** Upper bound of all figures, likewise: 0 for points that are subtracted. */
  most?: number | null;
}

export type FromServer = TableInfo | View | Changed | Happened | Thinking | Said | Accepted | Refused | Allowed | Drafted | Probe | TriedLine | Problem | Pong;

export type FromClient = Act | Why | Draft | Buzz | Hurry | Look | Sync | Echo | Aids | Attention | Ping;

export type ToLearner = TableInfo | View | Changed | Accepted | Refused | Allowed | Problem | Pong | Lesson;

export type FromLearner = Act | Why | GoTo | Hurry | Sync | Aids | Attention | Ping;

export type FromCompany = Lead | Point | Ping;

export type Duty = Turn | Invited | Asked;

export type Status = "abandoned" | "ended" | "over" | "playing" | "waiting";
