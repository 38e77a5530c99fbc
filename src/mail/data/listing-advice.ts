/** What to do about a listing. `{it}` stands for the addresses or domains that are listed. */
export interface ListingAdvice {
  /** What the owner of a listed address or domain does about it, and who can have it removed. */
  does: string
  /** Where it is looked up and removed, where the roster names no page. */
  page?: string
}

/** Advice by the roster's codes or bits; `*` is any other code of the list. */
type ByCode = Readonly<Record<string, ListingAdvice>>

const XBL: ListingAdvice = {
  does: 'A machine at or behind {it} is infected or an open proxy: clean it, and behind NAT let only the mail server use port 25. Then remove the entry yourself.',
}
const SMARTHOST =
  'send through your provider’s smarthost or a sending service, or, for a mail server at a static address, have the address excluded from the PBL'
const NEIGHBOURS: ListingAdvice = {
  does: 'The entry is about other addresses of the same provider: there is nothing to fix on your side, and no reason to pay for a removal.',
}
const BY_ITSELF =
  'Stop the mail to people who did not ask for it and look for hijacked accounts; the entry ends by itself'
const TRAPS = 'Remove addresses that never signed up or stopped existing, and look for hijacked accounts'
const SITE = 'update its software, remove what was planted there and change its passwords'

const MAILSPIKE: ListingAdvice = {
  does: 'The rating follows the mail that Mailspike sees from {it}: stop what is taken for spam, and it recovers within days; a cleaned host can be reported there.',
}
const POLICY: ListingAdvice = {
  does: 'Give {it} a static address with a PTR name of its own that leads back to it, or send through your provider’s smarthost; then ask for removal yourself.',
  page: 'https://lookup.abusix.com/',
}
const ABUSIX_TRAP: ListingAdvice = {
  does: `${TRAPS}; then ask for removal yourself.`,
  page: 'https://lookup.abusix.com/',
}
const SPAMRATS = 'https://www.spamrats.com/removal.php'
const SEM = 'https://spameatingmonkey.com/lookup'

/** Lists of addresses, by the roster's ids. */
const ADDRESSES: Readonly<Record<string, ByCode>> = {
  'spamhaus-zen': {
    '127.0.0.2': {
      does: 'Spamhaus has seen spam from {it}: stop what sends it, then write to the abuse desk of your hosting provider, because only the owner of the network can have an SBL entry removed.',
    },
    '127.0.0.3': {
      does: 'Mail from {it} looks like spam that is spread over many addresses (CSS): mail only people who asked for it, give the host a PTR and HELO name of its own, then ask for removal yourself.',
    },
    '127.0.0.4': XBL,
    '127.0.0.5': XBL,
    '127.0.0.6': XBL,
    '127.0.0.7': XBL,
    '127.0.0.9': {
      does: 'The whole network of {it} is listed as hijacked or criminal (DROP): send from another network; only its owner can have it removed.',
    },
    '127.0.0.10': {
      does: `The provider of {it} says that it must not send mail by itself (PBL): ${SMARTHOST}; where the page does not allow it, your provider has to ask.`,
    },
    '127.0.0.11': {
      does: `{it} lies in a range of dynamic or end-user addresses (PBL): ${SMARTHOST}, which you can ask for yourself.`,
    },
    '127.0.0.30': {
      does: '{it} controls a botnet: take the host off the network and install it anew; only the owner of the network can have the entry removed.',
    },
  },
  spamcop: { '127.0.0.2': { does: `${BY_ITSELF} about 24 hours after the last report on {it}.` } },
  barracuda: {
    '127.0.0.2': {
      does: 'Barracuda rates mail from {it} poorly: look for hijacked accounts and mail that nobody asked for, then ask for removal yourself.',
    },
  },
  mailspike: {
    '127.0.0.2': MAILSPIKE,
    '127.0.0.10': MAILSPIKE,
    '127.0.0.11': MAILSPIKE,
    '127.0.0.12': MAILSPIKE,
  },
  psbl: { '127.0.0.2': { does: `{it} sent mail to a spam trap. ${TRAPS}; then remove the entry yourself.` } },
  'sem-black': {
    '127.0.0.2': { does: `{it} sent mail to a spam trap. ${TRAPS}; then ask for removal yourself.` },
    '127.0.0.3': {
      does: 'The operator of the list keeps {it} out by policy: give the host a PTR name of its own that leads back to it, then ask for removal yourself.',
    },
  },
  'uceprotect-1': {
    '127.0.0.2': { does: `${BY_ITSELF} 7 days after the last mail from {it}: do not pay for a removal.` },
  },
  'uceprotect-2': { '127.0.0.2': NEIGHBOURS },
  'uceprotect-3': { '127.0.0.2': NEIGHBOURS },
  dronebl: {
    '*': {
      does: '{it} was seen as a proxy, a bot or a hijacked machine: the page says which. Clean it, close open proxies, then ask for removal yourself.',
    },
  },
  'blocklist-de': {
    '*': {
      does: 'Servers reported attacks from {it}, such as guessed passwords: find the hijacked account or machine. The entry ends by itself 48 hours after the last report, or when you ask.',
    },
  },
  s5h: { '127.0.0.2': { does: `{it} sent mail to a spam trap. ${TRAPS}; then ask the list for removal.` } },
  'gbudb-truncate': {
    '127.0.0.2': {
      does: `${BY_ITSELF} when other mail from {it} outweighs it. Nobody can ask for a removal.`,
    },
  },
  spamrats: {
    '127.0.0.36': {
      does: 'The PTR name of {it} looks like that of a dynamic line: give the host a name of its own, then ask for removal yourself.',
      page: SPAMRATS,
    },
    '127.0.0.37': {
      does: '{it} has no PTR name: have your hosting provider publish one that leads back to it, then ask for removal yourself.',
      page: SPAMRATS,
    },
    '127.0.0.38': { does: `{it} sent spam. ${TRAPS}; then ask for removal yourself.`, page: SPAMRATS },
    '127.0.0.43': {
      does: 'Passwords were guessed from {it}: find the hijacked machine, then ask for removal yourself.',
      page: SPAMRATS,
    },
  },
  hostkarma: {
    '127.0.0.2': { does: `${BY_ITSELF} within days when {it} sends no more of it.` },
    '127.0.0.4': {
      does: 'The list has seen both spam and other mail from {it}: no entry that receivers refuse mail for, and no reason to ask.',
    },
  },
  'validity-rpbl': {
    '*': {
      does: 'Validity sees complaints about mail from {it}: mail only people who asked for it, then ask for removal yourself.',
      page: 'https://senderscore.org/',
    },
  },
  'abusix-combined': {
    '127.0.0.2': ABUSIX_TRAP,
    '127.0.0.3': ABUSIX_TRAP,
    '127.0.0.4': {
      does: 'A machine at or behind {it} is infected or hijacked: clean it, then ask for removal yourself.',
      page: 'https://lookup.abusix.com/',
    },
    '127.0.0.11': POLICY,
    '127.0.0.12': POLICY,
    '127.0.0.200': {
      does: 'The network of {it} is listed by hand: send from another network, or have its owner ask for removal.',
      page: 'https://lookup.abusix.com/',
    },
  },
}

