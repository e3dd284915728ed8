import { fileURLToPath } from 'node:url'
import { API_PATHS } from './api-paths.ts'
import { createServer } from './app.ts'
import { keysIn } from './auth/keys.ts'
import { createPasswords } from './auth/passwords.ts'
import { LIMITS } from './auth/rate-limit.ts'
import { createRevocations, keepCaughtUp } from './auth/revocations.ts'
import { createTokens } from './auth/tokens.ts'
import { buildClient, CLIENT_FOLDER, VIEWER_FOLDER } from './build-client.ts'
import { type AllowedHosts, createAllowedHosts } from './client/allowed-hosts.ts'
import { ClientFiles } from './client/client-files.ts'
import { heldFirst } from './client/held-first.ts'
import type { PageReach } from './client/security.ts'
import type { DataFolder } from './data-folder.ts'
import { CLOSE_MS, closeStore, EMBEDDED_CLOSE_MS } from './db/close.ts'
import { openDatabase } from './db/open-database.ts'
import { patiently } from './db/patience.ts'
import { demoAccounts, openDemoAccounts, seed } from './db/seed.ts'
import type { Deps } from './deps.ts'
import type { Env } from './env.ts'
import { createEvents } from './events/bus.ts'
import { startPump } from './events/pump.ts'
import { createRelay } from './events/relay.ts'
import { sharePresence } from './events/share-presence.ts'
import { createModels } from './files/models.ts'
import { createAdmission } from './http/admission.ts'
import { listenerOf } from './http/listener.ts'
import { shedding } from './http/shedding.ts'
import { createKinds } from './jobs/kinds.ts'
import { createJobs } from './jobs/runner.ts'
import { createLater } from './later.ts'
import { listen } from './listen.ts'
import { createLog } from './log.ts'
import { openPost } from './mail/open-post.ts'
import { openFiles } from './open-files.ts'
import { endWith, StartFault } from './start-fault.ts'
import { keepSwept } from './sweep.ts'
import { startWebhooks } from './webhooks/start-webhooks.ts'
import { welcome } from './welcome.ts'

const root = fileURLToPath(new URL('..', import.meta.url))

/** The client it serves: as it is built, by Vite as it is written, or none: the API alone. */
export type ServedClient = 'built' | 'dev' | 'none'

