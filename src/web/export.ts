import { toRendered } from '../core/check.ts'
import { MAX_SCORE } from '../core/report.ts'
import { bounceBody } from '../services/bounces/body.ts'
import type { TestPage } from './view.ts'

/** A test as a file to keep: what its page shows, in the API's way of writing. Absent is a missing key. */
export function exportOf(page: TestPage): object {
  const { report, shown, messageView, received } = page
  return {
    token: page.token,
    address: page.address,
    created_at: page.createdAt.toISOString(),
    expires_at: page.expiresAt.toISOString(),
    status: page.state === 'waiting' || page.state === 'analysing' ? 'pending' : page.state,
    ...(shown?.outcome && { message_id: shown.id, received_at: shown.receivedAt.toISOString() }),
    ...(page.reason !== undefined && { reason: page.reason }),
    max_score: MAX_SCORE,
    gated: report?.gated === true,
    ...(report && reportOf(report)),
    ...(received && { message: messageOf(received) }),
    ...(messageView && { exhibits: messageViewOf(messageView) }),
  }
}

function reportOf(report: NonNullable<TestPage['report']>): object {
  const { score, undetermined, kind, kindReasons, saidByOwner, checks, plan } = report
  if (report.gated) return { score }
  return {
    score,
    undetermined,
    kind,
    kind_reasons: kindReasons,
    ...(saidByOwner && { said_by_owner: saidByOwner }),
    checks: checks.map(toRendered),
    ...(plan && { plan }),
  }
}

function messageOf(received: NonNullable<TestPage['received']>): object {
  if (received.withheld) return { withheld: true, withheld_reason: received.reason }
  const { from, date } = received
  return { from, date, subject: received.subject, content: received.content, withheld: false }
}

/** The preview has an address of its own. */
function messageViewOf(messageView: NonNullable<TestPage['messageView']>): object {
  const { headers, transcript, through, hops, clientSupport, providers, bounce } = messageView
  return {
    headers,
    transcript,
    ...(through && { through }),
    hops,
    client_support: clientSupport,
    providers,
    ...(bounce && { bounce: bounceBody(bounce) }),
  }
}
