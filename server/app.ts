import type { IncomingMessage, ServerResponse } from 'node:http'
import { type Context, Hono } from 'hono'
import { EVENTS_PATH } from '../src/api/contract/events.ts'
import { FILES_PATH } from '../src/api/contract/files.ts'
import { contract } from '../src/api/contract/index.ts'
import { API_PATHS } from './api-paths.ts'
import { callerOf } from './auth/caller.ts'
import { bind } from './bind.ts'
import { addressOf } from './client/address.ts'
import { refuseOtherHosts } from './client/allowed-hosts.ts'
import { secureHeaders } from './client/security.ts'
import { inOneCall } from './db/patience.ts'
import type { Deps } from './deps.ts'
import { kept } from './docs/kept.ts'
import { openApi } from './docs/openapi.ts'
import { docsPage } from './docs/page.ts'
import { asRefusal, errorResponse, notFound } from './errors.ts'
import { createStreams, STREAM_HEADERS } from './events/streams.ts'
import { createFaultLog } from './fault-log.ts'
import { bodyOf } from './files/arriving-body.ts'
import { serveFile } from './files/serve-file.ts'
import { createTus } from './files/tus.ts'
import { createHandlers } from './handlers/index.ts'
import { admitted, countCalls } from './http/admitted.ts'
import { livez } from './http/closed.ts'
import { createReadiness, readyz } from './http/readiness.ts'
import { logRequests } from './log.ts'
import { bindMailbox } from './mail/mailbox.ts'
import { securityTxt } from './security-txt.ts'

/** The whole server as one function from request to answer: no port, nothing global. */
export function createServer(deps: Deps): Hono {
  const app = new Hono()
  app.use(logRequests(deps.log))
  app.use(secureHeaders(deps))
  app.use((_, next) => inOneCall(next, deps.callMs))
  app.use(async (c, next) => {
    await next()
    if (!c.res.headers.has('date')) c.res.headers.set('date', deps.now().toUTCString())
  })
  app.use(refuseOtherHosts(deps.hosts))

  const { admission } = deps
  if (admission) app.use(countCalls(admission, deps.trustedProxies))

  const readiness = createReadiness(deps)
  const handlers = createHandlers(deps, readiness)
  bind(app, contract, admission ? admitted(contract, handlers, admission) : handlers, deps)
  app.get('/livez', () => livez())
  app.get('/readyz', () => readyz(readiness))
  bindFiles(app, deps)
  if (deps.outbox && !deps.isProduction) bindMailbox(app, deps.outbox)
  bindEvents(app, deps)
  bindDocs(app)
  app.get('/config.json', (c) => c.json({ apiBase: deps.apiBase }, 200, { 'cache-control': 'no-store' }))
  app.get('/.well-known/security.txt', (c) => {
    if (!deps.securityContact) throw notFound('This address')
    return c.text(securityTxt(deps.securityContact, deps.now(), deps.publicUrl), 200, {
      'cache-control': 'public, max-age=86400',
    })
  })
  app.get('/.well-known/jwks.json', (c) => c.json(deps.tokens.jwks, 200, { 'cache-control': 'public, max-age=300' }))

  app.all('*', async (c) => {
    const page = API_PATHS.test(c.req.path) ? undefined : await deps.client?.respond(c.req.raw)
    if (!page) throw notFound('This address')
    return page
  })
  const tellFault = createFaultLog(deps.log)
  app.onError((thrown, c) => {
    tellFault(thrown, requestId(c))
    return errorResponse(asRefusal(thrown))
  })
  return app
}

/** The documentation, for people and for programs: made once, sent again only where it is another. */
function bindDocs(app: Hono) {
  const document = openApi(contract)
  const json = kept(Response.json(document, { headers: { 'cache-control': 'public, max-age=300' } }))
  const page = kept(docsPage(document))
  app.get('/openapi.json', (c) => json(c.req.raw))
  app.get('/docs', (c) => page(c.req.raw))
}

/** `/files`: stored files by their name, for everyone; uploads by tus, for their owners. */
function bindFiles(app: Hono, deps: Deps) {
  const { files, admission, trustedProxies } = deps
  const tus = createTus(files)
  const handToTus = async (c: Context) => {
    const caller = await callerOf(deps, c.req.header('authorization'), ['create', 'File'], 'POST')
    const work = () => tus(arriving(c), caller)
    return admission ? admission.run('uploads', addressOf(c, trustedProxies), work) : work()
  }
  app.options(`/${FILES_PATH}`, (c) => tus(c.req.raw))
  app.options(`/${FILES_PATH}/:name`, (c) => tus(c.req.raw))
  app.post(`/${FILES_PATH}`, handToTus)
  app.get(`/${FILES_PATH}/:name`, (c) => {
    const { name } = c.req.param()
    const isUpload = c.req.raw.method === 'HEAD' && !name.includes('.')
    return isUpload ? handToTus(c) : serveFile(files.content, name, c.req.raw)
  })
  app.on(['PATCH', 'DELETE'], [`/${FILES_PATH}/:name`], handToTus)
}

/** `/v1/events`: what happens to the assets a caller may see, as it happens, until their token or their session ends. */
function bindEvents(app: Hono, deps: Deps) {
  const streams = createStreams(deps)
  app.get(`/${EVENTS_PATH}`, async (c) => {
    const authorization = c.req.header('authorization') ?? ''
    const caller = await callerOf(deps, authorization, ['read', 'Asset'], 'GET')
    // Nobody would read it, nor end it.
    if (c.req.raw.method === 'HEAD') return new Response(null, { headers: STREAM_HEADERS })
    const { outgoing } = (c.env ?? {}) as { outgoing?: ServerResponse }
    const after = c.req.header('last-event-id')
    // Another process told them more than this one has read yet.
    if (after !== undefined && deps.events.placeOf(after) === 'gap') await deps.relay.caughtUp()
    return streams.open({
      caller: caller!,
      address: addressOf(c, deps.trustedProxies),
      lifeMs: caller!.until.getTime() - deps.now().getTime(),
      after,
      ...(outgoing ? { cut: () => outgoing.destroy() } : {}),
    })
  })
}

/** A request whose body loses nothing when its connection breaks, where there is a connection. */
function arriving(c: Context): Request {
  const { incoming } = (c.env ?? {}) as { incoming?: IncomingMessage }
  const { url, method, headers } = c.req.raw
  if (!incoming || (method !== 'PATCH' && method !== 'POST')) return c.req.raw
  return new Request(url, { method, headers, body: bodyOf(incoming), duplex: 'half' } as RequestInit)
}

const requestId = (c: Context) => c.get('requestId' as never) as string | undefined
