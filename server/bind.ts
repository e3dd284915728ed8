import type { ServerResponse } from 'node:http'
import type { Context, Hono } from 'hono'
import type * as v from 'valibot'
import type { Contract, Endpoint, Output, Received, Service } from '../src/api/contract/endpoint.ts'
import type { Private } from '../src/api/contract/privately.ts'
import { type CallerNeeds, callerOf } from './auth/caller.ts'
import { revoking } from './auth/revocations.ts'
import type { Call, CallOfAnyone, CallOfMember } from './call.ts'
import { addressOf } from './client/address.ts'
import { notFound } from './errors.ts'
import type { Relay } from './events/relay.ts'
import { parseOutput, readInput } from './input.ts'
import { waking } from './jobs/enqueue.ts'
import type { Jobs } from './jobs/runner.ts'

type CallOf<E> = E extends { access: 'anyone' } ? CallOfAnyone : CallOfMember

/** The function of one endpoint. */
export type Handler<E> = (received: Received<E>, call: CallOf<E>) => Promise<Output<E>>

/** One function for every endpoint of a service, or of the contract: a missing one is a type error. */
export type ServiceHandlers<S> = { [E in keyof S]: Handler<S[E]> }
export type Handlers<C extends Contract> = { [S in keyof C]: ServiceHandlers<C[S]> }

/** The same functions for the private twins of a service: what they receive and answer is the same. */
export const alsoPrivately = <S extends Service>(
  handlers: ServiceHandlers<S>,
): ServiceHandlers<{ [E in keyof S]: Private<S[E]> }> => handlers as never

/** What binding needs besides the handlers. */
export interface Binding extends CallerNeeds {
  trustedProxies: number
  relay: Relay
  jobs: Jobs
}

/** Names that stand where an id would: never one, whatever the method (Spec §7). */
const FIXED = ['', 'private/'].flatMap((twin) =>
  ['authorize-default', 'authorized', 'editable', 'countByType', 'export', 'trash', 'duplicates'].map(
    (name) => `${twin}v1/assets/${name}`,
  ),
)

/** How much of an address is spelt out before its first hole. */
const spelt = ({ endpoint }: { endpoint: Endpoint }) => endpoint.path.split('{')[0]!.length

const holes = (path: string) => path.split('{').length

/**
 * Makes a route of every endpoint: checks the caller, parses the input, calls the handler and writes what `returns` lets
 * through. Faults are thrown as refusals.
 */
export function bind<C extends Contract>(app: Hono, contract: C, handlers: Handlers<C>, binding: Binding): Hono {
  const routes = Object.entries(contract).flatMap(([service, endpoints]) =>
    Object.entries<Endpoint>(endpoints).map(([name, endpoint]) => ({
      endpoint,
      handle: handlers[service]![name] as unknown as (received: object, call: Call) => Promise<unknown>,
    })),
  )
  const bound = (path: string, method: string) =>
    routes.some(({ endpoint }) => endpoint.path === path && endpoint.method === method)
  // The first that fits an address has it, so what is spelt out comes before what takes any word in its place.
  routes.sort((one, other) => holes(one.endpoint.path) - holes(other.endpoint.path) || spelt(other) - spelt(one))
  for (const path of FIXED) {
    for (const method of ['PATCH', 'DELETE'].filter((method) => !bound(path, method)))
      app.on([method], [honoPath(path)], () => {
        throw notFound('This address')
      })
  }
  for (const { endpoint, handle } of routes)
    app.on([endpoint.method], [honoPath(endpoint.path)], (c) => answer(c, endpoint, handle, binding))
  return app
}

async function answer(
  c: Context,
  endpoint: Endpoint,
  handle: (received: object, call: Call) => Promise<unknown>,
  binding: Binding,
): Promise<Response> {
  const { trustedProxies, relay, revocations, jobs } = binding
  const caller = await callerOf(binding, c.req.header('authorization'), endpoint.access, endpoint.method)
  const received = await readInput(c, endpoint)
  const headers = new Headers({ 'content-type': 'application/json', 'cache-control': 'no-store' })
  const call: Call & { caller: typeof caller } = {
    caller,
    address: addressOf(c, trustedProxies),
    userAgent: c.req.header('user-agent')?.slice(0, 300),
    ifMatch: c.req.header('if-match'),
    idempotencyKey: c.req.header('idempotency-key'),
    request: c.req.raw,
    cut: cutOf(c),
    answerWith: (header, value) => headers.set(header, value),
  }
  const isReading = endpoint.method === 'GET'
  const result = await revoking(revocations, () => waking(jobs.wake, () => handle(received, call))).finally(() => {
    // Also where it failed: some of what it did may be committed.
    if (!isReading) relay.wake()
  })
  if (result instanceof Response) return result
  return new Response(JSON.stringify(parseOutput(endpoint.returns as v.GenericSchema, result)), {
    status: endpoint.status ?? 200,
    headers,
  })
}

function cutOf(c: Context): (() => void) | undefined {
  const { outgoing } = (c.env ?? {}) as { outgoing?: ServerResponse }
  return outgoing && (() => void outgoing.destroy())
}

/** "v1/assets/{id}" → "/v1/assets/:id" */
export const honoPath = (path: string) => `/${path.replace(/\{(\w+)\}/g, ':$1')}`
