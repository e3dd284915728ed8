import type { IncomingMessage, ServerResponse } from 'node:http'
import { type Context, Hono } from 'hono'
import { EVENTS_PATH } from '../../src/api/contract/events.ts'
import { FILES_PATH } from '../../src/api/contract/files.ts'
import { contract } from '../../src/api/contract/index.ts'
import { auditForbidden } from '../auth/audit-rejections.ts'
import { authenticateCaller } from '../auth/authenticate-caller.ts'
import { withRequestTimeout } from '../db/wait-budget.ts'
import { renderDocsPage } from '../docs/docs-page.ts'
import { createOpenApi } from '../docs/openapi.ts'
import { createErrorLog } from '../errors/error-log.ts'
import { createErrorResponse, HttpError, notFoundError, toHttpError } from '../errors/http-error.ts'
import { createRequestLogMiddleware } from '../errors/log.ts'
import { createEventStreams, STREAM_HEADERS } from '../events/event-streams.ts'
import { createRequestBodyStream } from '../files/request-body.ts'
import { serveFile } from '../files/serve-file.ts'
import { createTusHandler } from '../files/tus-handler.ts'
import { bindRoutes } from '../handlers/bind-routes.ts'
import { createHandlers } from '../handlers/index.ts'
import { rejectOtherHosts } from '../http/allowed-hosts.ts'
import { API_PATHS } from '../http/api-paths.ts'
import { getClientAddress } from '../http/client-address.ts'
import { withETag } from '../http/etag.ts'
import { createLivezResponse } from '../http/not-ready.ts'
import { createReadinessChecks, createReadyzResponse } from '../http/readiness.ts'
import { createSecurityMiddleware } from '../http/security.ts'
import { createAdmissionMiddleware, withAdmission } from '../http/with-admission.ts'
import { bindMailboxRoutes } from '../mail/mailbox.ts'
import type { Deps } from './deps.ts'

export function createApp(deps: Deps): Hono {
  const app = new Hono()
  app.use(createRequestLogMiddleware(deps.log))
  const auditForeignOrigin = (c: Context) =>
    auditForbidden(deps, { call: 'origin', caller: undefined, address: getClientAddress(c, deps.trustedProxies) })
  app.use(createSecurityMiddleware(deps, auditForeignOrigin))
  app.use((_, next) => withRequestTimeout(next, deps.requestWaitMs))
  app.use(async (c, next) => {
    await next()
    if (!c.res.headers.has('date')) c.res.headers.set('date', deps.now().toUTCString())
  })
  app.use(rejectOtherHosts(deps.hosts))

  const { admission } = deps
  if (admission) app.use(createAdmissionMiddleware(admission, deps.trustedProxies))

  const readiness = createReadinessChecks(deps)
  const handlers = createHandlers(deps, readiness)
  bindRoutes(app, contract, admission ? withAdmission(contract, handlers, admission) : handlers, deps)
  app.get('/livez', () => createLivezResponse())
  app.get('/readyz', () => createReadyzResponse(readiness))
  bindFiles(app, deps)
  if (deps.outbox && !deps.isProduction) bindMailboxRoutes(app, deps.outbox)
  bindEvents(app, deps)
  bindDocs(app)
  app.get('/config.json', (c) => c.json({ apiBase: deps.apiBase }, 200, { 'cache-control': 'no-store' }))
  app.get('/.well-known/security.txt', (c) => {
    if (!deps.securityContact) throw notFoundError('This address')
    return c.text(formatSecurityTxt(deps.securityContact, deps.now(), deps.publicUrl), 200, {
      'cache-control': 'public, max-age=86400',
    })
  })
  app.get('/.well-known/jwks.json', (c) => c.json(deps.tokens.jwks, 200, { 'cache-control': 'public, max-age=300' }))

  app.all('*', async (c) => {
    const page = API_PATHS.test(c.req.path) ? undefined : await deps.client?.respond(c.req.raw)
    if (!page) throw notFoundError('This address')
    return page
  })
  const logError = createErrorLog(deps.log)
  app.onError((error, c) => {
    logError(error, requestIdOf(c))
    return createErrorResponse(toHttpError(error))
  })
  return app
}

/** Adds the routes of the API documentation, which is HTML and OpenAPI. Both are rendered once and have an `ETag`. */
function bindDocs(app: Hono) {
  const document = createOpenApi(contract)
  const json = withETag(Response.json(document, { headers: { 'cache-control': 'public, max-age=300' } }))
  const page = withETag(renderDocsPage(document))
  app.get('/openapi.json', (c) => json(c.req.raw))
  app.get('/docs', (c) => page(c.req.raw))
}

