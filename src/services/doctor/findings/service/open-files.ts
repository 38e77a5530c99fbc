import type { Context } from '../../context.ts'
import { attention, command, type Inquiry, ok, unknown } from '../../finding.ts'

/** Of HTTP, the database, and the pipes of analysis processes. */
const BESIDE_SMTP = 400

export const openFiles: Inquiry<Context> = {
  id: 'open-files',
  title: 'Open files',
  read: 'docs/operating.md#open-files',
  ofHost: true,
  needs: ['smtp.max_connections'],
  look({ host, servicePid, settings: { maxConnections } }) {
    if (servicePid === undefined) return undefined
    const limit = host.process(servicePid)?.openFiles
    if (limit === undefined)
      return unknown(
        'How many files the service may open could not be read.',
        command('To see it:', 'systemctl show -P LimitNOFILE mailgauge'),
      )
    const needed = maxConnections + BESIDE_SMTP
    if (limit >= needed)
      return ok(
        `The service may open ${Number.isFinite(limit) ? `${limit} files` : 'any number of files'} at once.`,
      )
    return attention(
      `The service may open ${limit} files at once; smtp.max_connections is ${maxConnections}, and it needs about ${BESIDE_SMTP} beside that. Past the limit connections fail.`,
      {
        says: 'Raise it in the unit:',
        kind: 'config',
        lines: ['[Service]', `LimitNOFILE=${2 ** Math.ceil(Math.log2(needed))}`],
      },
    )
  },
}
