import type { ComplaintProvider, WithoutReports } from '../../core/complaints/provider.ts'

/** Who sends reports of complaints, compiled by hand. `reportersFrom` is by From of DMARC reports in published lists of senders and samples, looked
 * at on 2026-11-23 (noreply@dmarc.yahoo.com, dmarcreport@microsoft.com, dmarc-support@alerts.comcast.net, dmarc_support@corp.mail.ru); of Yandex none
 * was found. `senders` are addresses or domains as reports that were published have them. A domain
 * at which anybody can have a mailbox never stands here by itself. */
export const COMPLAINT_PROVIDERS: readonly ComplaintProvider[] = [
  {
    id: 'yahoo',
    name: 'Yahoo and AOL',
    senders: ['arf.mail.yahoo.com'],
    sources: ['Yahoo', 'AOL'],
    reporters: ['yahoo', 'yahoo!', 'yahoo! inc.', 'yahoo inc.', 'yahoo.com', 'aol', 'aol.com'],
    reportersFrom: ['dmarc.yahoo.com'],
    register: {
      url: 'https://senders.yahooinc.com/complaint-feedback-loop/',
      says: 'In the Sender Hub, verify the domain by a TXT record and enroll it. Reports are about mail that is signed with DKIM as an enrolled domain (d=); addresses are not enrolled.',
      by: 'dkim',
    },
    source:
      'https://egressif.io/resources/postmaster/yahoo-sender-hub, https://help.yahoo.com/kb/postmaster/yahoo-complaint-feedback-loop-service-faq-sln26007.html',
    date: '2026-06-22',
    secondary: true,
  },
  {
    id: 'outlook',
    name: 'Outlook.com and Hotmail',
    senders: ['staff@hotmail.com'],
    sources: ['Microsoft', 'Outlook.com', 'Hotmail'],
    reporters: ['outlook.com', 'outlook'],
    reportersFrom: ['microsoft.com'],
    register: {
      url: 'https://sendersupport.olc.protection.outlook.com/snds/',
      says: 'Request access to your IP addresses in SNDS, and set up JMRP for them with this address. Reports are about all mail of those addresses. They are ARF since June 2026, without the body and the recipient; older ones have the message attached.',
      by: 'address',
    },
    source:
      'https://egressif.io/resources/postmaster/microsoft-snds-jmrp, https://emailexpert.com/microsoft-overhauls-snds-jmrp-postmaster-tools-what-to-fix/, https://github.com/rspamd/rspamd/pull/6148',
    date: '2026-07-23',
    secondary: true,
  },
  {
    id: 'comcast',
    name: 'Comcast',
    senders: ['comcastfbl.senderscore.net'],
    sources: ['Comcast'],
    reporters: ['comcast', 'comcast.net', 'comcast cable'],
    reportersFrom: ['alerts.comcast.net'],
    source: 'http://feedback.comcast.net/faq.php; Source: Comcast in a published report of ReturnPathFBL/2.0',
    date: '2026-11-23',
  },
  {
    id: 'validity',
    name: 'Validity (several providers)',
    senders: ['senderscore.net', 'returnpath.net', 'validity.com'],
    register: {
      url: 'https://fbl.validity.com/',
      says: 'The Universal Feedback Loop sends for Comcast, Fastmail, Gandi, La Poste, SFR, Rackspace, Virgin Media and others. Sums are free, single reports (ARF) are paid for. It goes by address; Comcast, Gandi, La Poste and SFR also by the domain of the DKIM signature.',
      by: 'either',
    },
    source:
      'https://knowledge.validity.com/hc/en-us/articles/360005560651, https://www.spamresource.com/2023/09/validity-to-start-charging-for-feedback.html',
    date: '2026-11-23',
  },
  {
    id: 'yandex',
    name: 'Yandex',
    senders: ['yandexfbl.senderscore.net'],
    sources: ['Yandex'],
    reporters: ['yandex', 'yandex.ru'],
    source: 'From and Source of a published report of ReturnPathFBL/2.0, 2020',
    date: '2026-11-23',
    secondary: true,
  },
  {
    id: 'mailru',
    name: 'Mail.ru',
    senders: ['corp.mail.ru'],
    sources: ['Mail.ru'],
    reporters: ['mail.ru'],
    reportersFrom: ['corp.mail.ru'],
    register: {
      url: 'https://postmaster.mail.ru/',
      says: 'Add the domain in Postmaster Mail.ru and confirm it, then give this address as that of the FBL.',
      by: 'dkim',
    },
    source: 'https://sedov.link/blog/1174774, https://weekly-geekly.imtqy.com/articles/147713/index.html',
    date: '2026-11-23',
    secondary: true,
  },
  {
    id: 'ses',
    name: 'Amazon SES',
    senders: ['complaints@email-abuse.amazonses.com'],
    source: 'From of a published report: complaints@email-abuse.amazonses.com, 2017',
    date: '2026-11-23',
    secondary: true,
  },
  {
    id: 'abusix',
    name: 'Abusix',
    senders: ['abusix.org', 'abusix.com'],
    source: 'From of a published report: no-reply@abusix.org, 2015',
    date: '2026-11-23',
    secondary: true,
  },
]

/** Who sends none. */
export const WITHOUT_REPORTS: readonly WithoutReports[] = [
  {
    name: 'Gmail',
    says: 'Sends no reports of single complaints. Google Postmaster Tools shows the rate of spam by day, and by campaign of the Feedback-ID field.',
    source: 'https://on.bo/learn/feedback-loop, https://relaymetry.com/spam-complaint-rate',
    date: '2026-11-23',
    secondary: true,
  },
  {
    name: 'Apple iCloud',
    says: 'No feedback loop is known.',
    source: 'https://egressif.io/resources/postmaster/yahoo-sender-hub',
    date: '2026-06-22',
    secondary: true,
  },
]
