import { createPasswordHasher } from '../auth/password-hasher.ts'
import { readEnv } from '../boot/env.ts'
import { createJobKinds } from '../boot/job-kinds.ts'
import { openFileService } from '../boot/open-file-service.ts'
import { formatCount, stopOnSignals } from '../boot/stop-signals.ts'
import { closeDatabase } from '../db/close-database.ts'
import { openDatabase } from '../db/open-database.ts'
import { createLogger } from '../errors/log.ts'
import { exitWithError, StartupError } from '../errors/startup-error.ts'
import { numberAllEvents } from '../events/outbox.ts'
import { formatBrowserUrl } from '../http/listen-at.ts'
import { createJobQueue } from '../jobs/job-queue.ts'
import { openMailer } from '../mail/open-mailer.ts'
import { createModelPool } from '../model-work/model-pool.ts'

/**
 * Runs `npm run worker`: processes the jobs of a shared database and serves no requests. With files on disk, `DATA_DIR` must be
 * the server's, because both use the same files.
 */
async function main(): Promise<void> {
  const env = readEnv(process.env)
  const { DATABASE_URL: url, WORKERS: slots } = env
  if (!url)
    throw new StartupError(
      'npm run worker needs DATABASE_URL: a data folder allows one process, and its server does this work itself.',
    )
  if (slots === 0) throw new StartupError('WORKERS=0 leaves npm run worker nothing to do.')
  const now = () => new Date()
  const log = createLogger(env.LOG_LEVEL)
  const db = await openDatabase(env, log)
  const models = createModelPool()
  const files = await openFileService(env, { db, now, inspect: models.inspect, isFolderInUse: true, log })
  // This process only numbers the events of a finished job; the servers deliver them.
  const jobs = createJobQueue({
    db,
    now,
    log,
    slots,
    url,
    onResultStored: () => void numberAllEvents(db).catch(() => {}),
  })
  const work = { renderIcon: models.render, geometry: models.geometry, optimiseModel: models.optimise }
  const { mailer } = await openMailer(env)
  const mailing = {
    mailer,
    publicUrl: env.PUBLIC_URL ?? formatBrowserUrl(env.HOST, env.PORT),
    passwords: createPasswordHasher(),
  }
  const { mail, ...others } = createJobKinds({ db, now, files, log, ...work, ...mailing })
  // In production, emails must not end in the folder of a process that was started without a mail server.
  const isMailing = env.NODE_ENV !== 'production' || env.SMTP_URL !== undefined
  await jobs.start(isMailing ? { ...others, mail } : others)
  // Nothing else keeps this process alive while the database is unreachable.
  const keepAlive = setInterval(() => {}, 3_600_000)
  process.stdout.write(
    `Working, ${slots} at a time.${isMailing ? '' : ' SMTP_URL is not set: other processes send e-mail.'}\n`,
  )

  const stop = async () => {
    clearInterval(keepAlive)
    await jobs.stop()
    await mailer.close()
    await models.stop()
    await closeDatabase(db)
    process.exit(0)
  }
  stopOnSignals({ describeRemainingWork: () => formatCount(jobs.running, 'job'), stop })
}

await main().catch(exitWithError)
