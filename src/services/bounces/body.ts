import type { ExplainedBounce, ExplainedFailure } from '../../core/bounce.ts'

/** An explanation in the API's way of writing. Absent is a missing key. */
export function bounceBody({ form, reportedBy, original, failures, more }: ExplainedBounce): object {
  return {
    form,
    ...(reportedBy !== undefined && { reported_by: reportedBy }),
    ...(original && { original: originalBody(original) }),
    failures: failures.map(failureBody),
    ...(more !== undefined && { more }),
  }
}

function originalBody({ messageId, subject, from }: NonNullable<ExplainedBounce['original']>): object {
  return {
    ...(messageId !== undefined && { message_id: messageId }),
    ...(subject !== undefined && { subject }),
    ...(from !== undefined && { from }),
  }
}

function failureBody(failure: ExplainedFailure): object {
  const { recipient, action, remote, reply, permanent, cause, provider, rule } = failure
  return {
    ...(recipient !== undefined && { recipient }),
    action,
    permanent,
    cause,
    ...(provider && { provider }),
    ...(rule && { rule }),
    ...(remote !== undefined && { remote }),
    reply,
    meaning: failure.meaning,
    advice: failure.advice,
    checks: failure.checks,
  }
}
