import type { Command } from '../../command.ts'
import { ACCOUNT_OPTION, type Deed, forEach, refusalWords } from './each.ts'
import { FROM_OPTION } from './names.ts'
import { zoneLine } from './told.ts'
import { look } from './verify.ts'

export const domainsAdd: Command = {
  name: 'domains add',
  summary: 'Adds domains and prints the records to publish',
  about:
    'The records go to standard output as lines of a zone file, what became of each domain to standard error. Domains that are there already are left as they are and their records printed again, so that the same list can be given any number of times. Fails when a domain could not be added. Works beside a running service, which verifies a domain by itself once its record is published.',
  operands: [{ name: 'domain', sentence: 'A domain; - reads a list.', optional: true, several: true }],
  options: {
    account: ACCOUNT_OPTION,
    from: FROM_OPTION,
    verify: { sentence: 'Looks for each record at once.' },
    json: { sentence: 'Prints JSON.' },
  },
  configured: true,
  examples: [
    ['mailgauge domains add example.org --account shop', 'Adds a domain and prints its record.'],
    [
      'mailgauge domains add --account shop --from domains.csv > verify.zone',
      'Adds all domains of a list and keeps their records in a file.',
    ],
  ],
  run: forEach({
    makesAccount: true,
    deed: ({ isSet }) => add(isSet('verify')),
    out: (outcomes) => {
      const lines = outcomes.flatMap(({ domain }) => (domain ? [zoneLine(domain)] : []))
      return [...new Set(lines)].join('')
    },
  }),
}

function add(looks: boolean): Deed {
  const added = new Set<string>()
  return async (typed, domains) => {
    const made = await domains.service.add(domains.actor, typed)
    if (!made.ok) return { outcome: 'refused', failed: true, says: refusalWords(made.refusal) }
    const domain = made.value
    const isNew = !domains.named(domain.domain) && !added.has(domain.id)
    added.add(domain.id)
    const outcome = isNew ? 'added' : 'there'
    const word = isNew ? 'added' : 'was there already'
    if (!looks) return { outcome, failed: false, says: `${word}.`, domain }
    const looked = await look(domain.id, domains)
    return { outcome, failed: false, ...looked, says: `${word}, ${looked.says}` }
  }
}
