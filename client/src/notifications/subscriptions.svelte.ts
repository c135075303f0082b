/** This browser's notification subscriptions, as the server knows them. */
import { subscribe, notificationInfo, unsubscribe } from "../lib/api.ts";
import type { Subscribe, SubscriptionInfo, TellingInfo } from "../lib/protocol.ts";

export const KINDS = ["turn", "deadline", "over", "invited"] as const;
export type Kind = (typeof KINDS)[number];

class Subscriptions {
  info = $state.raw<TellingInfo | null>(null);

  /** Whether this server can send notifications at all. */
  readonly offered = $derived(
    this.info !== null && (this.info.push !== "" || this.info.mail || this.info.webhooks),
  );

  async load(): Promise<void> {
    this.info = await notificationInfo();
  }

  async add(how: Subscribe): Promise<SubscriptionInfo> {
    const made = await subscribe(how);
    await this.load();
    return made;
  }

  async end(id: string): Promise<void> {
    await unsubscribe(id);
    await this.load();
  }
}

export const subscriptions = new Subscriptions();
