// What an exercise is made of. The core judges every answer; no solution is written down.

/** A misconception with a card of its own (`card.NAME.title`, `card.NAME.text`). */
export type Card =
  | "same_address"
  | "write_broadcast"
  | "hot_banks"
  | "padding_always"
  | "wide_load"
  | "thirty_three";

/**
 * What is answered:
 * - `predict`: a number of passes (of all accesses together). Texts `ask`, `right`, `high`, `low`;
 *   all the others have `ask`, `right`, `wrong`.
 * - `lanes`: the lanes that meet `lane`; `bank`: a word's bank; `gap`: how far apart the nearest two
 *   lanes are that meet.
 * - `build`: lanes dragged onto words, from those of the pattern on, until the access takes `goal` passes.
 * - `write`: an access typed behind the pattern's declaration, instead of its own, that takes `goal` passes.
 * - `repair`: the smallest `{pad}` with which every access takes its ideal (a larger one that does is answered by
 *   `exercise.large`); with the goal `fewest`, the fewest passes that any pad gives.
 */
export type Kind = "predict" | "lanes" | "bank" | "gap" | "build" | "write" | "repair";

/** The order in which they teach: predict → witness → build → repair → two accesses at once. */
export type Part = "predict" | "witness" | "build" | "repair" | "two";

/** One template: `pattern`, `goal` and `lanes` have placeholders, which each variant fills. */
export interface Exercise {
  readonly part: Part;
  readonly kind: Kind;
  readonly pattern: string;
  readonly block?: string;
  readonly variants: readonly Readonly<Record<string, number>>[];
  readonly goal?: string;
  /** How many arrows may be moved (`build`); without it, all. */
  readonly moves?: number;
  /** All arrows have to end in one bank (`build`). */
  readonly one_bank?: true;
  /** The card shown when too many or too few passes are answered, or anything wrong. */
  readonly high?: Card;
  readonly low?: Card;
  readonly wrong?: Card;
}
