import { shareOf } from '../../../core/aggregate/share.ts'
import { dateOfDay } from '../../aggregates/window.ts'
import type { AnsweredSource } from '../answered.ts'

/** A source as commands write it in JSON. Absent is a missing key. */
export function senderBody(source: AnsweredSource) {
  const { advice, mark, sender, organization, basis, givenName, spfTerm, lastPassed } = source
  return {
    key: source.key,
    name: source.name,
    ...(givenName !== undefined && { given_name: givenName }),
    ...(mark && { mark }),
    ...(sender && { sender }),
    ...(organization && { organization }),
    ...(basis && { basis }),
    status: source.status,
    standing: source.standing,
    whose: source.whose,
    reasons: source.reasons,
    advice: advice.says,
    ...(advice.record && { record: advice.record }),
    ...(advice.url !== undefined && { url: advice.url }),
    ...countsBody(source),
    ip_count: source.ipCount,
    ips: source.ips.map(({ ip, reverseDns, messages, pass }) => ({
      ip,
      ...(reverseDns !== undefined && { reverse_dns: reverseDns }),
      messages,
      dmarc_pass: pass,
    })),
    header_from: source.headerFrom,
    dkim_domains: source.dkimDomains,
    spf_domains: source.spfDomains,
    ...(spfTerm !== undefined && { spf_term: spfTerm }),
    first_seen: dateOfDay(source.firstSeen),
    last_seen: dateOfDay(source.lastSeen),
    ...(lastPassed !== undefined && { last_passed: dateOfDay(lastPassed) }),
  }
}

function countsBody(source: AnsweredSource) {
  const { messages, pass, dispositions } = source
  return {
    messages,
    dmarc_pass: pass,
    dmarc_fail: messages - pass,
    dmarc_pass_rate: shareOf(pass, messages),
    dkim_aligned: source.dkimAligned,
    spf_aligned: source.spfAligned,
    dispositions,
    forwarded: source.forwarded,
    listed: source.listed,
    unaligned: source.unaligned,
    broken: source.broken,
  }
}
