import type { DomainView } from '../../../services/domains/domains.ts'
import { type Command, fail, misuse } from '../../command.ts'
import { withoutControl } from '../../io.ts'
import { ACCOUNT_OPTION, aboutMonitors, JSON_OPTION, tell } from './meant.ts'
import { EXPECTED, SETTING_OPTIONS, settingsFrom, writtenIn } from './settings.ts'
import { subjectWords } from './told.ts'

export const monitorsCreate: Command = {
  name: 'monitors create',
  summary: 'Creates a monitor and prints its address',
  about:
    'Every message that is sent to the address is tested, and what is not as expected is told by webhooks and channels. With --domain it watches the records of a verified domain, without a message. Works beside a running service.',
  operands: [{ name: 'name', sentence: 'What is watched, so that you recognise it later.' }],
  options: {
    account: ACCOUNT_OPTION,
    domain: { value: 'domain', sentence: 'A verified domain of the account, whose records are watched.' },
    ...SETTING_OPTIONS,
    json: JSON_OPTION,
  },
  configured: true,
  examples: [
    [
      'mailgauge monitors create "Nightly newsletter" --every "1 day" --least-score 8',
      'Alerts when the newsletter does not come, or scores less than 8.',
    ],
    ['mailgauge monitors create example.org --domain example.org', 'Watches the records of a domain.'],
  ],
  run: aboutMonitors(async (invocation, about) => {
    const { io, operands, value } = invocation
    const { admin, actor } = about
    const written = writtenIn(invocation)
    if (typeof written === 'string') return misuse(io, written)
    const [name = ''] = operands
    const settings = settingsFrom(written, { name, expectations: EXPECTED, windows: [] })
    if (typeof settings === 'string') return misuse(io, settings)
    const domain = value('domain')
    const found = domain === undefined ? undefined : domainNamed(await admin.domains.list(actor), domain)
    if (domain !== undefined && !found?.verified) return fail(io, withoutControl(notVerified(domain)))
    const subject = found ? ({ kind: 'domain', domainId: found.id } as const) : ({ kind: 'mail' } as const)
    return tell(invocation, about, await admin.monitors.create(actor, { ...settings, subject }), subjectWords)
  }, true),
}

/** The domain that is written so, in either spelling. */
export function domainNamed(domains: readonly DomainView[], typed: string): DomainView | undefined {
  const wanted = typed.toLowerCase().replace(/\.$/, '')
  return domains.find(({ domain, shown }) => domain === wanted || shown === wanted)
}

export const notVerified = (domain: string) =>
  `${domain.slice(0, 300)} is no verified domain of the account. mailgauge domains list shows them.`
