import { fileURLToPath } from 'node:url'
import { loadTokenService } from '../auth/load-token-service.ts'
import { createPasswordHasher } from '../auth/password-hasher.ts'
import { RATE_LIMITS } from '../auth/rate-limit.ts'
import { createRevocations, followRevocations } from '../auth/revocations.ts'
import { loadSigningKeys } from '../auth/signing-keys.ts'
import { ClientFiles } from '../client/client-files.ts'
import { serveCachedFiles } from '../client/serve-cached-files.ts'
import { CLOSE_TIMEOUT_MS, closeDatabase, EMBEDDED_CLOSE_TIMEOUT_MS } from '../db/close-database.ts'
import { openDatabase } from '../db/open-database.ts'
import { withLongTimeout } from '../db/wait-budget.ts'
import { isFileStoreUnavailable } from '../errors/file-store-errors.ts'
import { createLogger } from '../errors/log.ts'
import { StartupError } from '../errors/startup-error.ts'
import { createEventBus } from '../events/event-bus.ts'
import { startEventPump } from '../events/event-pump.ts'
import { createEventRelay } from '../events/event-relay.ts'
import { createSharedPresence } from '../events/shared-presence.ts'
import { createAdmission } from '../http/admission.ts'
import { type AllowedHosts, createAllowedHosts } from '../http/allowed-hosts.ts'
import { API_PATHS } from '../http/api-paths.ts'
import { listen } from '../http/listen.ts'
import { createRequestListener } from '../http/request-listener.ts'
import type { PageConnectSources } from '../http/security.ts'
import { shedLoad } from '../http/shed-load.ts'
import { createJobQueue } from '../jobs/job-queue.ts'
import { openMailer } from '../mail/open-mailer.ts'
import { createModelPool } from '../model-work/model-pool.ts'
import { readDemoAccounts, readOpenDemoAccounts, seedDemo } from '../seed/seed.ts'
import { startWebhooks } from '../webhooks/start-webhooks.ts'
import { createApp } from './app.ts'
import { buildClient, CLIENT_FOLDER, VIEWER_FOLDER } from './build-client.ts'
import type { DataFolder } from './data-folder.ts'
import type { Deps } from './deps.ts'
import type { Env } from './env.ts'
import { createJobKinds } from './job-kinds.ts'
import { startMaintenance } from './maintenance.ts'
import { openFileService } from './open-file-service.ts'
import { formatStartupMessage } from './startup-message.ts'
import { formatCount, stopOnSignals } from './stop-signals.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** Client that the server serves: the built one, Vite's development server, or none (API only). */
export type ServedClient = 'built' | 'dev' | 'none'

