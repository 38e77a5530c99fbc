import type { Context } from '../../context.ts'
import type { Inquiry } from '../../finding.ts'
import { judgeMx } from '../mail/leading-here.ts'

export const reportsMx: Inquiry<Context> = {
  id: 'dmarc-mx',
  title: 'MX record of the DMARC reports host',
  read: 'docs/operating.md#dmarc-mx',
  needs: ['smtp.domain', 'smtp.hostname', 'dmarc.host'],
  async look(context) {
    const { evaluation, reportsHost, mailDomain } = context.settings
    // Of the mail domain it is a finding already.
    if (evaluation || reportsHost === mailDomain) return undefined
    const seen = await judgeMx(context, reportsHost)
    // Tests come in all the same.
    return seen.state === 'problem' ? { ...seen, state: 'attention' } : seen
  },
}
