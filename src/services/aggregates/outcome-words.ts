import type { Outcome, Rejection } from '../../core/aggregate/file.ts'

/** What became of a report file, for people. */
export interface OutcomeWords {
  /** A few words, for lists. */
  title: string
  /** What it means: a sentence. */
  says: string
  /** What to do: a sentence. Absent: nothing needs to be done. */
  todo?: string
}

/** What is told: an outcome, with why a file was rejected, what exactly was wrong, and the domain that the report is about. */
export interface ToldOutcome {
  outcome: Outcome
  reason?: Rejection
  /** It may quote the file: whoever shows it escapes it. */
  detail?: string
  domain?: string
  /** The domain of the account, at or above that one, which is not verified. */
  toVerify?: string
}

/** What became of a report file, and what to do about it. `says` ends with the detail. */
export function outcomeWords(told: ToldOutcome): OutcomeWords {
  const { outcome, reason, detail } = told
  if (outcome !== 'rejected') return KEPT[outcome]
  const words = { ...(reason ? REJECTED[reason] : UNKNOWN), ...aboutDomain(told) }
  return detail === undefined ? words : { ...words, says: `${words.says} ${detail}` }
}

const KEPT: Readonly<Record<Exclude<Outcome, 'rejected'>, OutcomeWords>> = {
  stored: { title: 'Stored', says: 'Its records count.' },
  duplicate: { title: 'Duplicate', says: 'The same report was stored before. It counts once.' },
  conflict: {
    title: 'Conflict',
    says: 'A report with the same reporter, id, domain and dates but other content was stored before. That one counts; this one was kept out.',
    todo: 'Compare the two on the DMARC pages of the domain, and take this one if the other is wrong.',
  },
  replaced: {
    title: 'Replaced',
    says: 'It was not authenticated. An authenticated report with the same reporter, id, domain and dates came later and took its place.',
  },
}

const UNPACK = 'Unpack the archive, and import the files in it.'
const WHOLE =
  'If the file was cut short on its way, import a complete copy. Otherwise only the reporter can fix it.'
const REPORTER = 'Only the reporter can fix it.'

const UNKNOWN: OutcomeWords = { title: 'Rejected', says: 'It was not stored.' }

/** What each rejection means. Of a report that arrives by mail and of one that is imported. */
const REJECTED: Readonly<Record<Rejection, OutcomeWords>> = {
  not_a_report: {
    title: 'No report',
    says: 'It holds neither a DMARC aggregate report nor a TLS report.',
  },
  too_large: {
    title: 'Too large',
    says: 'The file, or what it unpacks to, is larger than a report may be.',
    todo: 'If it is an archive of several reports, unpack it and import the files in it.',
  },
  too_many_files: {
    title: 'Too many files',
    says: 'The mail or archive holds more files than are read of one. This file was not read.',
    todo: UNPACK,
  },
  nested_too_deep: {
    title: 'Nested too deep',
    says: 'It is an archive or a mail within others, deeper than is read.',
    todo: UNPACK,
  },
  damaged_archive: { title: 'Damaged archive', says: 'The archive could not be unpacked.', todo: WHOLE },
  too_many_records: {
    title: 'Too many records',
    says: 'It has more records than one report may have.',
    todo: REPORTER,
  },
  malformed_xml: {
    title: 'Malformed XML',
    says: 'The XML is malformed, and no record could be read.',
    todo: WHOLE,
  },
  doctype_refused: {
    title: 'DOCTYPE refused',
    says: 'The XML has a document type declaration (DOCTYPE). Reports have none, and attacks on XML parsers use it.',
    todo: REPORTER,
  },
  missing_domain: {
    title: 'No domain',
    says: 'It does not say which domain it is about.',
    todo: REPORTER,
  },
  no_records_usable: {
    title: 'No usable records',
    says: 'None of its records could be used.',
    todo: REPORTER,
  },
  bad_date_range: {
    title: 'Bad dates',
    says: 'Its date range is missing, reversed, too long or too old to be true.',
    todo: REPORTER,
  },
  future_range: {
    title: 'In the future',
    says: 'It ends more than a day in the future.',
    todo: 'Check the clock of this server. If it is right, only the reporter can fix the report.',
  },
  domain_mismatch: {
    title: 'Other domain',
    says: 'It is about a domain that this address takes no reports for.',
    todo: 'If that domain is yours, verify it, and import the file.',
  },
  unverified_domain: {
    title: 'Domain not verified',
    says: 'It is about a domain that is not verified.',
    todo: 'Verify the domain, and import the report again.',
  },
  sender_limit: {
    title: 'Too many from this sender',
    says: 'Its sender had sent more reports about this domain than are stored of one sender in a day; all mail that does not pass DMARC counts as one sender.',
    todo: 'If the report is genuine, download the file and import it.',
  },
  unauthenticated: {
    title: 'Sender not authenticated',
    says: 'Nothing proves who sent it, and this instance takes only reports whose sender is authenticated (dmarc.require_authenticated).',
    todo: 'If you know that the reporter sent it, import the file as one that you trust.',
  },
  failure_report: {
    title: 'Failure report',
    says: "It is a failure report (ruf), which can hold people's mail. Nothing of it was kept.",
    todo: 'If the DMARC record has a ruf tag that leads here, remove it.',
  },
  malformed_json: {
    title: 'Malformed JSON',
    says: 'It is JSON, but not a TLS report as RFC 8460 describes it.',
    todo: WHOLE,
  },
  past_retention: {
    title: 'Past retention',
    says: 'It is older than the plan keeps reports.',
  },
  not_readable: {
    title: 'Not readable',
    says: 'Reading it took more time or memory than a report may, and was stopped.',
    todo: 'If it holds several reports, import them one by one.',
  },
}

/** Where the domain is known, the sentence names it. */
function aboutDomain({
  reason,
  domain,
  toVerify = domain,
}: ToldOutcome): Pick<OutcomeWords, 'says' | 'todo'> | undefined {
  if (domain === undefined) return undefined
  if (reason === 'domain_mismatch')
    return {
      says: `It is about ${domain}, and no verified domain of the account is ${domain} or above it.`,
      todo: `If ${domain} is yours, add it to the account, verify it, and import the report again.`,
    }
  if (reason === 'unverified_domain')
    return {
      says: `It is about ${domain}, ${toVerify === domain ? 'which' : `and ${toVerify}`} is not verified.`,
      todo: `Verify ${toVerify}, and import the report again.`,
    }
  return undefined
}