export async function startServer(env: Env, folder: DataFolder, client: ServedClient): Promise<void> {
  const isProduction = env.NODE_ENV === 'production'
  const now = () => new Date()
  const log = createLogger(env.LOG_LEVEL)
  // Behind proxies, all connections come from the addresses of the proxies.
  const connectionLimits =
    env.TRUSTED_PROXIES > 0
      ? { connectionsPerAddress: Number.POSITIVE_INFINITY, idleConnectionsPerAddress: 10_000 }
      : {}
  const listening = await listen(env.PORT, env.HOST, connectionLimits)
  const building = client === 'built' ? buildClient(root) : undefined
  // Awaited below. Without a handler, an earlier rejection would count as unhandled.
  building?.catch(() => {})

  // Loaded before the database is opened, so that nothing changes in a data folder with damaged keys.
  if (!env.TOKEN_KEYS && !env.DATABASE_URL) await loadSigningKeys(env.DATA_DIR, now())
  const db = await openDatabase(env, log)
  const models = createModelPool()
  const files = await openFileService(env, { db, now, inspect: models.inspect, log })
  await files.owner.check().catch(ignoreFileStoreOutage)
  const passwords = createPasswordHasher()
  if (isProduction) assertNoOpenDemoAccounts(await readOpenDemoAccounts(db, passwords))
  if (env.SEED_DEMO === '1')
    await withLongTimeout(() => seedDemo({ db, files, passwords, now, demoFolder: `${root}demo` }))
  const tokens = await withLongTimeout(() => loadTokenService(env, db, now))
  const revocations = createRevocations({ db, now })
  // Runs before the first request, because tokens revoked while this process was stopped must not be accepted.
  await revocations.catchUp()
  const stopCatchingUp = followRevocations(revocations, { log, url: env.DATABASE_URL, tokens })
  await building?.catch((error: unknown) => {
    throw new StartupError(`The client cannot be built: ${error instanceof Error ? error.message : error}`)
  })
  const apiBase = env.API_BASE ?? ''
  const events = createEventBus()
  const { presence, stop: stopPresence } = createSharedPresence({ db, now, revocations, log, url: env.DATABASE_URL })
  const relay = createEventRelay({ db, events, log, url: env.DATABASE_URL })
  // Runs before the first event stream connects, so that clients can resume their streams after a restart.
  await relay.start()
  const jobs = createJobQueue({ db, now, log, slots: env.WORKERS, url: env.DATABASE_URL, onResultStored: relay.wake })
  const webhookReach = { isPrivate: env.WEBHOOKS_PRIVATE === '1' }
  const eventDeps = { db, events, log, isShared: !!env.DATABASE_URL }
  const webhooks = startWebhooks({ ...eventDeps, now, reach: webhookReach })
  const publisher = env.AMQP_URL ? await startPublisher(env.AMQP_URL, eventDeps) : undefined
  const admission = createAdmission()
  const deps: Deps = {
    db,
    now,
    events,
    presence,
    relay,
    jobs,
    webhooks,
    webhookReach,
    tokens,
    revocations,
    passwords,
    limits: RATE_LIMITS,
    files,
    renderIcon: models.render,
    geometry: models.geometry,
    optimiseModel: models.optimise,
    reportModel: models.report,
    predictTexture: models.predict,
    log,
    ...(await openMailer(env)),
    isProduction,
    publicUrl: env.PUBLIC_URL ?? listening.url,
    corsOrigins: env.CORS_ORIGINS,
    hosts: createAllowedHosts({ publicUrl: env.PUBLIC_URL, allowedHosts: env.ALLOWED_HOSTS, listenHost: env.HOST }),
    ...(client === 'built'
      ? {
          client: await openClient(
            { apiBase, inspectPort: env.INSPECT_PORT },
            isProduction,
            env.SERVICE_WORKER === '1',
          ),
        }
      : {}),
    apiBase,
    admission,
    ...(env.SECURITY_CONTACT ? { securityContact: env.SECURITY_CONTACT } : {}),
    trustedProxies: env.TRUSTED_PROXIES,
  }
  await jobs.start(createJobKinds(deps))
  const stopSweeping = startMaintenance(deps)
  const handleRequest = serveCachedFiles(deps, shedLoad(admission, deps, createRequestListener(createApp(deps).fetch)))
  const vite = client === 'dev' ? await startVite(listening.server, deps.hosts) : undefined
  listening.serve((request, response) =>
    // The app refuses requests to an unknown host, so Vite does not get such requests.
    vite && !API_PATHS.test(request.url?.split('?')[0] ?? '/') && deps.hosts.allows(request.headers.host ?? '')
      ? vite.middlewares(request, response)
      : handleRequest(request, response),
  )
  const notes = files.owner.explanation ? `${files.owner.explanation}\n` : ''
  process.stdout.write(
    `${formatStartupMessage({ url: listening.url, env, folder, demo: await readDemoAccounts(db) })}\n${notes}`,
  )

  const stop = async () => {
    await listening.drain(env.DRAIN_SECONDS * 1000)
    stopSweeping()
    // Stopped in parallel, so that running jobs get as much time as running requests.
    const stopped = Promise.all([listening.stop(), jobs.stop(), webhooks.stop(), publisher?.stop()])
    await stopCatchingUp()
    await stopPresence()
    await vite?.close()
    // Event streams never end on their own.
    events.close()
    await stopped
    await relay.stop()
    await deps.mailer.close()
    await models.stop()
    await closeDatabase(db, env.DATABASE_URL ? CLOSE_TIMEOUT_MS : EMBEDDED_CLOSE_TIMEOUT_MS)
    folder.release()
    process.exit(0)
  }
  stopOnSignals({ describeRemainingWork: () => formatCount(listening.activeRequests, 'call'), stop })
}

/** Ignores an unreachable file store, because everything else can be served. Rethrows every other error. */
function ignoreFileStoreOutage(error: unknown): undefined {
  if (!isFileStoreUnavailable(error)) throw error
}

/** Publishes every event to a message broker. The client library is imported only if a broker is configured. */
async function startPublisher(url: string, deps: Omit<Parameters<typeof startEventPump>[0], 'name' | 'deliver'>) {
  const { createBroker } = await import('../events/broker.ts')
  const broker = createBroker(url)
  const pump = startEventPump({ ...deps, name: 'amqp', deliver: broker.publish })
  return {
    async stop() {
      await pump.stop()
      await broker.close()
    },
  }
}

const openClient = (connections: PageConnectSources, isProduction: boolean, hasWorker: boolean) => {
  const options = {
    ...connections,
    viewer: `${root}${VIEWER_FOLDER}`,
    servesSourceMaps: !isProduction,
    hasServiceWorker: hasWorker,
  }
  return ClientFiles.open(`${root}${CLIENT_FOLDER}`, options)
}

async function startVite(server: import('node:http').Server, { names }: AllowedHosts) {
  const { createServer: createVite } = await import('vite')
  // Level `warn`, because Vite would print notes next to the welcome message, for example about a changed lock file.
  return createVite({
    root,
    appType: 'spa',
    logLevel: 'warn',
    server: { middlewareMode: true, hmr: { server }, allowedHosts: [...names] },
  })
}

function assertNoOpenDemoAccounts(open: readonly string[]): void {
  if (open.length > 0)
    throw new StartupError(
      `This store has demo accounts with a public password (${open.join(', ')}): with NODE_ENV=production, choose another store with DATA_DIR or DATABASE_URL, or first start without NODE_ENV and change their passwords.`,
    )
}
