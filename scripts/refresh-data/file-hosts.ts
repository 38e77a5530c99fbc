import { type DataSet, domainList } from './data-set.ts'

/** Places where anybody can put up a file or a page. */
export const fileHosts: DataSet = {
  name: 'file-hosts',
  addresses: ['https://raw.githubusercontent.com/sublime-security/static-files/master/free_file_hosts.txt'],
  licence: 'MIT',
  note: 'From sublime-security/static-files.',
  read([text = '']) {
    return {
      domains: domainList(
        text.split(/\s+/).filter((name) => name !== ''),
        100,
      ),
    }
  },
}
