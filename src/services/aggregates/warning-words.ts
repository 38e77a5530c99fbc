/** What is odd about a report that was stored all the same, each in a sentence. */
const WARNINGS: Readonly<Record<string, string>> = {
  crc_mismatch: 'The checksum of the archive does not match what was in it.',
  truncated: 'The archive ends before its content does.',
  rows_skipped:
    'Some records could not be used and do not count: without a usable address or number of messages.',
  no_records: 'It has no records, so it counts no message.',
  results_cut: 'A record has more DKIM or SPF results than are kept. The rest was left out.',
  dkim_selector_missing: 'DKIM results name no selector, so the key that signed is not known.',
  policy_missing: 'It does not name the policy (p) that the reporter saw.',
  report_id_missing: 'It has no report id.',
  no_policies: 'It names no policy, so it counts no session.',
  policies_cut: 'It has more policies than are kept. The rest was left out.',
  policy_domain_missing: 'A policy does not say which domain it is of.',
  details_cut: 'It has more failure details than are kept. The rest was left out.',
  details_differ: 'The failure details do not add up to the number of failed sessions. The number counts.',
}

/** What a warning means. One without words of its own is given as it is written. */
export const warningWords = (warning: string): string =>
  Object.hasOwn(WARNINGS, warning)
    ? (WARNINGS[warning] ?? warning)
    : `Other: ${warning.replaceAll('_', ' ')}.`
