import { sizeInWords } from '../../bytes.ts'
import { type Context, SharedRefused } from '../../context.ts'
import {
  attention,
  command,
  type Inquiry,
  ok,
  problem,
  quoted,
  type Seen,
  type Step,
  unknown,
} from '../../finding.ts'

const START = command(
  'Start the service, which makes it. Where data was here before, put a backup in place first (docs/backup.md):',
  'systemctl start mailgauge',
)
const RESTORE: Step = {
  says: 'Stop the service, keep a copy of what is there, and put a backup in place (docs/backup.md).',
}

export const database: Inquiry<Context> = {
  id: 'database',
  title: 'Database',
  read: 'docs/operating.md#database',
  needs: ['store.directory'],
  async look({ database: look, service, settings: { directory, shared: isShared }, shared }) {
    if (isShared) return shared && answerOf(shared)
    const seen = await look()
    const check = command(
      'To look without a time limit:',
      `sqlite3 ${quoted(`${directory}/mailgauge.db`)} 'PRAGMA quick_check'`,
    )
    switch (seen.kind) {
      case 'sound':
        return ok(
          `It is sound, and of the version ${seen.version} that this program knows.${countingWords(seen, service)}`,
        )
      case 'late':
        return unknown('It is so large that looking through it took too long.', check)
      case 'unread':
        return unknown(`It could not be looked at: ${seen.says}.`, check)
      case 'none':
        return service === 'none' ? attention(seen.says, START) : problem(seen.says, RESTORE)
      case 'empty':
        return problem(seen.says, RESTORE)
      case 'older':
        return attention(
          seen.says,
          command(
            'Start the service with this program, which brings it up to date:',
            'systemctl restart mailgauge',
          ),
        )
      case 'newer':
        return problem(seen.says, {
          says: 'Install the newer program again, or stop the service and put the backup in place that was made before the upgrade (docs/backup.md).',
        })
      case 'damaged':
        return problem(`It is damaged: ${seen.says}`, RESTORE, check)
    }
  },
}

/** Of a database that hosts share. */
async function answerOf(look: NonNullable<Context['shared']>): Promise<Seen> {
  try {
    const { bytes } = await look()
    return ok(`The PostgreSQL database of store.url answers, and takes ${sizeInWords(bytes)}.`)
  } catch (cause) {
    if (cause instanceof SharedRefused) return refused(cause)
    const why = cause instanceof Error ? cause.message : String(cause)
    return problem(`The PostgreSQL database of store.url does not answer: ${why}`, {
      says: 'Look whether it runs, and whether this host may connect to it: its address, pg_hba.conf, and a firewall in between.',
    })
  }
}

function refused({ message, isEmpty }: SharedRefused): Seen {
  if (!isEmpty)
    return problem(`The PostgreSQL database of store.url cannot be served as it is. ${message}`, {
      says: 'Then look again: mailgauge doctor',
    })
  return attention(
    'The PostgreSQL database of store.url answers, and is empty: no host was started with it yet.',
    command('Start this host, which makes its tables:', 'systemctl start mailgauge'),
    {
      says: 'Where data of SQLite is to go there, move it before (docs/several-hosts.md#from-sqlite). Where the database should hold data, store.url names another one than meant.',
    },
  )
}

/** After an upgrade; answers that rest on it come domain by domain. */
function countingWords(
  { uncounted }: Extract<Awaited<ReturnType<Context['database']>>, { kind: 'sound' }>,
  service: Context['service'],
): string {
  if (!uncounted) return ''
  const done = Math.floor((100 * (uncounted.all - uncounted.left)) / Math.max(1, uncounted.all))
  const goes = service === 'none' ? 'It goes on when the service runs.' : 'The service goes on with it.'
  return ` Sums of DMARC reports are being counted after the upgrade: ${done} % is done. ${goes} Sources, readiness and policies of a domain are there when it is counted.`
}
