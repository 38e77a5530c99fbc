import { SAYS, SILENT, type UnseenCase } from './case.ts'

export const BLOCKLISTS: readonly UnseenCase[] = [
  {
    name: 'spamhaus, named by Facebook in a queue',
    group: 'blocklist',
    source: 'text 56781468802 (ubuntuforums.org)',
    date: '2011-11-20',
    form: 'lines',
    text: `-Queue ID- --Size-- ----Arrival Time---- -Sender/Recipient-------
29828E098F      550 Sun Nov 20 05:02:07  www-data@wallpapers.example
(host smtpin.mx.facebook.com[69.171.244.13] refused to talk to me: 554 5.7.1 POL-P1 http://www.spamhaus.org/query/bl?ip=59.95.28.77)
                                         shaunak@facebook.com`,
    causes: ['blocklist'],
    provider: ['spamhaus', 'facebook', 'meta', ''],
    permanent: 'either',
    must: SAYS.listed,
    mustNot: SILENT.onMailbox,
  },
  {
    name: 'spamcop, named by postscreen in the log of the server that refused',
    group: 'blocklist',
    source: 'text 8912269680',
    date: 'not told',
    form: 'log',
    text: 'May  8 08:26:55 mail postfix/postscreen[22055]: NOQUEUE: reject: RCPT from [157.122.148.242]:47407: 550 5.7.1 Service unavailable; client [157.122.148.242] blocked using bl.spamcop.net; from=<kos@mafia.example>, to=<z13699753428@vip.163.com>, proto=ESMTP, helo=<XL-20160217QQJV>',
    causes: ['blocklist'],
    provider: ['spamcop', 'postfix'],
    permanent: true,
    must: SAYS.listed,
    mustNot: SILENT.onMailbox,
  },
  {
    name: 'barracuda central, in a letter to a list',
    group: 'blocklist',
    source: 'text 27059765839 (linux-mm@kvack.org)',
    date: '2020-01',
    form: 'lines',
    text: `> Hmm, this one? Even non-ML destinations are sometimes rejected (e.g.
>   554 5.7.1 Service unavailable; Client host [202.181.97.72] blocked using b.barracudacentral.org; http://www.barracudanetworks.com/reputation/?pr=1&ip=202.181.97.72
> ). Anyway, I just worried whether it is really safe`,
    causes: ['blocklist'],
    provider: ['barracuda', 'postfix'],
    permanent: true,
    must: SAYS.listed,
    mustNot: SILENT.onMailbox,
  },
  {
    name: 'spamhaus, named by Telecom Italia',
    group: 'blocklist',
    source: 'text 49466897185',
    date: 'not told',
    form: 'reply',
    text: 'smtp; 550 5.7.1 Mail from IP 192.0.2.31 was rejected due to listing in Spamhaus SBL. For details please see http://www.spamhaus.org/query/bl?ip=192.0.2.31',
    causes: ['blocklist'],
    provider: ['spamhaus', 'tim', 'alice', ''],
    permanent: true,
    must: SAYS.listed,
    mustNot: SILENT.onMailbox,
  },
  {
    name: 'a list of AT&T, asked again for days',
    group: 'blocklist',
    source: 'text 57157133318 (ubuntuforums.org)',
    date: '2009-04-25',
    form: 'log',
    text: 'Apr 25 07:08:37 server1 postfix/error[24566]: 1868F1D15A8: to=<tjacks@bellsouth.net>, relay=none, delay=230975, delays=230975/0.02/0/0.05, dsn=4.0.0, status=deferred (delivery temporarily suspended: host gateway-f1.isp.att.net[204.127.217.16] refused to talk to me: 550-89.238.221.142 blocked by ldap:ou=rblmx,dc=att,dc=net 550 Error - Blocked for abuse. See http://att.net/blocks)',
    causes: ['blocklist', 'reputation'],
    provider: ['at&t', 'att', ''],
    permanent: 'either',
    mustNot: SILENT.onMailbox,
  },
]
