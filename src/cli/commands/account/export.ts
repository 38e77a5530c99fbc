import { THE_OPERATOR } from '../../../services/people/doer.ts'
import { accountNamed, withAdmin } from '../../administration.ts'
import { type Command, EXIT, fail, misuse } from '../../command.ts'

export const accountExport: Command = {
  name: 'account export',
  summary: 'Writes everything in an account to an archive file',
  about:
    'A gzipped tar archive with the account, its people, keys (never the keys themselves), tests with reports and messages, DMARC and TLS reports with their files, counts of complaints, and the audit log; README.txt in it says what is what. Messages may hold secrets: only you can read the file.',
  operands: [{ name: 'account', sentence: 'Its name.' }],
  options: {
    to: {
      value: 'file',
      sentence: 'Where to write it, such as shop.tar.gz. A file that exists is not replaced.',
    },
  },
  configured: true,
  examples: [['mailgauge account export shop --to shop.tar.gz', 'The account "shop" as one archive.']],
  run: withAdmin(false, async ({ io, value, operands: [name = ''] }, admin) => {
    const path = value('to')
    if (path === undefined || path === '') return misuse(io, 'Name the file to write: --to shop.tar.gz.')
    const account = await accountNamed(admin, name)
    if (typeof account === 'string') return fail(io, account)
    if (io.exists(path)) return fail(io, `${path} exists already.`)
    const outcome = await admin.accountExport.begin(THE_OPERATOR, account.id)
    if (outcome.kind !== 'archive') return fail(io, `There is no account "${name}" any more.`)
    if ((await io.writeNewArchive(path, outcome.bytes)) === 'exists')
      return fail(io, `${path} exists already.`)
    io.say(
      `Wrote the account "${name}" to ${path}. It may hold secrets: keep it as you would keep a mailbox.\n`,
    )
    return EXIT.done
  }),
}
