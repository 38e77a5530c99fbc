import advice from './advice.json' with { type: 'json' }
import anybody from './anybody.json' with { type: 'json' }
import apple from './apple.json' with { type: 'json' }
import carriers from './carriers.json' with { type: 'json' }
import exchange from './exchange.json' with { type: 'json' }
import french from './french.json' with { type: 'json' }
import gateways from './gateways.json' with { type: 'json' }
import german from './german.json' with { type: 'json' }
import gmail from './gmail.json' with { type: 'json' }
import lists from './lists.json' with { type: 'json' }
import microsoft from './microsoft.json' with { type: 'json' }
import particular from './particular.json' with { type: 'json' }
import postfix from './postfix.json' with { type: 'json' }
import receivers from './receivers.json' with { type: 'json' }
import type { BounceSet, Receiver } from './row.ts'
import software from './software.json' with { type: 'json' }
import topics from './topics.json' with { type: 'json' }
import world from './world.json' with { type: 'json' }
import yahoo from './yahoo.json' with { type: 'json' }

/** Every set of patterns. */
export const BOUNCE_SETS: readonly BounceSet[] = [
  gmail,
  microsoft,
  exchange,
  yahoo,
  apple,
  german,
  french,
  lists,
  postfix,
  particular,
  anybody,
  gateways,
  carriers,
  software,
  world,
  topics,
].flatMap(({ sets }): readonly BounceSet[] => sets)

/** Advice that many patterns share, by its name. */
export const BOUNCE_ADVICE: Readonly<Record<string, readonly string[]>> = advice

/** Receivers of mail, and software that answers. The first whose marks are found wins. */
export const RECEIVERS: readonly Receiver[] = receivers.receivers
