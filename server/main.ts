import { openDataFolder } from './data-folder.ts'
import { readEnv } from './env.ts'
import { endWith } from './start-fault.ts'

/** Takes the data folder, then loads the rest: whoever comes second hears so at once. */
async function main(): Promise<void> {
  const env = readEnv(process.env)
  const folder = await openDataFolder(env.DATA_DIR)
  const { start } = await import('./start.ts')
  await start(env, folder, process.argv.includes('--api') ? 'none' : process.argv.includes('--dev') ? 'dev' : 'built')
}

await main().catch(endWith)
