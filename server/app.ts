import type { IncomingMessage } from 'node:http'
import { type Context, Hono } from 'hono'
import { decodeJwt } from 'jose'
import { EVENTS_PATH } from '../src/api/contract/events.ts'
import { FILES_PATH } from '../src/api/contract/files.ts'
import { contract } from '../src/api/contract/index.ts'
import { callerOf } from './auth/caller.ts'
import { bind } from './bind.ts'
import { secureHeaders } from './client/security.ts'
import type { Deps } from './deps.ts'
import { openApi } from './docs/openapi.ts'
import { docsPage } from './docs/page.ts'
import { asRefusal, errorResponse, notFound } from './errors.ts'
import { streamEvents } from './event-stream.ts'
import { bodyOf } from './files/arriving-body.ts'
import { serveFile } from './files/serve-file.ts'
import { createTus } from './files/tus.ts'
import { createHandlers } from './handlers/index.ts'
import { logRequests } from './log.ts'
import { bindMailbox } from './mail/mailbox.ts'

/** Addresses that are never a page of the client. */
export const API_PATHS = /^\/(v1|private|files|health|docs|dev|openapi\.json|config\.json|\.well-known)(\/|$)/

/** The whole server as one function from request to answer: no port, nothing global. */
export function createServer(deps: Deps): Hono {
  const app = new Hono()
  app.use(logRequests(deps.log))
  app.use(secureHeaders)
  app.use(async (c, next) => {
    await next()
    if (!c.res.headers.has('date')) c.res.headers.set('date', deps.now().toUTCString())
  })

  bind(app, contract, createHandlers(deps), deps)
  bindFiles(app, deps)
  if (deps.outbox && !deps.isProduction) bindMailbox(app, deps.outbox)
  bindEvents(app, deps)
  const document = openApi(contract)
  const docs = docsPage(document)
  app.get('/openapi.json', (c) => c.json(document))
  app.get('/docs', () => docs.clone())
  app.get('/config.json', (c) => c.json({ apiBase: deps.apiBase }, 200, { 'cache-control': 'no-store' }))
  app.get('/.well-known/jwks.json', (c) => c.json(deps.tokens.jwks, 200, { 'cache-control': 'public, max-age=300' }))

  app.all('*', async (c) => {
    const page = API_PATHS.test(c.req.path) ? undefined : await deps.client?.respond(c.req.raw)
    if (!page) throw notFound('This address')
    return page
  })
  app.onError((thrown, c) => {
    const refusal = asRefusal(thrown)
    if (refusal.code === 'INTERNAL') deps.log.error({ err: thrown, id: requestId(c) }, 'fault')
    return errorResponse(refusal)
  })
  return app
}

/** `/files`: stored files by their name, for everyone; uploads by tus, for their owners. */
function bindFiles(app: Hono, { files, tokens }: Deps) {
  const tus = createTus(files)
  const handToTus = async (c: Context) => {
    const caller = await callerOf(tokens, c.req.header('authorization'), ['create', 'File'])
    return tus(arriving(c), caller)
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

/** `/v1/events`: what happens to the assets a caller may see, as it happens, until the caller's token ends. */
function bindEvents(app: Hono, deps: Deps) {
  app.get(`/${EVENTS_PATH}`, async (c) => {
    const authorization = c.req.header('authorization') ?? ''
    const caller = await callerOf(deps.tokens, authorization, ['read', 'Asset'])
    const { exp = 0 } = decodeJwt(authorization.slice('Bearer '.length))
    return streamEvents(deps, {
      caller: caller!,
      lifeMs: exp * 1000 - deps.now().getTime(),
      after: c.req.header('last-event-id'),
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
