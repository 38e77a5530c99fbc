import type { Check } from '../core/check.ts'
import type { Through } from '../core/message.ts'
import type { FeatureView, HopView, MessageView, ProviderView } from '../core/message-view.ts'
import { previewMessage } from '../mail/preview/preview.ts'
import { PROVIDERS } from '../mail/providers/matrix.ts'
import type { HeaderField, ParsedMessage } from '../mail/reading/message.ts'
import { isMultibyteUtf8 } from '../mail/reading/mime/charset.ts'
import type { PathHop } from '../mail/server/delivery-path/delivery-path.ts'
import { bounceIn } from './bounces/bounce-in.ts'
import type { AnalysisContext, Facts } from './context.ts'

const MOST_FIELDS = 300
const MOST_FIELD_TEXT = 4_000
const MOST_LINES = 1_000
const MOST_LINE_TEXT = 2_000
const MOST_FEATURES = 100

type Shown = Pick<AnalysisContext, 'raw' | 'envelope' | 'message' | 'facts'> & {
  /** As the analyzers left them. */
  checks: readonly Check[]
}

/** What a page shows of the message beside its checks. It waits for nothing that no analyzer has waited for. */
export async function messageViewOf({ raw, envelope, message, facts, checks }: Shown): Promise<MessageView> {
  const preview = previewOf(raw, message, facts)
  const bounce = bounceIn({ raw, message, envelope })
  return {
    headers: message.headers.slice(0, MOST_FIELDS).map(({ name, raw: field }) => ({
      name,
      value: cut(asWritten(field), MOST_FIELD_TEXT),
    })),
    transcript: envelope.transcript
      .slice(0, MOST_LINES)
      .map(({ from, text, at }) => ({ from, text: cut(text, MOST_LINE_TEXT), at })),
    ...(envelope.through && { through: throughOf(envelope.through) }),
    hops: facts.path().hops.map(hopOf),
    clientSupport: featuresOf(facts),
    providers: await providersOf(facts, checks),
    ...(preview !== undefined && { preview }),
    ...(bounce && { bounce }),
  }
}

function throughOf({ kind, peer, told, local }: Through): NonNullable<MessageView['through']> {
  return {
    kind,
    ...(peer !== undefined && { peer }),
    ...(told !== undefined && { told }),
    ...(local && { local }),
  }
}

/** What stands behind the colon, folding kept; octets above 127 as UTF-8 where they are (RFC 6532), else as Latin-1. */
function asWritten(field: HeaderField['raw']): string {
  const value = field
    .slice(field.indexOf(':') + 1)
    .replace(/\r\n?/g, '\n')
    .trim()
  const octets = Buffer.from(value, 'latin1')
  return isMultibyteUtf8(octets) ? octets.toString('utf8') : value
}

function cut(text: string, most: number): string {
  return text.length > most ? `${text.slice(0, most).toWellFormed()}…` : text
}

function previewOf(raw: Uint8Array, message: ParsedMessage, facts: Facts): string | undefined {
  const html = facts.html()
  return html && !html.rendersNothing ? previewMessage(raw, message, html).document : undefined
}

function hopOf(hop: PathHop): HopView {
  const { from, clientAddress, addressClass, by, protocol, tls, encrypted, at, delay } = hop
  const secured = tls?.version || (encrypted ? 'tls' : undefined)
  return {
    ...(from !== undefined && { from }),
    ...(clientAddress !== undefined && { address: clientAddress }),
    ...(by !== undefined && { by }),
    ...(protocol !== undefined && { protocol }),
    ...(secured !== undefined && { tls: secured }),
    ...(at !== undefined && { at: at.toISOString() }),
    ...(delay !== undefined && { delaySeconds: delay }),
    privateAddress: addressClass !== undefined && addressClass !== 'public',
  }
}

/** None where no provider's check came to an end: what it waits for may never come. */
async function providersOf(facts: Facts, checks: readonly Check[]): Promise<ProviderView[]> {
  const ended = checks.filter(({ status }) => status !== 'error').map(({ name }) => name)
  if (!PROVIDERS.some(({ check }) => ended.includes(check))) return []
  return (await facts.providers()).map(({ check, name, requirements }) => ({
    check,
    name,
    requirements: requirements.map(requirementOf),
  }))
}

type RequirementView = ProviderView['requirements'][number]

/** There are more than a hundred of them in each view, and they are kept in this order. */
function requirementOf(judged: RequirementView): RequirementView {
  const { asks, state, because, about, code, recommended, secondary, reference } = judged
  const view: Omit<RequirementView, 'reference'> = { asks, state, because }
  if (about !== undefined) view.about = about
  if (code !== undefined) view.code = code
  if (recommended) view.recommended = recommended
  if (secondary) view.secondary = secondary
  return Object.assign(view, { reference })
}

function featuresOf(facts: Facts): FeatureView[] {
  const features = facts.clientSupport()?.features ?? []
  return features
    .filter(({ full }) => full < 1)
    .slice(0, MOST_FEATURES)
    .map(({ title, full, partly, none, notIn }) => ({ name: title, full, partly, none, without: notIn }))
}
