import { fileURLToPath } from 'node:url'
import { API_PATHS } from './api-paths.ts'
import { createServer } from './app.ts'
import { keysIn } from './auth/keys.ts'
import { createPasswords } from './auth/passwords.ts'
import { LIMITS } from './auth/rate-limit.ts'
import { createTokens } from './auth/tokens.ts'
import { buildClient, CLIENT_FOLDER, VIEWER_FOLDER } from './build-client.ts'
import { ClientFiles } from './client/client-files.ts'
import { openDataFolder } from './data-folder.ts'
import { openDatabase } from './db/open-database.ts'
import { DEMO_PASSWORD, demoAccounts, seed } from './db/seed.ts'
import type { Deps } from './deps.ts'
import { readEnv, s3Of } from './env.ts'
import { createEvents } from './events.ts'
import { FileRoom } from './files/file-room.ts'
import { createIconRenderer } from './files/icons.ts'
import { createModels } from './files/models.ts'
import { createAdmission } from './http/admission.ts'
import { shedding } from './http/shedding.ts'
import { createLater } from './later.ts'
import { listen, listenerOf } from './listen.ts'
import { createLog } from './log.ts'
import { openPost } from './mail/open-post.ts'
import { endWith, StartFault } from './start-fault.ts'
import { keepSwept } from './sweep.ts'

const root = fileURLToPath(new URL('..', import.meta.url))

/** AWS's client is large, and few keep their files there. */
const loadS3 = () => import('./files/s3-storage.ts')

/** Starts everything, in the order in which it is taken down again at the end. */
async function start(isDev: boolean): Promise<void> {
  const env = readEnv(process.env)
  const now = () => new Date()
  const log = createLog(env.LOG_LEVEL)
  const folder = await openDataFolder(env.DATA_DIR)
  const listening = await listen(env.PORT, env.HOST)
  const building = isDev ? undefined : buildClient(root)
  // Awaited further down; a fault before that must not count as unhandled.
  building?.catch(() => {})

  const db = await openDatabase(env)
  const s3 = s3Of(env)
  const models = createModels()
  const files = await FileRoom.open(db, now, env.DATA_DIR, {
    inspect: models.inspect,
    ...(s3 ? { openStorage: async (...given) => (await loadS3()).openS3Storage(s3, ...given) } : {}),
    quota: { bytes: env.UPLOAD_QUOTA_MB * 1024 * 1024, unfinished: env.UPLOAD_UNFINISHED },
  })
  const passwords = createPasswords()
  if (env.SEED_DEMO === '1') await seed({ db, files, passwords, now, demoFolder: `${root}demo` })
  const tokens = await createTokens(env.TOKEN_KEYS ?? (await keysIn(env.DATA_DIR, now())), now)
  const icons = createIconRenderer()
  await building?.catch((fault: unknown) => {
    throw new StartFault(`The client cannot be built: ${fault instanceof Error ? fault.message : fault}`)
  })
  const apiBase = env.API_BASE ?? ''
  const later = createLater(log)
  const events = createEvents()
  const admission = createAdmission()
  const deps: Deps = {
    db,
    now,
    events,
    tokens,
    passwords,
    limits: LIMITS,
    files,
    renderIcon: icons.render,
    reportModel: models.report,
    log,
    later,
    ...(await openPost(env)),
    isProduction: env.NODE_ENV === 'production',
    ...(env.PUBLIC_URL ? { publicUrl: env.PUBLIC_URL.replace(/\/+$/, '') } : {}),
    ...(isDev ? {} : { client: await openClient(apiBase, env.NODE_ENV === 'production') }),
    apiBase,
    admission,
    ...(env.SECURITY_CONTACT ? { securityContact: env.SECURITY_CONTACT } : {}),
    trustedProxies: env.TRUSTED_PROXIES,
  }
  const stopSweeping = keepSwept(deps)
  const answer = shedding(admission, deps, listenerOf(createServer(deps).fetch))
  const vite = isDev ? await startVite(listening.server) : undefined
  listening.serve((request, response) =>
    vite && !API_PATHS.test(request.url?.split('?')[0] ?? '/')
      ? vite.middlewares(request, response)
      : answer(request, response),
  )
  process.stdout.write(`${await welcome(listening.url, deps)}\n`)

  let isStopping = false
  const stop = async () => {
    // Whoever asks twice does not want to wait.
    if (isStopping) process.exit(1)
    isStopping = true
    stopSweeping()
    const stopped = listening.stop()
    await vite?.close()
    // Readers of events never end by themselves.
    events.close()
    await stopped
    await later.idle()
    await deps.post.close()
    await icons.stop()
    await models.stop()
    await db.destroy()
    folder.release()
    process.exit(0)
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => stop().catch(endWith))
}

const openClient = (apiBase: string, isProduction: boolean) =>
  ClientFiles.open(`${root}${CLIENT_FOLDER}`, { apiBase, viewer: `${root}${VIEWER_FOLDER}`, hasMaps: !isProduction })

async function startVite(server: import('node:http').Server) {
  const { createServer: createVite } = await import('vite')
  // Vite's notes (a changed lock file, say) would stand beside the one line that says where the server is.
  return createVite({ root, appType: 'spa', logLevel: 'warn', server: { middlewareMode: true, hmr: { server } } })
}

async function welcome(url: string, { db }: Deps): Promise<string> {
  const accounts = await demoAccounts(db)
  const demo = accounts.length > 0 ? ` Demo accounts: ${accounts.join(', ')}; password ${DEMO_PASSWORD}` : ''
  return `Atelier is ready at ${url}${demo ? `.${demo}` : ''}`
}

await start(process.argv.includes('--dev')).catch(endWith)
