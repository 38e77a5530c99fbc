import { type DataSet, domainList } from './data-set.ts'

/** Services that make a short address of any other, as SpamAssassin lists them. */
export const shorteners: DataSet = {
  name: 'shorteners',
  addresses: ['https://svn.apache.org/repos/asf/spamassassin/trunk/rules/25_url_shortener.cf'],
  licence: 'Apache-2.0',
  note: 'From SpamAssassin; under a name with a leading * every subdomain is meant.',
  read([text = '']) {
    const written = [...text.matchAll(/^url_shortener\s+(\S+)/gm)].map((match) => match[1] ?? '')
    return {
      domains: domainList(
        written.map((name) => name.replace(/^\./, '*.')),
        150,
      ),
    }
  },
}
