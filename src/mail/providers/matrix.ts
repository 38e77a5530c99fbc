import type { ProviderView } from '../../core/message-view.ts'
import type { MessageKind } from '../../core/report.ts'
import { APPLE } from './apple.ts'
import { GMAIL } from './gmail.ts'
import { GMX } from './gmx.ts'
import { LAPOSTE } from './laposte.ts'
import { checkAbout, type Observations } from './observe.ts'
import { cannotBeSeen, notApplicable, type Observed } from './observed.ts'
import { ORANGE } from './orange.ts'
import { OUTLOOK } from './outlook.ts'
import { type Provider, type Requirement, SUBSCRIBED } from './requirement.ts'
import { TONLINE } from './tonline.ts'
import { YAHOO } from './yahoo.ts'

/** Report order. */
export const PROVIDERS: readonly Provider[] = [GMAIL, YAHOO, OUTLOOK, APPLE, LAPOSTE, GMX, ORANGE, TONLINE]

/** What decides whom a requirement is asked of. */
export interface Circumstances {
  kind: MessageKind
  /** 5,000 messages a day or more. */
  bulk: boolean
}

type RequirementView = ProviderView['requirements'][number]

/** One requirement as it was judged. */
export interface JudgedRequirement extends RequirementView {
  key: string
  /** The check that says how to fix it; absent: one message does not tell. */
  about?: string
  recommended?: true
  secondary?: true
}

export interface JudgedProvider extends ProviderView {
  /** In codes of findings. */
  id: Provider['id']
  /** As a sentence calls it. */
  short: string
  requirements: JudgedRequirement[]
}

/** Every provider's requirements against what was seen of one message. */
export function judgeProviders(seen: Observations, circumstances: Circumstances): JudgedProvider[] {
  return PROVIDERS.map(({ id, check, name, short = name, requirements }) => ({
    id,
    check,
    name,
    short,
    requirements: requirements.map((requirement) => judgeOne(requirement, seen, circumstances)),
  }))
}

function judgeOne(
  requirement: Requirement,
  seen: Observations,
  circumstances: Circumstances,
): JudgedRequirement {
  const { judged } = requirement
  const { state, because, about } = stateOf(requirement, seen, circumstances)
  const known = shownOf(requirement)
  if (typeof judged !== 'string') return { ...known, state, because }
  return { ...known, state, because, about: about ?? checkAbout(judged) }
}

type ShownRequirement = Omit<JudgedRequirement, 'state' | 'because' | 'about'>

const shown = new Map<Requirement, ShownRequirement>()

/** What is shown of a requirement whatever comes of it. */
function shownOf(requirement: Requirement): ShownRequirement {
  const known = shown.get(requirement)
  if (known) return known
  const { key, recommended, secondary, code, reference } = requirement
  const made = {
    key,
    asks: asksOf(requirement),
    ...(code && { code }),
    reference,
    ...(recommended && { recommended }),
    ...(secondary && { secondary }),
  }
  shown.set(requirement, made)
  return made
}

/** As it is shown wherever it is: how much it is asked, and who says so where the provider does not. */
function asksOf({ asks, recommended, secondary }: Requirement): string {
  const notes = [...(recommended ? ['recommended'] : []), ...(secondary ? ['secondary source'] : [])]
  return notes.length > 0 ? `${asks} (${notes.join(', ')})` : asks
}

function stateOf(
  { of, kinds, judged }: Requirement,
  seen: Observations,
  circumstances: Circumstances,
): Observed {
  const { kind, bulk } = circumstances
  if (kinds && !kinds.includes(kind)) return notApplicable(`not asked of ${kind} mail`)
  const found = typeof judged === 'string' ? seen[judged] : cannotBeSeen(judged.unseen)
  if (of === 'bulk senders' && !bulk) return notApplicable(`asked of bulk senders${wouldBe(found)}`)
  if (of === 'bulk mail' && !bulk && !SUBSCRIBED.includes(kind)) {
    return notApplicable(`asked of bulk mail${wouldBe(found)}`)
  }
  return found
}

/** Who grows into it is told in time. */
function wouldBe({ state, because }: Observed): string {
  if (state === 'met') return '; it would be met'
  return state === 'not met' ? `; it would not be met: ${because}` : ''
}
