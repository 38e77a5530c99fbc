// Each branch loads only what it needs: an analysis process has no use for the web site.
if (process.argv[2] === '__analyse') {
  const { runAnalysisProcess } = await import('./jobs/analysis-process.ts')
  await runAnalysisProcess()
} else if (process.argv[2] === '__check-database') {
  // A look through a large database cannot be ended but with its process.
  const { endWithParent } = await import('./app/life/with-parent.ts')
  endWithParent(Number(process.argv[4]) || process.ppid)
  const { quickCheck } = await import('./store/sqlite/health/quick-check.ts')
  process.stdout.write(JSON.stringify(quickCheck(process.argv[3] ?? '')))
} else if (process.argv[2] === '__backup') {
  const { endWithParent } = await import('./app/life/with-parent.ts')
  endWithParent(Number(process.argv[3]) || process.ppid)
  const { runBackupProcess } = await import('./app/backups/backup-process.ts')
  await runBackupProcess()
  await new Promise((written) => process.stdout.write('', written))
  process.exit(0)
} else {
  if (process.argv.includes('serve')) {
    const { holdHangUps } = await import('./app/life/signals.ts')
    holdHangUps()
  }
  if (process.argv[2] === 'serve') {
    const { makeTemporaryFolder } = await import('./cli/temporary-folder.ts')
    makeTemporaryFolder(process.env['TMPDIR'])
    const { startWriterAhead } = await import('./store/sqlite/writer-client.ts')
    startWriterAhead()
  }
  const { main } = await import('./cli/main.ts')
  const code = await main(process.argv.slice(2))
  // What was printed is handed over first; a question to a silent DNS server is not waited for.
  await new Promise((written) => process.stdout.write('', written))
  process.exit(code)
}
