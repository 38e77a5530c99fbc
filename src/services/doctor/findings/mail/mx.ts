import type { Context } from '../../context.ts'
import type { Inquiry } from '../../finding.ts'
import { judgeMx } from './leading-here.ts'

export const mx: Inquiry<Context> = {
  id: 'mx',
  title: 'MX record',
  read: 'docs/operating.md#mx',
  needs: ['smtp.domain', 'smtp.hostname'],
  look: (context) =>
    context.settings.evaluation ? undefined : judgeMx(context, context.settings.mailDomain),
}
