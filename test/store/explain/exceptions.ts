interface Exception {
  /** The statements. */
  in: RegExp
  /** Their steps. */
  step: RegExp
  because: string
}

const SORT = /^USE TEMP B-TREE/

/** Steps that read or sort more than a few rows, each with the reason why they may. */
export const EXCEPTIONS: readonly Exception[] = [
  {
    in: /FROM sqlite_schema\b/,
    step: /^SCAN sqlite_schema$/,
    because: 'Tables and indexes, looked at once when the database is opened.',
  },
  {
    in: /deleted_at"? is not null/i,
    step: /^SCAN accounts USING INDEX accounts_deleted$/,
    because: 'The index holds accounts that are being deleted, and nothing else.',
  },
  {
    in: /from "audit_log" where not exists .* limit \?$/,
    step: /^SCAN audit_log USING INDEX audit_log_by_time$/,
    because:
      'The newest entries of the whole log up to a limit; it passes only over those of accounts being deleted.',
  },
  {
    in: /^delete from "one_time_links" .* not in \(select /,
    step: SORT,
    because: 'Set-up links: ten at most.',
  },
  {
    in: /\bmail_log\b/,
    step: /^SCAN mail_log USING /,
    because: 'The mail log is bounded: 10,000 lines, whatever comes.',
  },
  {
    in: /INDEXED BY mail_tests_not_entered/,
    step: /^SCAN mail_tests USING INDEX mail_tests_not_entered$/,
    because:
      'The index holds tests of earlier versions that wait for their entry in the search; a few at a time are taken.',
  },
  {
    in: /from "accounts" where .*"deleted_at" is null order by "accounts"."name"/,
    step: /^SCAN accounts USING INDEX/,
    because: 'The list of all accounts, for the operator and the log of the instance.',
  },
  {
    in: /mail_tests_by_expiry WHERE expires_at <= \? AND account_id = \? GROUP BY 1/,
    step: SORT,
    because: 'Tests that expired since retention ran last, which is minutes ago.',
  },
  {
    in: /where \("messages"."claimed_by" >= \?/,
    step: SORT,
    because: 'Messages that one host is analysing: as many as it has places.',
  },
  {
    in: /count\(\*\) FROM messages WHERE due_at = 0 AND rank IS NULL/,
    step: /^SCAN messages USING INDEX messages_behind$/,
    because: 'The number of messages that wait: the index holds nothing else.',
  },
  {
    in: /SELECT seq FROM messages INDEXED BY messages_\w+ WHERE .* LIMIT 10000/,
    step: /^SCAN messages USING (?:COVERING )?INDEX messages_\w+$/,
    because: 'Messages that wait, counted up to a bound: the index holds nothing else.',
  },
  {
    in: /INDEXED BY messages_returning/,
    step: SORT,
    because: 'Messages whose analysis was lost and that are tried again: none, where all is well.',
  },
  {
    in: /FROM mail_tests WHERE seq > \? ORDER BY seq LIMIT \?\) GROUP BY account_id/,
    step: SORT,
    because: 'A slice of a given size at a time.',
  },
  {
    in: /role_mail/i,
    step: /^SCAN role_mail/,
    because: 'Mail to postmaster and abuse of 30 days, within a bound of bytes.',
  },
  {
    in: /from "api_keys" where "api_keys"."account_id" = \?/,
    step: SORT,
    because: 'The keys of one account, at most 100 of which work.',
  },
  {
    in: /from "api_keys" order by/,
    step: /^SCAN api_keys$|^USE TEMP B-TREE/,
    because: 'The operator lists all keys by command.',
  },
  {
    in: /delete from "full_report_uses"/,
    step: /^SCAN full_report_uses$/,
    because:
      'Counts of the present day and month: this is what deletes all others, and it runs every few minutes.',
  },
  {
    in: /\b(?:dmarc_(?:day_sources|month_sources|day_reporters)|tls_failures|complaint_(?:days|campaigns))\b[\s\S]*\bgoing\(/,
    step: SORT,
    because:
      'What roll-ups say of one domain within a window: a thread of its own reads it, for ten seconds at most.',
  },
  {
    in: /sum\(s\.pass\) AS pass FROM dmarc_domains AS d CROSS JOIN dmarc_slices AS s/,
    step: SORT,
    because:
      'Reports of the known providers about one domain within a window: a thread of its own reads it, for ten seconds at most.',
  },
  {
    in: /FROM complaint_campaigns WHERE domain_id = \? AND day = \? AND authenticated = \? AND campaign <> '' ORDER BY complaints/,
    step: SORT,
    because: 'The campaigns that are told apart on one day of a domain, at most 200.',
  },
  {
    in: /WHERE no IN \(SELECT no FROM dmarc_(?:texts|results|ips) WHERE uses = 0 LIMIT \?\)/,
    step: /^SCAN dmarc_(?:texts|results|ips) USING COVERING INDEX dmarc_\w+_unused$/,
    because: 'The index holds what nothing uses any more, and what waits to be counted; some of it is taken.',
  },
  {
    in: /SELECT 1 FROM dmarc_uncounted LIMIT 1|FROM dmarc_uncounted AS u .* ORDER BY u\.domain, u\.report, u\.piece LIMIT \?$/,
    step: /^SCAN (?:dmarc_uncounted|u)$/,
    because: 'The first of what waits to be counted, as many as one write counts.',
  },
  {
    in: /SELECT 1 FROM dmarc_partly_counted LIMIT 1|FROM dmarc_partly_counted AS c .* ORDER BY c\.domain DESC, c\.report DESC, c\.piece DESC LIMIT \?$/,
    step: /^SCAN (?:dmarc_partly_counted|c)$/,
    because: 'The first of what an earlier version did not count, as many as one write counts.',
  },
  {
    in: /FROM sqlite_schema\b/,
    step: /^SCAN sqlite_schema$/,
    because: 'The tables that the database has, looked at when it is opened.',
  },
  {
    in: /FROM dmarc_uncounted GROUP BY domain$/,
    step: /^SCAN dmarc_uncounted$/,
    because: 'What waits to be counted is bounded, and added up once after a start.',
  },
  {
    in: /from "sealed_secrets" where "sealed_secrets"."key_id" <> \?/,
    step: /^SCAN sealed_secrets$/,
    because: 'All secrets are sealed anew when the operator rotates the key.',
  },
  {
    in: /from "(?:memberships|identities|passkeys)".*"person_id" = \?/,
    step: SORT,
    because: 'What one person has: accounts, ways to sign in.',
  },
  {
    in: /from "memberships" inner join "people".*"account_id" = \?/,
    step: SORT,
    because:
      'The people of one account: its export names them all, its page the first of them behind a place.',
  },
  {
    in: /"?domain_selectors"? WHERE "?(?:domain_selectors"\.")?domain_id"? = \?/i,
    step: SORT,
    because: 'The selectors of one domain, of which the latest are kept.',
  },
  {
    in: /from "people" where "people"."email_key" in \( *select \* from \(select email_key from people where/,
    step: SORT,
    because: 'Two lists that end at a limit, put together.',
  },
  {
    in: /from "invitations" where "invitations"."account_id" = \?/,
    step: SORT,
    because: 'Open invitations of one account that were made in the same millisecond.',
  },
  {
    in: /INDEXED BY deliveries_claimed/,
    step: /^SCAN (?:d|deliveries) USING INDEX deliveries_claimed$/,
    because: 'The index holds deliveries that are being sent, as many as there are places.',
  },
  {
    in: /FROM destinations AS x WHERE x.disabled_at IS NOT NULL AND EXISTS/,
    step: /^SCAN x$/,
    because: 'Destinations are few, and looked at where nothing else is left to delete.',
  },
  {
    in: /INDEXED BY destinations_due WHERE due_at IS NOT NULL$/,
    step: /^SCAN destinations USING INDEX destinations_due$/,
    because: 'Destinations that wait for something, looked at when the clock was set back.',
  },
  {
    in: /FROM record_versions (?:AS v )?WHERE look = \?/,
    step: SORT,
    because: 'What the places of one domain said: what 60 say now, and 1,000 versions before.',
  },
  {
    in: /from "watched_time"$/,
    step: /^SCAN watched_time$/,
    because: 'It has one row: for how long mail has been taken.',
  },
]
