import { openDataFolder } from '../boot/data-folder.ts'
import { readEnv } from '../boot/env.ts'
import { exitWithError } from '../errors/startup-error.ts'

/** Starts the server. Locks the data folder before loading the other modules, so that a second process fails immediately. */
async function main(): Promise<void> {
  const env = readEnv(process.env)
  const folder = await openDataFolder(env.DATA_DIR)
  const { startServer } = await import('../boot/start.ts')
  await startServer(
    env,
    folder,
    process.argv.includes('--api') ? 'none' : process.argv.includes('--dev') ? 'dev' : 'built',
  )
}

await main().catch(exitWithError)
