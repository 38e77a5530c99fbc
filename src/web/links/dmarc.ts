const under = (id: string, rest: string) => `/domains/${encodeURIComponent(id)}/${rest}`

/** What DMARC reports, TLS reports and complaints say of a domain. The window is `days`, or `from` and `to` (the first and last day of UTC). */
export const DMARC_LINKS = {
  /** GET, `after`: all domains of the account. */
  dmarc: '/dmarc',
  /** GET, window, `authenticated`. */
  domainDmarc: (id: string) => under(id, 'dmarc'),
  /** GET, window, `authenticated`, `reporter`, `result`, `offset`. */
  domainDmarcReports: (id: string) => under(id, 'dmarc/reports'),
  /** GET, `after`: a place among its records. */
  domainDmarcReport: (id: string, uid: string) => under(id, `dmarc/reports/${encodeURIComponent(uid)}`),
  /** GET, window, `authenticated`, `standing`, `offset`; where `group_by` is there, `sort` and `result`. */
  domainDmarcSources: (id: string) => under(id, 'dmarc/sources'),
  /** GET, window, `authenticated`: which policy reports saw when. */
  domainDmarcPolicy: (id: string) => under(id, 'dmarc/policy'),
  /** What changed in what reports say, and what of it lasts. */
  domainDmarcEvents: (id: string) => under(id, 'dmarc/events'),
  /** GET, `key`, window, `authenticated`, `ip` and `after` of its records; `ip` alone leads to the source that has it. POST marks and names. */
  domainDmarcSource: (id: string) => under(id, 'dmarc/source'),
  /** GET, `outcome`, `after`. */
  domainDmarcFiles: (id: string) => under(id, 'dmarc/files'),
  /** What became of one file; of one in conflict, beside the report that stands against it. */
  domainDmarcFile: (id: string, file: string) => under(id, `dmarc/files/${encodeURIComponent(file)}`),
  /** The file as it came. */
  domainDmarcFileContent: (id: string, file: string) =>
    under(id, `dmarc/files/${encodeURIComponent(file)}/download`),
  /** GET asks, POST takes a report that was kept out in place of the one that has its key. */
  domainDmarcTake: (id: string, file: string) => under(id, `dmarc/files/${encodeURIComponent(file)}/take`),
  /** Only in evaluation, of its domain: POST sends sample reports. */
  domainDmarcSample: (id: string) => under(id, 'dmarc/sample'),
  /** The same: POST loads a year of them. */
  domainDmarcSampleYear: (id: string) => under(id, 'dmarc/sample-year'),
  /** GET shows the form, POST takes files. */
  domainDmarcImport: (id: string) => under(id, 'dmarc/import'),
  /** GET, window, `authenticated`: every record. */
  domainDmarcRecordsCsv: (id: string) => under(id, 'dmarc/records.csv'),
  domainDmarcRecordsJson: (id: string) => under(id, 'dmarc/records.json'),
  /** GET, window, `authenticated`, `group_by`, `sort`, `result`. */
  domainDmarcSourcesCsv: (id: string) => under(id, 'dmarc/sources.csv'),
  /** GET, window, `authenticated`: sources with what each is and what to do. */
  domainDmarcAnswersCsv: (id: string) => under(id, 'dmarc/sources-with-advice.csv'),
  /** GET, window: what recipients report as spam. */
  domainComplaints: (id: string) => under(id, 'complaints'),
  /** GET, window, `authenticated`. */
  domainTls: (id: string) => under(id, 'tls'),
  /** GET, window, `authenticated`, `offset`. */
  domainTlsReports: (id: string) => under(id, 'tls/reports'),
  domainTlsReport: (id: string, uid: string) => under(id, `tls/reports/${encodeURIComponent(uid)}`),
  /** GET, window, `authenticated`: every report. */
  domainTlsCsv: (id: string) => under(id, 'tls/reports.csv'),
  domainTlsJson: (id: string) => under(id, 'tls/reports.json'),
} as const
