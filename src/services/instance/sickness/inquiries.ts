import type { Context } from '../../doctor/context.ts'
import type { Inquiry } from '../../doctor/finding.ts'
import { backup } from '../../doctor/findings/host/backup.ts'
import { disk } from '../../doctor/findings/host/disk.ts'
import { smtpCertificate } from '../../doctor/findings/mail/smtp-certificate.ts'
import { resolver } from '../../doctor/findings/names/resolver.ts'
import { alerts } from '../../doctor/findings/service/alerts.ts'
import { siteCertificate } from '../../doctor/findings/site/site-certificate.ts'

/** What administrators are told of when it becomes bad: what stops mail or loses data if nobody looks, and is cheap to ask. */
export const SICKNESS_INQUIRIES: readonly Inquiry<Context>[] = [
  disk,
  smtpCertificate,
  siteCertificate,
  backup,
  resolver,
  alerts,
]
