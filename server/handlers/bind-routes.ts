import type { ServerResponse } from 'node:http'
import type { Context, Hono } from 'hono'
import type * as v from 'valibot'
import {
  type Contract,
  type Endpoint,
  type HandlerInput,
  needsProof,
  type Output,
  type Service,
} from '../../src/api/contract/endpoint.ts'
import type { PrivateEndpoint } from '../../src/api/contract/private-service.ts'
import { auditRejectedCall } from '../auth/audit-rejections.ts'
import { authenticateCaller, type CallerDeps } from '../auth/authenticate-caller.ts'
import type { AuthenticatedCall, Call, Caller, PublicCall } from '../auth/call.ts'
import { requireFreshProof } from '../auth/fresh-proof.ts'
import { queueChangeMails, withNotices } from '../auth/notices.ts'
import { withRevocations } from '../auth/revocations.ts'
import { resolveMailLanguage } from '../db/tables/account-security-change.ts'
import { notFoundError } from '../errors/http-error.ts'
import type { EventRelay } from '../events/event-relay.ts'
import { getClientAddress } from '../http/client-address.ts'
import { parseOutput, readInput } from '../http/input.ts'
import { withQueueWake } from '../jobs/enqueue.ts'
import type { JobQueue } from '../jobs/job-queue.ts'

type CallOf<E> = E extends { access: 'anyone' } ? PublicCall : AuthenticatedCall

export type Handler<E> = (received: HandlerInput<E>, call: CallOf<E>) => Promise<Output<E>>

/** One handler for every endpoint of a service or of the contract. A missing handler is a type error. */
export type ServiceHandlers<S> = { [E in keyof S]: Handler<S[E]> }
export type Handlers<C extends Contract> = { [S in keyof C]: ServiceHandlers<C[S]> }

/** Reuses a service's handlers for its private endpoints. */
export const toPrivateHandlers = <S extends Service>(
  handlers: ServiceHandlers<S>,
): ServiceHandlers<{ [E in keyof S]: PrivateEndpoint<S[E]> }> => handlers as never

export interface BindDeps extends CallerDeps {
  trustedProxies: number
  relay: EventRelay
  jobs: JobQueue
}

/** Asset paths with a fixed last segment. PATCH and DELETE must not treat that segment as an asset id (Spec §7). */
const FIXED_PATHS = ['', 'private/'].flatMap((prefix) =>
  ['authorize-default', 'authorized', 'editable', 'countByType', 'export', 'import', 'trash', 'duplicates'].map(
    (name) => `${prefix}v1/assets/${name}`,
  ),
)

const literalPrefixLength = ({ endpoint }: { endpoint: Endpoint }) => endpoint.path.split('{')[0]!.length

const countParameters = (path: string) => path.split('{').length

/** Registers a route for every endpoint. Errors are rethrown to the app's error handler. */
export function bindRoutes<C extends Contract>(app: Hono, contract: C, handlers: Handlers<C>, binding: BindDeps): Hono {
  const routes = Object.entries(contract).flatMap(([service, endpoints]) =>
    Object.entries<Endpoint>(endpoints).map(([name, endpoint]) => ({
      endpoint,
      handle: handlers[service]![name] as unknown as (received: object, call: Call) => Promise<unknown>,
    })),
  )
  const hasRoute = (path: string, method: string) =>
    routes.some(({ endpoint }) => endpoint.path === path && endpoint.method === method)
  // Hono takes the first matching route, so routes with fixed segments precede those with parameters.
  routes.sort(
    (first, other) =>
      countParameters(first.endpoint.path) - countParameters(other.endpoint.path) ||
      literalPrefixLength(other) - literalPrefixLength(first),
  )
  for (const path of FIXED_PATHS) {
    for (const method of ['PATCH', 'DELETE'].filter((method) => !hasRoute(path, method)))
      app.on([method], [toHonoPath(path)], () => {
        throw notFoundError('This address')
      })
  }
  for (const { endpoint, handle } of routes)
    app.on([endpoint.method], [toHonoPath(endpoint.path)], (c) => respond(c, endpoint, handle, binding))
  return app
}

async function respond(
  c: Context,
  endpoint: Endpoint,
  handle: (received: object, call: Call) => Promise<unknown>,
  binding: BindDeps,
): Promise<Response> {
  const tracked: { caller?: Caller | undefined; body?: unknown } = {}
  try {
    return await respondAndTrack(c, endpoint, handle, binding, tracked)
  } catch (error) {
    const { db, now, trustedProxies } = binding
    const { caller, body } = tracked
    await auditRejectedCall({
      db,
      now,
      endpoint,
      fault: error,
      caller,
      body,
      address: getClientAddress(c, trustedProxies),
    })
    throw error
  }
}

async function respondAndTrack(
  c: Context,
  endpoint: Endpoint,
  handle: (received: object, call: Call) => Promise<unknown>,
  binding: BindDeps,
  tracked: { caller?: Caller | undefined; body?: unknown },
): Promise<Response> {
  const { trustedProxies, relay, revocations, jobs } = binding
  const caller = await authenticateCaller(
    binding,
    c.req.header('authorization'),
    endpoint.access,
    endpoint.method,
    (forbiddenCaller) => (tracked.caller = forbiddenCaller),
  )
  tracked.caller = caller
  const received = await readInput(c, endpoint)
  tracked.body = (received as { body?: unknown }).body
  // Checked after the input, so that invalid input is reported before the user has to authenticate again.
  if (caller && needsProof(endpoint.access) && !carriesProof(endpoint, received))
    await requireFreshProof(binding, caller)
  const headers = new Headers({ 'content-type': 'application/json', 'cache-control': 'no-store' })
  const call: Call & { caller: typeof caller } = {
    caller,
    address: getClientAddress(c, trustedProxies),
    userAgent: c.req.header('user-agent')?.slice(0, 300),
    language: resolveMailLanguage(c.req.header('accept-language')),
    ifMatch: c.req.header('if-match'),
    idempotencyKey: c.req.header('idempotency-key'),
    request: c.req.raw,
    destroyConnection: createConnectionDestroyer(c),
    setResponseHeader: (header, value) => headers.set(header, value),
  }
  const isRead = endpoint.method === 'GET'
  const queueMails = () => queueChangeMails(binding)
  const work = () => withQueueWake(jobs.wake, () => withNotices(queueMails, () => handle(received, call)))
  const result = await withRevocations(revocations, work).finally(() => {
    // Wakes the relay after an error too, because part of the work may be committed.
    if (!isRead) relay.wake()
  })
  if (result instanceof Response) return result
  return new Response(JSON.stringify(parseOutput(endpoint.returns as v.GenericSchema, result)), {
    status: endpoint.status ?? 200,
    headers,
  })
}

/** Returns whether the body contains a proof of identity, which the handler must check. */
const carriesProof = ({ provenBy }: Endpoint, { body }: { body?: Record<string, unknown> }) =>
  provenBy !== undefined && body?.[provenBy] !== undefined

function createConnectionDestroyer(c: Context): (() => void) | undefined {
  const { outgoing } = (c.env ?? {}) as { outgoing?: ServerResponse }
  return outgoing && (() => void outgoing.destroy())
}

export const toHonoPath = (path: string) => `/${path.replace(/\{(\w+)\}/g, ':$1')}`