/**
 * Adds the routes of `/files`. Stored files are public, except layered sources (PSD), which need a grant. A tus upload is
 * accessible only to its owner.
 */
function bindFiles(app: Hono, deps: Deps) {
  const { files, admission, trustedProxies } = deps
  const tus = createTusHandler(files)
  const passToTus = async (c: Context) => {
    const caller = await authenticateCaller(deps, c.req.header('authorization'), ['create', 'File'], 'POST')
    const work = () => tus(withUploadBody(c), caller)
    return admission ? admission.run('uploads', getClientAddress(c, trustedProxies), work) : work()
  }
  app.options(`/${FILES_PATH}`, (c) => tus(c.req.raw))
  app.options(`/${FILES_PATH}/:name`, (c) => tus(c.req.raw))
  app.post(`/${FILES_PATH}`, passToTus)
  const serve = async (c: Context, name: string) => {
    try {
      return await serveFile({ content: files.content, tokens: deps.tokens }, name, c.req.raw)
    } catch (error) {
      if (error instanceof HttpError && error.code === 'FORBIDDEN') await auditRefusedFile(c)
      throw error
    }
  }
  const auditRefusedFile = async (c: Context) => {
    const caller = await authenticateCaller(deps, c.req.header('authorization'), 'anyone', 'GET')
    await auditForbidden(deps, {
      call: `GET ${FILES_PATH}/{name}`,
      caller,
      address: getClientAddress(c, trustedProxies),
    })
  }
  app.get(`/${FILES_PATH}/:name`, (c) => {
    const { name } = c.req.param()
    const isUpload = c.req.raw.method === 'HEAD' && !name.includes('.')
    return isUpload ? passToTus(c) : serve(c, name)
  })
  app.on(['PATCH', 'DELETE'], [`/${FILES_PATH}/:name`], passToTus)
}

/**
 * Adds `/v1/events`: a stream of events of assets that the caller is allowed to see. The stream ends with the token or session.
 */
function bindEvents(app: Hono, deps: Deps) {
  const streams = createEventStreams(deps)
  app.get(`/${EVENTS_PATH}`, async (c) => {
    const authorization = c.req.header('authorization') ?? ''
    const caller = await authenticateCaller(deps, authorization, ['read', 'Asset'], 'GET')
    // A HEAD response has no body to stream.
    if (c.req.raw.method === 'HEAD') return new Response(null, { headers: STREAM_HEADERS })
    const { outgoing } = (c.env ?? {}) as { outgoing?: ServerResponse }
    const after = c.req.header('last-event-id')
    // The client received this event from another process. This process has not read the event from the outbox yet.
    if (after !== undefined && deps.events.positionOf(after) === 'gap') await deps.relay.catchUp()
    return streams.open({
      caller: caller!,
      address: getClientAddress(c, deps.trustedProxies),
      lifeMs: caller!.rightsExpireAt.getTime() - deps.now().getTime(),
      after,
      ...(outgoing ? { destroyConnection: () => outgoing.destroy() } : {}),
    })
  })
}

/** Returns an upload request whose body ends without an error when the connection breaks, so that received bytes are kept. */
function withUploadBody(c: Context): Request {
  const { incoming } = (c.env ?? {}) as { incoming?: IncomingMessage }
  const { url, method, headers } = c.req.raw
  if (!incoming || (method !== 'PATCH' && method !== 'POST')) return c.req.raw
  return new Request(url, { method, headers, body: createRequestBodyStream(incoming), duplex: 'half' } as RequestInit)
}

const requestIdOf = (c: Context) => c.get('requestId' as never) as string | undefined

const DAY_MS = 86_400_000

/** Validity of security.txt, in days: well below the year that RFC 9116 recommends. */
const SECURITY_TXT_VALID_DAYS = 180

/** Returns a security.txt with the contact for security reports (RFC 9116). `contact` is a URI (`mailto:`, `https:`). */
function formatSecurityTxt(contact: string, now: Date, publicUrl?: string): string {
  const midnight = Math.floor(now.getTime() / DAY_MS) * DAY_MS
  const expires = new Date(midnight + SECURITY_TXT_VALID_DAYS * DAY_MS).toISOString().replace('.000', '')
  // A URL in this file must be https (RFC 9116, 2.5.2).
  const canonical = publicUrl?.startsWith('https:') ? [`Canonical: ${publicUrl}/.well-known/security.txt`] : []
  return [`Contact: ${contact}`, `Expires: ${expires}`, 'Preferred-Languages: en, de', ...canonical, ''].join('\n')
}
