/** A bound for what the browser itself sets no bound for. */
import { unreachable } from "./api.ts";

/** Milliseconds within which a part of the page arrives, or a service of the browser answers. */
export const ARRIVAL_LIMIT = 30_000;

/** What is promised, or an error if it does not come in time. */
export function within<Found>(
  promised: Promise<Found>,
  late: () => Error = unreachable,
): Promise<Found> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const limit = new Promise<never>((_, fail) => {
    timer = setTimeout(() => fail(late()), ARRIVAL_LIMIT);
  });
  return Promise.race([promised, limit]).finally(() => clearTimeout(timer));
}