const broken = (what: string): ListingAdvice => ({
  does: `The site of {it} was broken into and used for ${what}: ${SITE}. Then ask for removal yourself.`,
})
const harm = (what: string): ListingAdvice => ({
  does: `The entry about {it} is for ${what}: find what of the domain is misused (its site, a mailbox, its DNS), take it down and change the passwords. Then the owner of the domain can ask for removal.`,
})

/** Lists of domains, by the roster's ids; bits by their value. */
const DOMAINS: Readonly<Record<string, ByCode>> = {
  'spamhaus-dbl': {
    '127.0.1.2': {
      does: '{it} is named in spam: mail only people who asked for it and stop affiliates who do not. Then the owner of the domain can ask for removal.',
    },
    '127.0.1.4': harm('phishing'),
    '127.0.1.5': harm('malware'),
    '127.0.1.6': harm('the control of a botnet'),
    '127.0.1.102': broken('spam'),
    '127.0.1.103': {
      does: 'Spam uses a redirect of {it} to hide its links: let it lead only to addresses that you know. Then ask for removal yourself.',
    },
    '127.0.1.104': broken('phishing'),
    '127.0.1.105': broken('malware'),
    '127.0.1.106': broken('the control of a botnet'),
  },
  surbl: {
    4: {
      does: '{it} is known for disposable mailboxes: use a domain that is not. Where that is wrong, the owner can ask for removal.',
    },
    8: harm('phishing'),
    16: harm('malware'),
    32: {
      does: 'Spam counts its clicks through {it}: count yours through a name under your own domain. The owner of the tracker can ask for removal.',
    },
    64: {
      does: '{it} is named in spam or abused: mail only people who asked for it. Then the owner of the domain can ask for removal.',
    },
    128: broken('spam'),
  },
  uribl: {
    2: {
      does: '{it} is named in spam: mail only people who asked for it. Then the owner of the domain can ask for removal.',
    },
    4: {
      does: '{it} is named in bulk mail that people did not ask for (grey): keep records of who signed up. Then the owner of the domain can ask for removal.',
    },
    8: {
      does: '{it} is new or hides who registered it (red): the entry ends by itself. Begin with little mail, to people who know you.',
    },
  },
  'sem-uribl': {
    2: {
      does: '{it} is named in spam: mail only people who asked for it, then ask for removal yourself.',
      page: SEM,
    },
  },
  'sem-fresh15': {
    2: {
      does: '{it} was registered less than 15 days ago: the entry ends by itself. Until then begin with little mail, to people who know you.',
      page: SEM,
    },
  },
  'nordspam-dbl': {
    '127.0.0.2': {
      does: '{it} is named in spam: mail only people who asked for it, then ask the list for removal.',
    },
  },
}

/** What to do about each answer of each list of the roster. */
export const LISTING_ADVICE: Readonly<Record<string, ByCode>> = { ...ADDRESSES, ...DOMAINS }
