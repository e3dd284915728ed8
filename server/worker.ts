import { closeStore } from './db/close.ts'
import { openDatabase } from './db/open-database.ts'
import { readEnv } from './env.ts'
import { numberAllEvents } from './events/outbox.ts'
import { createModels } from './files/models.ts'
import { createKinds } from './jobs/kinds.ts'
import { createJobs } from './jobs/runner.ts'
import { createLog } from './log.ts'
import { openFiles } from './open-files.ts'
import { endWith, StartFault } from './start-fault.ts'

/**
 * `npm run worker`: does the jobs of a shared store, and answers no calls. Where files are kept on the disk, `DATA_DIR` is that
 * of the server, whose folder of files it shares.
 */
async function main(): Promise<void> {
  const env = readEnv(process.env)
  const { DATABASE_URL: url, WORKERS: seats } = env
  if (!url)
    throw new StartFault(
      'npm run worker needs DATABASE_URL: a data folder takes one process, and the server that has it does this work itself.',
    )
  if (seats === 0) throw new StartFault('WORKERS=0 leaves npm run worker nothing to do.')
  const now = () => new Date()
  const log = createLog(env.LOG_LEVEL)
  const db = await openDatabase(env, log)
  const models = createModels()
  const files = await openFiles(env, { db, now, inspect: models.inspect, isBeside: true })
  // The servers tell what is numbered; whoever comes first numbers it.
  const jobs = createJobs({ db, now, log, seats, url, onKept: () => void numberAllEvents(db).catch(() => {}) })
  const work = { renderIcon: models.render, geometry: models.geometry, optimiseModel: models.optimise }
  await jobs.begin(createKinds({ db, now, files, log, ...work }))
  // Nothing else keeps this process alive while the database is away.
  const staying = setInterval(() => {}, 3_600_000)
  process.stdout.write(`Working, ${seats} at a time.\n`)

  let isStopping = false
  const stop = async () => {
    // Whoever asks twice does not want to wait.
    if (isStopping) process.exit(1)
    isStopping = true
    clearInterval(staying)
    await jobs.stop()
    await models.stop()
    await closeStore(db)
    process.exit(0)
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => stop().catch(endWith))
}

await main().catch(endWith)
