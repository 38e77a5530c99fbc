import type { Command } from './command.ts'
import { accountCreate } from './commands/account/create.ts'
import { accountDelete } from './commands/account/delete.ts'
import { accountExport } from './commands/account/export.ts'
import { accountInvite } from './commands/account/invite.ts'
import { accountList } from './commands/account/list.ts'
import { accountPeople } from './commands/account/people.ts'
import { accountPlan } from './commands/account/plan.ts'
import { accountRemove } from './commands/account/remove.ts'
import { accountRename } from './commands/account/rename.ts'
import { accountRole } from './commands/account/role.ts'
import { accountTransfer } from './commands/account/transfer.ts'
import { accountUninvite } from './commands/account/uninvite.ts'
import { adminChange } from './commands/admin/change.ts'
import { adminCreate } from './commands/admin/create.ts'
import { adminDelete } from './commands/admin/delete.ts'
import { adminDisable2fa } from './commands/admin/disable-2fa.ts'
import { adminEndSessions } from './commands/admin/end-sessions.ts'
import { adminGrant, adminRevoke } from './commands/admin/grant.ts'
import { adminList } from './commands/admin/list.ts'
import { adminResetPassword } from './commands/admin/reset-password.ts'
import { adminSetupUrl } from './commands/admin/setup-url.ts'
import { alertsAdd } from './commands/alerts/add.ts'
import { alertsApply } from './commands/alerts/apply.ts'
import { alertsChange } from './commands/alerts/change.ts'
import { alertsDelete } from './commands/alerts/delete.ts'
import { alertsDeliveries } from './commands/alerts/deliveries.ts'
import { alertsList } from './commands/alerts/list.ts'
import { alertsReplay } from './commands/alerts/replay.ts'
import { alertsRotate } from './commands/alerts/rotate.ts'
import { alertsShow } from './commands/alerts/show.ts'
import { alertsDisable, alertsEnable } from './commands/alerts/switch.ts'
import { alertsTest } from './commands/alerts/test.ts'
import { analyze } from './commands/analyze.ts'
import { audit } from './commands/audit.ts'
import { backup } from './commands/backup/backup.ts'
import { restore } from './commands/backup/restore.ts'
import { bounce } from './commands/bounce.ts'
import { check } from './commands/check.ts'
import { complaintsCommand } from './commands/complaints.ts'
import { configCheck } from './commands/config/check.ts'
import { configInit } from './commands/config/init.ts'
import { configPrint } from './commands/config/print.ts'
import { dmarcExport } from './commands/dmarc/export.ts'
import { dmarcImport } from './commands/dmarc/import.ts'
import { dmarcMark } from './commands/dmarc/mark.ts'
import { dmarcRead } from './commands/dmarc/read.ts'
import { dmarcReady } from './commands/dmarc/ready.ts'
import { dmarcSenders } from './commands/dmarc/senders.ts'
import { dmarcSources } from './commands/dmarc/sources.ts'
import { dmarcSummary } from './commands/dmarc/summary.ts'
import { doctor } from './commands/doctor.ts'
import { domainsAdd } from './commands/domains/add.ts'
import { domainsDelete } from './commands/domains/delete.ts'
import { domainsDmarc } from './commands/domains/dmarc.ts'
import { domainsList } from './commands/domains/list.ts'
import { domainsRecords } from './commands/domains/records.ts'
import { domainsVerify } from './commands/domains/verify.ts'
import { fix } from './commands/fix.ts'
import { health } from './commands/health.ts'
import { help } from './commands/help.ts'
import { keyCreate } from './commands/key/create.ts'
import { keyList } from './commands/key/list.ts'
import { keyRevoke } from './commands/key/revoke.ts'
import { keyRotate } from './commands/key/rotate.ts'
import { mailLog } from './commands/mail-log.ts'
import { mcp } from './commands/mcp.ts'
import { migrateStatus } from './commands/migrate/status.ts'
import { migrateUp } from './commands/migrate/up.ts'
import { monitorsApply } from './commands/monitors/apply.ts'
import { monitorsBadge } from './commands/monitors/badge.ts'
import { monitorsChange } from './commands/monitors/change.ts'
import { monitorsCreate } from './commands/monitors/create.ts'
import { monitorsDelete } from './commands/monitors/delete.ts'
import { monitorsList } from './commands/monitors/list.ts'
import { monitorsPause, monitorsResume } from './commands/monitors/pause.ts'
import { monitorsShow } from './commands/monitors/show.ts'
import { move } from './commands/move.ts'
import { relayTest } from './commands/relay/test.ts'
import { rescore } from './commands/rescore.ts'
import { sample } from './commands/sample.ts'
import { secretsDiscard } from './commands/secrets/discard.ts'
import { secretsRotate } from './commands/secrets/rotate.ts'
import { serve } from './commands/serve.ts'
import { testCreate } from './commands/test/create.ts'
import { testGate } from './commands/test/gate.ts'
import { testWait } from './commands/test/wait.ts'
import { version } from './commands/version.ts'

/** Every command, in the order help shows them. Adding one is one file and one line here. */
export const COMMANDS: readonly Command[] = [
  serve,
  analyze,
  fix,
  check,
  bounce,
  sample,
  testCreate,
  testWait,
  testGate,
  mcp,
  keyCreate,
  keyList,
  keyRotate,
  keyRevoke,
  accountCreate,
  accountList,
  accountPlan,
  accountRename,
  accountPeople,
  accountInvite,
  accountUninvite,
  accountRole,
  accountRemove,
  accountTransfer,
  accountExport,
  accountDelete,
  domainsAdd,
  domainsList,
  domainsRecords,
  domainsVerify,
  domainsDmarc,
  domainsDelete,
  monitorsCreate,
  monitorsList,
  monitorsShow,
  monitorsChange,
  monitorsPause,
  monitorsResume,
  monitorsBadge,
  monitorsDelete,
  monitorsApply,
  alertsAdd,
  alertsList,
  alertsShow,
  alertsChange,
  alertsRotate,
  alertsEnable,
  alertsDisable,
  alertsTest,
  alertsDeliveries,
  alertsReplay,
  alertsDelete,
  alertsApply,
  dmarcRead,
  dmarcImport,
  dmarcSummary,
  dmarcSenders,
  dmarcMark,
  dmarcSources,
  dmarcReady,
  dmarcExport,
  complaintsCommand,
  audit,
  adminSetupUrl,
  adminCreate,
  adminList,
  adminResetPassword,
  adminDisable2fa,
  adminEndSessions,
  adminChange,
  adminDelete,
  adminGrant,
  adminRevoke,
  mailLog,
  doctor,
  backup,
  restore,
  migrateStatus,
  migrateUp,
  move,
  health,
  relayTest,
  secretsRotate,
  secretsDiscard,
  rescore,
  configInit,
  configCheck,
  configPrint,
  version,
  help,
]