/** Starts everything, in the order in which it is taken down again at the end. */
export async function start(env: Env, folder: DataFolder, client: ServedClient): Promise<void> {
  const isProduction = env.NODE_ENV === 'production'
  const now = () => new Date()
  const log = createLog(env.LOG_LEVEL)
  // Behind proxies all connections are theirs.
  const ofOne = env.TRUSTED_PROXIES > 0 ? { ofAddress: Number.POSITIVE_INFINITY, waitingOfAddress: 10_000 } : {}
  const listening = await listen(env.PORT, env.HOST, ofOne)
  const building = client === 'built' ? buildClient(root) : undefined
  // Awaited further down; a fault before that must not count as unhandled.
  building?.catch(() => {})

  // Before the database: a store whose keys are damaged is not to be touched.
  const keys = env.TOKEN_KEYS ?? (await keysIn(env.DATA_DIR, now()))
  const db = await openDatabase(env, log)
  const models = createModels()
  const files = await openFiles(env, { db, now, inspect: models.inspect })
  const passwords = createPasswords()
  if (isProduction) refuseDemoAccounts(await openDemoAccounts(db, passwords))
  if (env.SEED_DEMO === '1') await patiently(() => seed({ db, files, passwords, now, demoFolder: `${root}demo` }))
  const tokens = await createTokens(keys, now)
  const revocations = createRevocations({ db, now })
  // Before the first call: what was revoked while this process was away must not pass.
  await revocations.catchUp()
  const stopCatchingUp = keepCaughtUp(revocations, { log, url: env.DATABASE_URL })
  await building?.catch((fault: unknown) => {
    throw new StartFault(`The client cannot be built: ${fault instanceof Error ? fault.message : fault}`)
  })
  const apiBase = env.API_BASE ?? ''
  const later = createLater(log)
  const events = createEvents()
  const { presence, stop: stopHearing } = sharePresence({ db, now, revocations, log, url: env.DATABASE_URL })
  const relay = createRelay({ db, events, log, url: env.DATABASE_URL })
  // Before the first reader: who comes back after a restart goes on where they were.
  await relay.begin()
  const jobs = createJobs({ db, now, log, seats: env.WORKERS, url: env.DATABASE_URL, onKept: relay.wake })
  const webhookReach = { isPrivate: env.WEBHOOKS_PRIVATE === '1' }
  const passing = { db, events, log, isShared: !!env.DATABASE_URL }
  const webhooks = startWebhooks({ ...passing, now, reach: webhookReach })
  const publisher = env.AMQP_URL ? await startPublisher(env.AMQP_URL, passing) : undefined
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
    limits: LIMITS,
    files,
    renderIcon: models.render,
    geometry: models.geometry,
    optimiseModel: models.optimise,
    reportModel: models.report,
    predictTexture: models.predict,
    log,
    later,
    ...(await openPost(env)),
    isProduction,
    publicUrl: env.PUBLIC_URL ?? listening.url,
    hosts: createAllowedHosts({ publicUrl: env.PUBLIC_URL, listed: env.ALLOWED_HOSTS, listensAt: env.HOST }),
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
  await jobs.begin(createKinds(deps))
  const stopSweeping = keepSwept(deps)
  const answer = heldFirst(deps, shedding(admission, deps, listenerOf(createServer(deps).fetch)))
  const vite = client === 'dev' ? await startVite(listening.server, deps.hosts) : undefined
  listening.serve((request, response) =>
    // A host that is not ours is the app's to refuse.
    vite && !API_PATHS.test(request.url?.split('?')[0] ?? '/') && deps.hosts.allows(request.headers.host ?? '')
      ? vite.middlewares(request, response)
      : answer(request, response),
  )
  process.stdout.write(`${welcome({ url: listening.url, env, folder, demo: await demoAccounts(db) })}\n`)

  let isStopping = false
  const stop = async () => {
    // Whoever asks twice does not want to wait.
    if (isStopping) process.exit(1)
    isStopping = true
    stopSweeping()
    // At the same time: what is at work gets as long as the calls.
    const stopped = Promise.all([listening.stop(), jobs.stop(), webhooks.stop(), publisher?.stop()])
    await stopCatchingUp()
    await stopHearing()
    await vite?.close()
    // Readers of events never end by themselves.
    events.close()
    await stopped
    await later.idle()
    await relay.stop()
    await deps.post.close()
    await models.stop()
    await closeStore(db, env.DATABASE_URL ? CLOSE_MS : EMBEDDED_CLOSE_MS)
    folder.release()
    process.exit(0)
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => stop().catch(endWith))
}

/** Passes every event on to a message broker; its client is loaded where there is one alone. */
async function startPublisher(url: string, needs: Omit<Parameters<typeof startPump>[0], 'name' | 'deliver'>) {
  const { createBroker } = await import('./events/broker.ts')
  const broker = createBroker(url)
  const pump = startPump({ ...needs, name: 'amqp', deliver: broker.publish })
  return {
    async stop() {
      await pump.stop()
      await broker.close()
    },
  }
}

const openClient = (reach: PageReach, isProduction: boolean, hasWorker: boolean) => {
  const options = { ...reach, viewer: `${root}${VIEWER_FOLDER}`, hasMaps: !isProduction, hasWorker }
  return ClientFiles.open(`${root}${CLIENT_FOLDER}`, options)
}

async function startVite(server: import('node:http').Server, { names }: AllowedHosts) {
  const { createServer: createVite } = await import('vite')
  // Vite's notes (a changed lock file, say) would stand beside the one line that says where the server is.
  return createVite({
    root,
    appType: 'spa',
    logLevel: 'warn',
    server: { middlewareMode: true, hmr: { server }, allowedHosts: [...names] },
  })
}

function refuseDemoAccounts(open: readonly string[]): void {
  if (open.length > 0)
    throw new StartFault(
      `This store has demo accounts whose password everyone knows (${open.join(', ')}): with NODE_ENV=production, take another store by DATA_DIR or DATABASE_URL, or start without it and change their passwords first.`,
    )
}
