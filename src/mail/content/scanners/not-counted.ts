/** Families of rules about what other checks judge, or about anything but the message: [who judges, or why nobody, rule names]. */
const FAMILIES: readonly (readonly [string, RegExp])[] = [
  ['spf, dkim, dmarc and arc', /(?:^|_)(?:SPF|DKIM|DKIMWL|DKIMDOMAIN|DMARC|ADSP|ARC|AUTH)(?:_|$)/],
  [
    'blocklist checks',
    /(?:^|_)(?:RCVD_IN|URIBL|SURBL|RBL|EBL|DBL|DWL|DNSWL|EMAILBL|HASHBL|DNS_FROM|MAILSPIKE)(?:_|$)/,
  ],
  ['dmarc', /^(?:FORGED_SENDER\w*|FROM_NEQ_ENVFROM\w*|HEADER_FROM_DIFFERENT_DOMAINS)$/],
  ['blocklist checks', /(?:^|_)(?:SPAMHAUS|SENDERSCORE|SPAMCOP|BLOCKLISTDE)(?:_|$)/],
  ['age of the domain', /(?:^|_)(?:FMBLA|FRESH15?)(?:_|$)/],
  ['reverse-dns and helo', /(?:^|_)(?:RDNS|FCRDNS|HELO|HFILTER)(?:_|$)/],
  [
    'headers',
    /^(?:DATE_|INVALID_DATE|INVALID_MSGID|MULTIPLE_FROM|MULTIPLE_UNIQUE_HEADERS|NO_FROM|EMPTY_FROM)/,
  ],
  ['headers', /^(?:FROM_INVALID|INVALID_FROM_8BIT|\w+_ILLEGAL_CHARS|\w+_NEEDS_ENCODING)$/],
  ['headers', /^MISSING_(?:DATE|MID|FROM|TO|SUBJECT|HEADERS|ESSENTIAL_HEADERS|MIME_VERSION)$/],
  ['content', /^(?:EMPTY_MESSAGE|MIME_HTML_ONLY(?:_MULTI)?|R_PARTS_DIFFER|MPART_ALT_DIFF(?:_COUNT)?)$/],
  ['subject', /^SUBJ(?:ECT)?_(?:ALL_CAPS|ENDS_EXCLAIM)$/],
  ['images', /^HTML_(?:IMAGE_ONLY|IMAGE_RATIO|SHORT_LINK_IMG)_/],
  ['how the test was sent', /^(?:ALL_TRUSTED|UNPARSEABLE_RELAY|NO_RELAYS|NO_RECEIVED|FORGED_RECIPIENTS\w*)$/],
  ['wrong for scripts without spaces', /^TVD_SPACE_RATIO/],
  ["the operator's own lists", /^(?:USER_IN_|AWL$|TXREP$|GREYLIST|RATELIMIT)/],
]

/** Why a rule does not count in a scanner's check: one fact costs in one check. Undefined: it counts. */
export function notCounted(rule: string): string | undefined {
  const name = rule.replace(/^T_/, '')
  return FAMILIES.find(([, names]) => names.test(name))?.[0]
}
