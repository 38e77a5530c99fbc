// Each branch loads only what it needs: an analysis process has no use for the web site.
if (process.argv[2] === '__analyse') {
  const { runAnalysisProcess } = await import('./jobs/analysis-process.ts')
  runAnalysisProcess()
} else {
  const { main } = await import('./cli/main.ts')
  process.exitCode = await main(process.argv.slice(2))
}
