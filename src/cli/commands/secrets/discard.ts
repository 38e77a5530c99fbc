import { withAdmin } from '../../administration.ts'
import { type Command, EXIT, fail } from '../../command.ts'

export const secretsDiscard: Command = {
  name: 'secrets discard',
  summary: 'Deletes stored secrets that no key opens any more',
  about:
    'For the case that the key file is lost and no backup has it: without it the service does not start, because whatever needs those secrets would fail. Says how many there are, and with --yes deletes them. What they belonged to has to be set up again.',
  options: { yes: { sentence: 'Deletes them.' } },
  configured: true,
  run: withAdmin(false, async ({ io, isSet }, admin) => {
    const outcome = await admin.secrets.discard(isSet('yes'))
    if (outcome.kind === 'refused') return fail(io, outcome.reason)
    const secrets = outcome.secrets === 1 ? '1 secret' : `${outcome.secrets} secrets`
    if (outcome.kind === 'discarded') io.say(`${secrets} deleted.\n`)
    else if (outcome.isElsewhere) return fail(io, elsewhere(secrets))
    else if (outcome.secrets === 0) io.say('Every stored secret can be opened: there is nothing to delete.\n')
    else return fail(io, `${secrets} cannot be opened. To delete them: mailgauge secrets discard --yes`)
    return EXIT.done
  }),
}

const elsewhere = (secrets: string) =>
  `${secrets} cannot be opened here, and the key in use is not in this key file. Copy the key file of a host that shares the database. If no host has it any more: mailgauge secrets discard --yes, which takes another key into use.`
