import { type DataSet, domainList } from './data-set.ts'

const RULES = 'https://svn.apache.org/repos/asf/spamassassin/trunk/rules'

/** Domains where anybody can have a mailbox, as SpamAssassin lists them. */
export const freemail: DataSet = {
  name: 'freemail',
  addresses: [`${RULES}/20_freemail_domains.cf`, `${RULES}/20_freemail_mailcom_domains.cf`],
  licence: 'Apache-2.0',
  note: 'From SpamAssassin; * stands for any letters of one label.',
  read(texts) {
    const lines = texts.flatMap((text) => [...text.matchAll(/^freemail_domains\s+(.+)$/gm)])
    return {
      domains: domainList(
        lines.flatMap((match) => (match[1] ?? '').trim().split(/\s+/)),
        2_000,
      ),
    }
  },
}
