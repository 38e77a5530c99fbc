/** What is what in an exported account. */
export const README = `This archive holds what Mailgauge keeps of one account, as it was when the archive was made.
Times are UTC (ISO 8601). JSON is UTF-8. Keys that have nothing to say are left out.

account.json       The account: id, name, plan, when it was created, which mailbox providers it shows, and when this archive was made.
people.json        Who is in the account, with address, name and role. How they sign in is theirs and not in here.
invitations.json   Invitations that nobody has accepted. Their links are not kept and cannot be exported.
keys.json          API keys: name, first characters, scopes, dates. The keys themselves are not kept: only hashes are,
                   and those are not in here.
domains.json       Domains with the TXT record that proves each, since when it is verified, and what the last look saw.
alerts.json        Webhooks and alert channels: kind, name, server or address, which events they are told. Their whole URLs, tokens and
                   secrets are not in here, nor what was delivered.
monitors/          A file for each monitor: its address or domain, what is expected, how it is, the last 200 alerts that were told,
                   and how its messages scored, newest first.
tests/             A folder for each test, named by the day and the token of the test:
  test.json        The test: its address, how it was made, status and score.
  msg_….eml        A message as it was received, byte for byte. Mail programs open it.
  msg_….json       Its report: score, checks with details as the API tells them, the fix plan, and the SMTP session
                   ("session": who connected, from where, with which commands). "one_click": what came of trying to unsubscribe.
                   "gated": true means that the plan of the account does not show this report in full.
history/           What stays of analysed messages when their tests are gone, oldest first, one JSON object on a line: when it
                   arrived, the domain of From, score and failed checks.
records/           A folder for each domain and each monitor of mail: what the records of the domain, or of the last sender, have
                   said, newest first, one JSON object on a line.
dmarc/             A folder for each domain: what DMARC reports say of it, oldest day first, one record with its report as a JSON
                   object on a line.
dmarc-policies/    A folder for each domain: the DMARC policies that reports saw, newest day first, one JSON object on a line for each
                   day and policy, with how many reports saw it.
dmarc-events/      A folder for each domain: what was told of it, such as a new source, a rate that dropped or many complaints,
                   newest first, one JSON object on a line. The last 200 are kept.
source-marks/      A folder for each domain: which sources of its mail people named, or marked as theirs or not, one JSON object
                   on a line.
tls/               A folder for each domain: what TLS reports say of it, oldest day first, one report as a JSON object on a line.
complaints/        A folder for each domain: how many reports of complaints came, oldest day first, one JSON object on a line for each
                   day, provider and type. The complaints themselves are not kept.
complaint-letters/ A folder for each domain: mail to its complaints address that was no report, newest first, one JSON object on a
                   line with sender's domain, subject and the beginning of its text, as strangers wrote them. Kept for 14 days.
report-files/      A folder for each domain: what became of each file that came for it, newest first, one JSON object on a line
                   (outcomes/), and the files as they came, as long as they are kept (files/).
mail-log/          Mail to the addresses of the account's tests in the last 7 days, taken or refused, newest first, one JSON
                   object on a line.
audit-log/         What people, API keys and the operator changed, newest first, one JSON object on a line.

Tests that expired or were deleted before are not in here: nothing is kept of them but their lines in history/.
Messages may hold secrets (sign-in codes, reset links) and personal data. Keep the archive as you would keep a mailbox.
`
