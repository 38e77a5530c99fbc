import { type Command, fail, misuse } from '../../command.ts'
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
    const found = domain === undefined ? undefined : await domainNamed(about, domain)
    if (domain !== undefined && !found) return fail(io, notVerified(domain))
    const subject = found ? ({ kind: 'domain', domainId: found.id } as const) : ({ kind: 'mail' } as const)
    return tell(invocation, about, await admin.monitors.create(actor, { ...settings, subject }), subjectWords)
  }, true),
}

/** The verified domain of the account that is written so. */
export async function domainNamed(
  { admin, actor }: Pick<Parameters<Parameters<typeof aboutMonitors>[0]>[1], 'admin' | 'actor'>,
  typed: string,
) {
  const wanted = typed.toLowerCase().replace(/\.$/, '')
  const domains = await admin.domains.list(actor)
  return domains.find(({ domain, shown, verified }) => verified && (domain === wanted || shown === wanted))
}

export const notVerified = (domain: string) =>
  `${domain.slice(0, 300)} is no verified domain of the account. mailgauge domains list shows them.`
